/// The first bytes of an input, which shows whether it can be JSON at all.
///
/// Both programs and the page recognise files with it.
package struct InputBegin {
    /// The kind of the input in words, and what to do, if it is not JSON.
    package private(set) var otherKind: String?

    /// Fewer bytes may be a part of a byte order mark, or of the mark of a compressed file.
    package static let bytesMin = 4
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
        guard bytes.count >= 4 else { return nil }
        let mark = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let command: String
        switch mark {
        case 0x1F8B_0000...0x1F8B_FFFF, 0x1F9D_0000...0x1F9D_FFFF: command = "gzip -dc"
        case 0x425A_6800...0x425A_68FF: command = "bzip2 -dc"
        case 0xFD37_7A58: command = "xz -dc"
        case 0x28B5_2FFD: command = "zstd -dc"
        case 0x0422_4D18: command = "lz4 -dc"
        case 0x504B_0304: command = "unzip -p"
        case 0x377A_BCAF: command = "7z x -so"
        case 0x5261_7221: command = "unrar p -inul"
        default: return nil
        }
        return "a packed file; unpack it first: \(command) FILE"
    }

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
