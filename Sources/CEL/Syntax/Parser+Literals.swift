extension Parser {
    /// A number, text or bytes; a sign before a number belongs to it.
    mutating func literal(
        isNegative: Bool, from start: SourceRange
    ) throws(CompileError) -> Expression {
        let range = start.union(token.range)
        let digits = token.bytes
        let value: Value
        switch token.kind {
        case .integer:
            guard let magnitude = wholeNumber(digits),
                let number = signed(magnitude, isNegative: isNegative)
            else { throw outOfRange("an integer of 64 bits", range) }
            value = .int(number)
        case .unsignedInteger:
            guard let number = wholeNumber(digits.lowerBound..<digits.upperBound - 1) else {
                throw outOfRange("an unsigned integer of 64 bits", range)
            }
            value = .uint(number)
        case .decimal:
            // A text of digits becomes the nearest double, or infinite if it is too large.
            guard let number = Double(lexer.string(digits)), number.isFinite else {
                throw outOfRange("a decimal number within the range of a double", range)
            }
            value = .double(isNegative ? -number : number)
        case .string:
            value = .string(String(decoding: try lexer.content(of: token), as: UTF8.self))
        default:
            value = .bytes(try lexer.content(of: token))
        }
        try advance()
        return Expression(.literal(value), range)
    }

    private func wholeNumber(_ bytes: Range<Int>) -> UInt64? {
        var digits = lexer.text[bytes]
        var radix: UInt64 = 10
        if digits.count > 2, digits[bytes.lowerBound + 1] | 0x20 == UInt8(ascii: "x") {
            digits = digits.dropFirst(2)
            radix = 16
        }
        var number: UInt64 = 0
        for digit in digits {
            let (product, overflow) = number.multipliedReportingOverflow(by: radix)
            let (sum, overflowToo) = product.addingReportingOverflow(UInt64(digit.hexDigit ?? 0))
            guard !overflow, !overflowToo else { return nil }
            number = sum
        }
        return number
    }

    private func signed(_ magnitude: UInt64, isNegative: Bool) -> Int64? {
        guard isNegative else { return Int64(exactly: magnitude) }
        return magnitude <= UInt64(1) << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    private func outOfRange(_ expected: String, _ range: SourceRange) -> CompileError {
        CompileError(
            "expected \(expected), found \(lexer.string(token.bytes).shortened(to: 40))", at: range)
    }
}
