/// Reads texts that stand as parts of web addresses (RFC 3986 §2.1).
package enum PercentEncoding {
    /// The text that is meant; nil for a broken escape, a zero byte, or bytes that are not UTF-8.
    package static func decode(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit),
                let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether a byte may stay as it is in a web address: it is printable, and does not end a quoted address.
    package static func isAllowedInAddress(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

extension UInt8 {
    package var isDigit: Bool { (0x30...0x39).contains(self) }
    package var isLetterOrDigit: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }
}
