/// Decimal numbers as text.
enum Decimal {
    /// The shortest text that gives the same number; whole numbers have no fraction.
    ///
    /// - Returns: the digits; nil for infinities and NaN.
    static func shortest(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        // Beyond 2^53 a double's digits are no longer all its own.
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
        return number.description
    }

    /// The number with a fixed count of decimals, as C's `printf` writes it: rounded to the
    /// nearest, and half-way cases to the even digit.
    ///
    /// - Parameters:
    ///   - digits: decimals, from 0 to 6.
    /// - Returns: the digits; nil if they would be too many to be exact.
    static func fixed(_ number: Double, digits: Int) -> String? {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        guard let units = units(number, scale: Double(scale)) else { return nil }
        // -0.001 is "-0.00" to printf too.
        let sign = number.sign == .minus && number != 0 ? "-" : ""
        let whole = units.magnitude / scale.magnitude
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(units.magnitude % scale.magnitude)
        let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
        return "\(sign)\(whole).\(zeros)\(fraction)"
    }

    /// `number * scale`, rounded once.
    ///
    /// The product alone may have been rounded to a half that it is not.
    private static func units(_ number: Double, scale: Double) -> Int64? {
        let product = number * scale
        guard product.magnitude < 0x1p53 else { return nil }
        let error = (-product).addingProduct(number, scale)
        let floor = product.rounded(.down)
        // This is exact, because both lie within one of each other.
        let rest = product - floor
        let isAbove = rest > 0.5 || (rest == 0.5 && error > 0)
        let isHalf = rest == 0.5 && error == 0
        guard let units = Int64(exactly: floor) else { return nil }
        return isAbove || (isHalf && !units.isMultiple(of: 2)) ? units + 1 : units
    }
}

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
