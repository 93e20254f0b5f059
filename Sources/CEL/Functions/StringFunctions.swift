import CodePoints

/// Functions of texts that belong to the language itself.
enum StringFunctions {
    static let all: [Function] = [
        .member("contains", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try TextArguments.pair("contains", arguments)
            try budget.search(text, for: part)
            return .bool(text.hasPart(part))
        },
        .member("startsWith", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try TextArguments.pair("startsWith", arguments)
            try budget.scan(part.utf8.count)
            return .bool(text.hasStart(part))
        },
        .member("endsWith", 2...2) { (arguments, budget) throws(FunctionError) in
            let (text, part) = try TextArguments.pair("endsWith", arguments)
            try budget.scan(part.utf8.count)
            return .bool(text.hasEnd(part))
        },
    ]
}
