/// The first bytes of an input, which shows whether it can be JSON at all.
package struct InputBegin {
    /// The kind of the input in words, if it is not JSON.
    package private(set) var otherKind: String?

    /// Fewer bytes may be a part of a byte order mark, or of the mark of a compressed file.
    package static let bytesMin = 4
    private static let shownBytesMax = 24

    /// Looks at the first bytes.
    ///
    /// More of them can show that there are matches after all.
    ///
    /// - Parameter bytes: the first bytes. It is a buffer, because code that is generic across modules
    ///   costs a start 700,000 instructions here.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            otherKind = "a compressed file; unpack it first"
            return
        }
        if Self.isWide(bytes) {
            otherKind =
                "text in UTF-16; save it as UTF-8, or pass it through iconv -f UTF-16 -t UTF-8"
            return
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let behindMark = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes.dropFirst(0)
        let text = behindMark.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.first else { return }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return
        case _ where Self.hasMatchBelow(bytes): return
        case UInt8(ascii: "<"): otherKind = "a web page or XML; " + Self.remedy
        default:
            for word in ["null", "true", "false"] where text.starts(with: word.utf8) { return }
            let line = text.prefix { $0 >= 0x20 }.prefix(Self.shownBytesMax)
            otherKind =
                "text that begins with '\(String(decoding: line, as: UTF8.self))'; " + Self.remedy
        }
    }

    /// Whether each character has several bytes: there is a byte order mark, or a zero beside the first letter.
    ///
    /// Windows PowerShell writes so what a program prints.
    private static func isWide(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 2 else { return false }
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF), (0, 1...0x7F), (1...0x7F, 0): return true
        default: return false
        }
    }

    /// A line before the first match, such as a program's message, spoils only itself.
    private static func hasMatchBelow(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if previous == 0x0A, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                return true
            }
            previous = byte
        }
        return false
    }

    private static let remedy =
        "get a match from https://www.thebluealliance.com/api/v3/match/KEY"
}
