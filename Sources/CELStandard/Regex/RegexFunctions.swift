import CEL

extension Library {
    /// `text.matches(pattern)`: tells whether a regular expression of RE2's syntax matches a part of a text.
    public static let regularExpressions = Library(
        [true, false].map { isMember in
            Function(
                name: "matches", arity: 2...2, isMember: isMember, patterns: compile, body: matches)
        })

    private static func matches(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        guard case .string(let text) = arguments[0], case .string(let pattern) = arguments[1] else {
            throw mismatch("matches", "text and text", arguments[0], arguments[1])
        }
        let compiled: any Pattern
        var work = 0
        do {
            compiled = try compile(pattern, &work)
        } catch {
            try budget.spend(work / 4)
            throw error
        }
        try budget.spend(work / 4)
        return .bool(try compiled.matches(text, &budget))
    }

    private static func compile(
        _ pattern: String, _ work: inout Int
    ) throws(FunctionError) -> any Pattern {
        CompiledPattern(try PatternProgram(pattern, work: &work))
    }
}

/// A compiled regular expression, as an expression's program holds it.
private final class CompiledPattern: Pattern {
    private let program: PatternProgram

    init(_ program: PatternProgram) {
        self.program = program
    }

    var instructionCount: Int { program.instructions.count }

    func matches(_ text: String, _ budget: inout Budget) throws(FunctionError) -> Bool {
        var matcher = PatternMatcher(program)
        return try matcher.matches(text, &budget)
    }
}
