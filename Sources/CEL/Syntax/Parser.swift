/// Reads an expression's text into a tree, by recursive descent (language definition, "Syntax").
///
/// Brackets recurse, up to ``CELLimits/nestingMax``. Chains of operators, selections and conditions
/// are loops, and their tree is limited by ``CELLimits/depthMax``.
struct Parser {
    var lexer: Lexer
    /// The next token, not consumed yet.
    var token: Token
    let limits: CELLimits
    private(set) var nesting = 0
    /// Misused macros; they are found while reading and reported together.
    var findings: [CompileError.Finding] = []

    /// Reads one expression; reports the first syntax error, or all mistakes in macros.
    static func parse(_ source: String, limits: CELLimits) throws(CompileError) -> Expression {
        let max = limits.sourceCodePointsMax
        // A text of few bytes has few code points; only a long one must be counted.
        guard source.utf8.count <= max || source.unicodeScalars.count <= max else {
            throw CompileError(
                "expected at most \(max) characters, found \(source.unicodeScalars.count)",
                at: SourceRange(offset: max, length: 0))
        }
        var lexer = Lexer(source)
        let first = try lexer.next()
        var parser = Parser(lexer: lexer, token: first, limits: limits)
        let expression = try parser.expression()
        guard parser.token.kind == .end else {
            throw parser.unexpected("an operator or the end of the expression")
        }
        guard parser.findings.isEmpty else { throw CompileError(findings: parser.findings) }
        return expression
    }

    /// `condition ? yes : no`; `no` may be the next condition of a chain.
    mutating func expression() throws(CompileError) -> Expression {
        // Each condition, and behind it its result.
        var parts: [Expression] = []
        var last = try operation(minimum: .or)
        while try take(.question) {
            let yes = try operation(minimum: .or)
            try expect(.colon, "between the two results of '?'")
            parts += [last, yes]
            last = try operation(minimum: .or)
            if parts.count > 2 * limits.depthMax { throw tooDeep(at: last.range) }
        }
        while let yes = parts.popLast(), let condition = parts.popLast() {
            last = try node(.conditional(condition, yes, last), condition.range.union(last.range))
        }
        return last
    }

    /// Reads the content of brackets, and limits their depth.
    mutating func nested<Result>(
        _ content: (inout Parser) throws(CompileError) -> Result
    ) throws(CompileError) -> Result {
        nesting += 1
        guard nesting <= limits.nestingMax else {
            throw CompileError(
                "expected at most \(limits.nestingMax) brackets inside each other",
                at: token.range)
        }
        let result = try content(&self)
        nesting -= 1
        return result
    }

    /// A node, unless the tree would be too deep.
    func node(_ kind: Expression.Kind, _ range: SourceRange) throws(CompileError) -> Expression {
        let node = Expression(kind, range)
        guard node.depth <= limits.depthMax else { throw tooDeep(at: range) }
        return node
    }

    private func tooDeep(at range: SourceRange) -> CompileError {
        CompileError(
            "expected at most \(limits.depthMax) operations in a row or inside each other",
            at: range, remedy: "use brackets or a list to make the chain shorter")
    }

    mutating func advance() throws(CompileError) {
        token = try lexer.next()
    }

    mutating func take(_ symbol: Token.Symbol) throws(CompileError) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    @discardableResult
    mutating func expect(
        _ symbol: Token.Symbol, _ place: String
    ) throws(CompileError) -> SourceRange {
        let range = token.range
        guard try take(symbol) else { throw unexpected("'\(symbol.rawValue)' \(place)") }
        return range
    }

    func unexpected(_ expected: String) -> CompileError {
        if let finding = notBeforeToken() { return finding }
        let word = token.kind == .identifier ? lexer.string(token.bytes) : ""
        let found =
            switch token.kind {
            case .end: "the end"
            case .string: "text"
            case .bytes: "bytes"
            default: "'\(lexer.string(token.bytes).shortened(to: 40))'"
            }
        return CompileError(
            "expected \(expected), found \(found)", at: token.range,
            remedy: WordOperator.remedy(for: word) ?? remedyBehindQuote)
    }

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
