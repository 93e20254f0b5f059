/// `optMap` and `optFlatMap`: makes something from an optional's value, or gives none for none.
final class OptionalBind: Step {
    let slot: Int
    let value: any Step
    let body: any Step
    /// Whether the body itself gives an optional.
    let isFlat: Bool
    let valueRange: SourceRange
    let bodyRange: SourceRange

    init(
        slot: Int, value: any Step, body: any Step, isFlat: Bool, valueRange: SourceRange,
        bodyRange: SourceRange
    ) {
        self.slot = slot
        self.value = value
        self.body = body
        self.isFlat = isFlat
        self.valueRange = valueRange
        self.bodyRange = bodyRange
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        let name = isFlat ? "optFlatMap" : "optMap"
        let optional = try value.evaluate(&evaluation)
        guard case .optional(let content) = optional else {
            throw EvaluationError(
                .typeMismatch, "\(name): expected an optional, found \(optional.kind)",
                at: valueRange)
        }
        guard let content else { return optional }
        evaluation.locals[slot] = content
        let result = try body.evaluate(&evaluation)
        guard isFlat else { return .optional(result) }
        guard case .optional = result else {
            throw EvaluationError(
                .typeMismatch, "\(name): expected an optional as result, found \(result.kind)",
                at: bodyRange)
        }
        return result
    }
}
