/// Reads DER (ITU-T X.690), as much as keys and signatures have.
package struct DER {
    private var rest: ArraySlice<UInt8>

    /// Reads from the first byte.
    package init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    /// Whether everything was read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The content of the next value; nil if it has another tag or is not DER.
    package mutating func value(_ tag: UInt8) -> [UInt8]? {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first > 0x7f {
            length = 0
            for _ in 0..<(first & 0x7f) {
                guard let byte = rest.popFirst(), length < 1 << 16 else { return nil }
                length = length << 8 | Int(byte)
            }
            guard length > 0x7f, first == (length > 0xff ? 0x82 : 0x81) else { return nil }
        }
        guard length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
    }

    /// The bytes of the next positive integer.
    package mutating func integer() -> [UInt8]? {
        guard let bytes = value(2), let first = bytes.first, first < 0x80 else { return nil }
        guard bytes.count == 1 || first != 0 || bytes[1] >= 0x80 else { return nil }
        return bytes
    }

    /// The DER in a PEM text of one key.
    package static func pem(_ text: String) -> [UInt8]? {
        var (bits, count, bytes) = (UInt32(0), 0, [UInt8]())
        var isInside = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "-") {
                if isInside { return bytes }
                isInside = line.starts(with: "-----BEGIN PUBLIC KEY-----".utf8)
                continue
            }
            guard isInside else { return nil }
            for byte in line where byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "=") {
                guard let value = base64(byte) else { return nil }
                bits = bits << 6 | value
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
        }
        return nil
    }

    private static func base64(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
