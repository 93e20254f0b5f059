/// `text.matches('pattern')` with a literal pattern.
final class Match: Step {
    let text: any Step
    let pattern: PatternProgram
    let range: SourceRange

    init(_ text: any Step, _ pattern: PatternProgram, _ range: SourceRange) {
        self.text = text
        self.pattern = pattern
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(range)
        let value = try text.evaluate(&evaluation)
        guard case .string(let text) = value else {
            throw EvaluationError(
                .typeMismatch, "matches: expected text, found \(value.kind)", at: range)
        }
        var matcher = PatternMatcher(pattern)
        return .bool(
            try evaluation.located(range) { (budget) throws(FunctionError) in
                try matcher.matches(text, &budget)
            })
    }
}
