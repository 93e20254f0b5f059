extension FunctionTable {
    /// `text.matches(pattern)`: whether a regular expression of RE2's syntax matches a part of a text.
    static let regularExpressions: [Function] = [
        .member("matches", 2...2, matches), .global("matches", 2...2, matches),
    ]

    private static func matches(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let (text, pattern) = try texts("matches", arguments)
        let program: PatternProgram
        do {
            program = try PatternProgram(pattern)
        } catch {
            throw FunctionError(.badArgument, "matches: \(error.message)")
        }
        try budget.spend(program.instructions.count / 4)
        var matcher = PatternMatcher(program)
        return .bool(try matcher.matches(text, &budget))
    }
}
