extension FunctionTable {
    /// `text.matches(pattern)`: whether a regular expression of RE2's syntax matches a part of a
    /// text.
    static let regularExpressions: [Function] = [true, false].map { isMember in
        Function(
            name: "matches", arity: 2...2, isMember: isMember, body: matches, takesPattern: true)
    }

    private static func matches(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let (text, pattern) = try texts("matches", arguments)
        let program: PatternProgram
        var work = 0
        do {
            program = try PatternProgram(pattern, work: &work)
        } catch {
            try budget.spend(work / 4)
            throw FunctionError(.badArgument, "matches: \(error.message)")
        }
        try budget.spend(work / 4)
        var matcher = PatternMatcher(program)
        return .bool(try matcher.matches(text, &budget))
    }
}
