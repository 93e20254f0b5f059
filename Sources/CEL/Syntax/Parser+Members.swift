extension Parser {
    /// A value and what is selected from it: `.name`, `.?name`, `.name(…)`, `[key]`, `[?key]`.
    mutating func member() throws(CompileError) -> Expression {
        try member(primary())
    }

    mutating func member(_ first: Expression) throws(CompileError) -> Expression {
        var operand = first
        while true {
            if try take(.dot) {
                operand = try selection(from: operand)
            } else if token.kind == .symbol(.openBracket) {
                operand = try index(into: operand)
            } else {
                return operand
            }
        }
    }

    private mutating func selection(from operand: Expression) throws(CompileError) -> Expression {
        let isOptional = try take(.question)
        let name = try fieldName()
        let range = operand.range.union(name.range)
        guard !isOptional, !name.isQuoted, token.kind == .symbol(.openParenthesis) else {
            return try node(.select(operand, name, isOptional: isOptional), range)
        }
        let (arguments, end) = try arguments()
        return try expanded(
            Expression.Call(target: operand, name: name, arguments: arguments), range.union(end))
    }

    /// A name after a dot; reserved words are allowed there, literals and `in` are not.
    private mutating func fieldName() throws(CompileError) -> Expression.Name {
        let name: Expression.Name
        switch token.kind {
        case .identifier:
            name = Expression.Name(text: lexer.string(token.bytes), range: token.range)
            guard !Self.isKeyword(name.text) else {
                throw CompileError(
                    "expected a name after '.', found the word '\(name.text)'", at: token.range,
                    remedy: "write ['\(name.text)']")
            }
        case .quotedIdentifier:
            let content = token.bytes.lowerBound + 1..<token.bytes.upperBound - 1
            name = Expression.Name(text: lexer.string(content), range: token.range, isQuoted: true)
        default: throw unexpected("a name after '.'")
        }
        try advance()
        return name
    }

    private mutating func index(into operand: Expression) throws(CompileError) -> Expression {
        let (key, isOptional, end) = try nested { (parser) throws(CompileError) in
            try parser.advance()
            let isOptional = try parser.take(.question)
            let key = try parser.expression()
            return (key, isOptional, try parser.expect(.closeBracket, "after a key"))
        }
        return try node(.index(operand, key, isOptional: isOptional), operand.range.union(end))
    }

    /// `(a, b)` from the opening to the closing parenthesis.
    mutating func arguments() throws(CompileError) -> ([Expression], SourceRange) {
        try nested { (parser) throws(CompileError) in
            try parser.advance()
            var arguments: [Expression] = []
            if parser.token.kind != .symbol(.closeParenthesis) {
                repeat {
                    arguments.append(try parser.expression())
                } while try parser.take(.comma)
            }
            return (arguments, try parser.expect(.closeParenthesis, "after the arguments"))
        }
    }

    /// A call, or what the macro of that name makes from it.
    mutating func expanded(
        _ call: Expression.Call, _ range: SourceRange
    ) throws(CompileError) -> Expression {
        guard let macro = Macro.find(call) else { return try node(.call(call), range) }
        do {
            return try node(macro.expand(call), range)
        } catch {
            // Reading continues, so that all misused macros are reported together.
            findings += error.findings
            return Expression(.literal(.null), range)
        }
    }
}
