/// Bytes as hexadecimal digits, for the parts of a sealed key.
enum HexText {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }

    /// The bytes that a text spells; nil for anything but pairs of digits.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.unicodeScalars.count, digits.count.isMultiple(of: 2),
            text.utf8.count == digits.count
        else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
