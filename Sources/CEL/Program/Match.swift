/// `text.matches('pattern')` with a literal pattern, which is compiled with the program.
final class Match: Step {
    let text: any Step
    let pattern: any Pattern
    let name: String
    let range: SourceRange

    init(_ text: any Step, _ pattern: any Pattern, _ name: String, _ range: SourceRange) {
        self.text = text
        self.name = name
        self.pattern = pattern
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(range)
        let value = try text.evaluate(&evaluation)
        guard case .string(let text) = value else {
            throw EvaluationError(
                .typeMismatch, "\(name): expected text, found \(value.kind)", at: range)
        }
        return .bool(
            try evaluation.located(range) { (budget) throws(FunctionError) in
                try pattern.matches(text, &budget)
            })
    }
}
