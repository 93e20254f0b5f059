/// The number that a cell shows, for programs that calculate.
enum ShownNumber {
    /// Digits of the longest number: more than a double or a 64-bit integer has say nothing.
    private static let digitsMax = 18

    /// The number in the form of JSON.
    ///
    /// A plus sign and a percent sign are left out: `+5` is 5, and `66.67%` is 66.67.
    ///
    /// - Returns: `-5`, `38.12`; nil if the text is not one number, such as `3 (+1 RP)`, `✓` or `007`.
    static func json(_ text: String) -> String? {
        var bytes = text.utf8[...]
        // Most cells are words or signs.
        guard let first = bytes.first, first < 0x3A, bytes.count <= digitsMax + 3 else {
            return nil
        }
        if bytes.last == UInt8(ascii: "%") { bytes.removeLast() }
        let isNegative = first == UInt8(ascii: "-")
        if isNegative || first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let number = bytes
        let whole = bytes.prefix(while: isDigit)
        bytes = bytes[whole.endIndex...]
        var digits = whole.count
        if bytes.first == UInt8(ascii: ".") {
            let part = bytes.dropFirst()
            guard !part.isEmpty, part.allSatisfy(isDigit) else { return nil }
            digits += part.count
        } else if !bytes.isEmpty {
            return nil
        }
        guard !whole.isEmpty, digits <= digitsMax else { return nil }
        if whole.count > 1, whole.first == UInt8(ascii: "0") { return nil }
        if isNegative { return "-" + String(Substring(number)) }
        return number.count == text.utf8.count ? text : String(Substring(number))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
