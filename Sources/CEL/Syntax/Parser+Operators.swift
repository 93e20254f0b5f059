import Text

extension Parser {
    /// How strongly operators bind, weakest first (language definition, "Syntax").
    enum Precedence: Int {
        case or, and, relation, addition, multiplication
    }

    /// Operators of at least some precedence, left-associative.
    mutating func operation(minimum: Precedence) throws(CompileError) -> Expression {
        var left = try unary()
        while let (operation, precedence) = binaryOperator, precedence.rawValue >= minimum.rawValue
        {
            try advance()
            let right: Expression
            if let stronger = Precedence(rawValue: precedence.rawValue + 1) {
                right = try self.operation(minimum: stronger)
            } else {
                right = try unary()
            }
            left = try node(.binary(operation, left, right), left.range.union(right.range))
        }
        return left
    }

    private var binaryOperator: (BinaryOperator, Precedence)? {
        switch token.kind {
        case .symbol(.or): (.or, .or)
        case .symbol(.and): (.and, .and)
        case .symbol(.equal): (.equal, .relation)
        case .symbol(.notEqual): (.notEqual, .relation)
        case .symbol(.less): (.less, .relation)
        case .symbol(.lessOrEqual): (.lessOrEqual, .relation)
        case .symbol(.greater): (.greater, .relation)
        case .symbol(.greaterOrEqual): (.greaterOrEqual, .relation)
        case .identifier where isIn: (.contained, .relation)
        case .symbol(.plus): (.add, .addition)
        case .symbol(.minus): (.subtract, .addition)
        case .symbol(.times): (.multiply, .multiplication)
        case .symbol(.divide): (.divide, .multiplication)
        case .symbol(.modulo): (.modulo, .multiplication)
        default: nil
        }
    }

    private var isIn: Bool {
        token.bytes.count == 2 && lexer.string(token.bytes).hasSameCodePoints(as: "in")
    }

    /// `!x` and `-x`; two equal signs cancel each other out.
    mutating func unary() throws(CompileError) -> Expression {
        switch token.kind {
        case .symbol(.not):
            let (count, range) = try signs(.not)
            let operand = try member()
            guard count % 2 == 1 else { return operand }
            return try node(.unary(.not, operand), range.union(operand.range))
        case .symbol(.minus):
            let (count, range) = try signs(.minus)
            switch token.kind {
            case .integer, .decimal:
                // The last sign belongs to the number; otherwise an expression could not contain the smallest
                // integer.
                let number = try member(literal(isNegative: true, from: range))
                guard count % 2 == 0 else { return number }
                return try node(.unary(.negate, number), range.union(number.range))
            default:
                let operand = try member()
                guard count % 2 == 1 else { return operand }
                return try node(.unary(.negate, operand), range.union(operand.range))
            }
        default: return try member()
        }
    }

    private mutating func signs(
        _ sign: Token.Symbol
    ) throws(CompileError) -> (count: Int, range: SourceRange) {
        let first = token.range
        var count = 0
        while try take(sign) { count += 1 }
        return (count, first)
    }
}
