/// The first bytes of an input, which shows whether it can be JSON at all.
///
/// Both programs and the page recognise files with it.
package struct InputBegin {
    /// The kind of the input in words, and what to do, if it is not JSON.
    package private(set) var otherKind: String?

    /// Fewer bytes may be a part of a byte order mark, or of the mark of a compressed file.
    package static let bytesMin = 6
    private static let shownBytesMax = 24
    private static let controlBytesMax = 512

    /// Looks at the first bytes.
    ///
    /// More of them can show that there are matches after all.
    ///
    /// - Parameter bytes: the first bytes. It is a buffer, because code that is generic across modules
    ///   costs a start 700,000 instructions here.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let kind = Self.packed(bytes) ?? Self.wide(bytes) else {
            otherKind = Self.text(bytes)
            return
        }
        otherKind = kind
    }

    /// A file that another program has packed.
    private static func packed(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // Nearly every input begins with one of these.
        switch bytes.first {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        default: break
        }
        for (mark, kind, command) in packers where bytes.starts(with: mark) {
            return "a file that \(kind) has packed; unpack it first: \(command)"
        }
        return nil
    }

    /// How the files of packers begin, and the command that unpacks one.
    private static let packers: [(mark: [UInt8], kind: String, command: String)] = [
        ([0x1F, 0x8B], "gzip", "gzip -dc FILE"),
        ([0x1F, 0x9D], "compress", "gzip -dc FILE"),
        ([0x50, 0x4B, 3, 4], "zip", "unzip -p FILE"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz", "xz -dc FILE"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstd -dc FILE"),
        ([0x42, 0x5A, 0x68], "bzip2", "bzip2 -dc FILE"),
        ([0x04, 0x22, 0x4D, 0x18], "lz4", "lz4 -dc FILE"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7-Zip", "7z x -so FILE"),
        ([0x52, 0x61, 0x72, 0x21], "rar", "unrar p -inul FILE"),
    ]

    /// Text whose characters have several bytes: there is a byte order mark, or a zero beside the first letter.
    ///
    /// Windows PowerShell writes so what a program prints.
    private static func wide(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count >= 2 else { return nil }
        func byte(_ at: Int) -> UInt8 { at < bytes.count ? bytes[at] : 1 }
        let encoding: String
        switch (byte(0), byte(1), byte(2), byte(3)) {
        case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): encoding = "UTF-32"
        case (0, 0, 0, 1...0x7F): encoding = "UTF-32BE"
        case (1...0x7F, 0, 0, 0): encoding = "UTF-32LE"
        case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): encoding = "UTF-16"
        case (0, 1...0x7F, _, _): encoding = "UTF-16BE"
        case (1...0x7F, 0, _, _): encoding = "UTF-16LE"
        default: return nil
        }
        return
            "text in \(encoding); save it as UTF-8, or pass it through iconv -f \(encoding) -t UTF-8"
    }

    /// Text that cannot be JSON.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let behindMark = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes.dropFirst(0)
        let text = behindMark.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.first else { return nil }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return nil
        case _ where Self.hasMatchBelow(bytes): return nil
        case UInt8(ascii: "<"): return "a web page or XML; " + Self.remedy
        default: break
        }
        for word in ["null", "true", "false"] where text.starts(with: word.utf8) { return nil }
        if text.prefix(controlBytesMax).contains(where: isControl) {
            return "a file that is no text; " + Self.remedy
        }
        let line = text.prefix { $0 >= 0x20 }.prefix(Self.shownBytesMax)
        return "text that begins with '\(String(decoding: line, as: UTF8.self))'; " + Self.remedy
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B
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
