/// The number that a cell shows, for programs that calculate.
enum ShownNumber {
    /// Digits of the longest number: more than a double or a 64-bit integer has say nothing.
    private static let digitsMax = 18

    /// The number in the form of JSON.
    ///
    /// A plus sign and a percent sign are left out: `+5` is 5, and `66.67%` is 66.67.
    ///
    /// - Parameter text: a cell's text.
    /// - Returns: `-5`, `38.12`; nil if the text is not one number, such as `3 (+1 RP)`, `✓` or `007`.
    static func json(_ text: String) -> String? {
        var bytes = Array(text.utf8)[...]
        guard bytes.count <= digitsMax + 3 else { return nil }
        if bytes.last == UInt8(ascii: "%") { bytes.removeLast() }
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let parts = bytes.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        var digits = 0
        for part in parts {
            guard !part.isEmpty else { return nil }
            for byte in part where !(0x30...0x39).contains(byte) { return nil }
            digits += part.count
        }
        guard digits <= digitsMax, let whole = parts.first else { return nil }
        if whole.count > 1, whole.first == UInt8(ascii: "0") { return nil }
        return (isNegative ? "-" : "") + String(decoding: bytes, as: UTF8.self)
    }
}
