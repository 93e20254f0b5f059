extension Step {
    /// `optional.or(other)` and `optional.orValue(other)`: evaluates the other only if it is needed.
    ///
    /// - Parameter unwraps: whether it gives the value rather than an optional.
    static func fallback(
        _ optional: Step, _ other: Step, unwraps: Bool, _ optionalRange: SourceRange,
        _ otherRange: SourceRange
    ) -> Step {
        @Sendable func mismatch(_ value: Value, _ range: SourceRange) -> EvaluationError {
            EvaluationError(
                .typeMismatch,
                "\(unwraps ? "orValue" : "or"): expected an optional such as x.?name, "
                    + "found \(value.kind)", at: range)
        }
        return Step { (evaluation) throws(EvaluationError) in
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
    }

    /// `optMap` and `optFlatMap`: makes something from an optional's value, or gives none for none.
    ///
    /// - Parameter isFlat: whether the body itself gives an optional.
    static func optionalBind(
        slot: Int, _ value: Step, in body: Step, isFlat: Bool, _ valueRange: SourceRange,
        _ bodyRange: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
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
                    .typeMismatch,
                    "\(name): expected an optional as result, found \(result.kind)",
                    at: bodyRange)
            }
            return result
        }
    }
}
