import CodePoints

extension Function {
    /// Functions of texts that belong to the language itself.
    static let texts: [Function] = [
        .member("contains", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try texts("contains", arguments)
            try budget.search(text, for: part)
            return .bool(text.hasPart(part))
        },
        .member("startsWith", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try texts("startsWith", arguments)
            try budget.scan(part.utf8.count)
            return .bool(text.hasStart(part))
        },
        .member("endsWith", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try texts("endsWith", arguments)
            try budget.scan(part.utf8.count)
            return .bool(text.hasEnd(part))
        },
    ]
}

// MARK: - Arguments

extension Function {
    /// A member function's target and argument, both texts.
    static func texts(
        _ name: String, _ arguments: [Value]
    ) throws(FunctionError) -> (text: String, part: String) {
        guard case .string(let text) = arguments[0], case .string(let part) = arguments[1] else {
            throw mismatch(name, "text and text", arguments[0], arguments[1])
        }
        return (text, part)
    }

    /// A member function's target, a text.
    static func text(_ name: String, _ arguments: [Value]) throws(FunctionError) -> String {
        guard case .string(let text) = arguments[0] else {
            throw mismatch(name, "text", arguments[0])
        }
        return text
    }
}
