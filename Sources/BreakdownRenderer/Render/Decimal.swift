/// Decimal numbers as text.
enum Decimal {
    /// The shortest text that reads back as the same number, whole ones without a fraction.
    ///
    /// - Parameter number: any number.
    /// - Returns: the digits; nil for infinities and what is no number.
    static func shortest(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        // Beyond 2^53 a double's digits are no longer all its own.
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
        return number.description
    }

    /// The number with a fixed count of decimals, halves rounded away from zero.
    ///
    /// - Parameters:
    ///   - number: any number.
    ///   - digits: decimals, from 0 to 6.
    /// - Returns: the digits; nil where they would be too many to be exact.
    static func fixed(_ number: Double, digits: Int) -> String? {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = (number * Double(scale)).rounded(.toNearestOrAwayFromZero)
        guard let units = Int64(exactly: scaled), units.magnitude < 1 << 53 else { return nil }
        let sign = units < 0 ? "-" : ""
        let whole = units.magnitude / scale.magnitude
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(units.magnitude % scale.magnitude)
        let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
        return "\(sign)\(whole).\(zeros)\(fraction)"
    }
}
