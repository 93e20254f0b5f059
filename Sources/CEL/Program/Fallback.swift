/// `optional.or(other)` and `optional.orValue(other)`: evaluates the other only if it is needed.
final class Fallback: Step {
    let optional: any Step
    let other: any Step
    /// Whether it gives the value rather than an optional.
    let unwraps: Bool
    let optionalRange: SourceRange
    let otherRange: SourceRange

    init(
        _ optional: any Step, _ other: any Step, unwraps: Bool, _ optionalRange: SourceRange,
        _ otherRange: SourceRange
    ) {
        self.optional = optional
        self.other = other
        self.unwraps = unwraps
        self.optionalRange = optionalRange
        self.otherRange = otherRange
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(optionalRange)
        let value = try optional.evaluate(&evaluation)
        guard case .optional(let content) = value else {
            throw mismatch(value, optionalRange)
        }
        if let content { return unwraps ? content : value }
        let replacement = try other.evaluate(&evaluation)
        if unwraps { return replacement }
        guard case .optional = replacement else { throw mismatch(replacement, otherRange) }
        return replacement
    }

    private func mismatch(_ value: Value, _ range: SourceRange) -> EvaluationError {
        EvaluationError(
            .typeMismatch,
            "\(unwraps ? "orValue" : "or"): expected an optional such as x.?name, found \(value.kind)",
            at: range)
    }
}
