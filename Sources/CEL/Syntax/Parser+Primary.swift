extension Parser {
    /// Whether a word is a value or an operator, and so never a name.
    static func isKeyword(_ word: String) -> Bool { word == "in" || constant(word) != nil }

    /// Whether other languages use a word; such a word is a name only after a dot.
    static func isReserved(_ word: String) -> Bool {
        switch word {
        case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
            "loop", "namespace", "package", "return", "var", "void", "while":
            true
        default: false
        }
    }

    /// A literal, a name, a call, or something in brackets.
    mutating func primary() throws(CompileError) -> Expression {
        switch token.kind {
        case .integer, .unsignedInteger, .decimal, .string, .bytes:
            return try literal(isNegative: false, from: token.range)
        case .identifier: return try name(isRooted: false, from: token.range)
        case .symbol(.dot):
            let dot = token.range
            try advance()
            guard token.kind == .identifier else { throw unexpected("a name after '.'") }
            return try name(isRooted: true, from: dot)
        case .symbol(.openParenthesis):
            let start = token.range
            return try nested { (parser) throws(CompileError) in
                try parser.advance()
                let content = try parser.expression()
                let end = try parser.expect(.closeParenthesis, "to close the parenthesis")
                // Its parentheses belong to it, so that the text of every node is an expression.
                return Expression(content.kind, start.union(end))
            }
        case .symbol(.openBracket): return try list()
        case .symbol(.openBrace): return try map()
        default: throw unexpected("a value")
        }
    }

    private mutating func name(
        isRooted: Bool, from start: SourceRange
    ) throws(CompileError) -> Expression {
        let name = Expression.Name(text: lexer.string(token.bytes), range: token.range)
        if Self.isKeyword(name.text) {
            guard !isRooted, let value = Self.constant(name.text) else {
                throw unexpected("a value")
            }
            try advance()
            return Expression(.literal(value), name.range)
        }
        guard !Self.isReserved(name.text) else {
            throw CompileError(
                "expected a name, found the reserved word '\(name.text)'", at: name.range,
                remedy: WordOperator.remedy(for: name.text) ?? "choose another name")
        }
        try advance()
        guard token.kind == .symbol(.openParenthesis) else {
            return Expression(.identifier(name, isRooted: isRooted), start.union(name.range))
        }
        let (arguments, end) = try arguments()
        let call = Expression.Call(
            target: nil, name: name, arguments: arguments, isRooted: isRooted)
        return try expanded(call, start.union(end))
    }

    private static func constant(_ word: String) -> Value? {
        switch word {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: nil
        }
    }

    /// A list, `[a, ?b,]`.
    private mutating func list() throws(CompileError) -> Expression {
        let start = token.range
        let (elements, end) = try nested { (parser) throws(CompileError) in
            try parser.advance()
            var elements: [Expression.Element] = []
            while parser.token.kind != .symbol(.closeBracket) {
                let isOptional = try parser.take(.question)
                elements.append(
                    Expression.Element(value: try parser.expression(), isOptional: isOptional))
                guard try parser.take(.comma) else { break }
            }
            return (elements, try parser.expect(.closeBracket, "or ',' in a list"))
        }
        return try node(.list(elements), start.union(end))
    }

    /// A map, `{a: b, ?c: d,}`.
    private mutating func map() throws(CompileError) -> Expression {
        let start = token.range
        let (entries, end) = try nested { (parser) throws(CompileError) in
            try parser.advance()
            var entries: [Expression.Entry] = []
            while parser.token.kind != .symbol(.closeBrace) {
                let isOptional = try parser.take(.question)
                let key = try parser.expression()
                try parser.expect(.colon, "after a key")
                entries.append(
                    Expression.Entry(
                        key: key, value: try parser.expression(), isOptional: isOptional))
                guard try parser.take(.comma) else { break }
            }
            return (entries, try parser.expect(.closeBrace, "or ',' in a map"))
        }
        return try node(.map(entries), start.union(end))
    }
}
