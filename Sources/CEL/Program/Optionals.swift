extension Step {
    /// `optional.or(other)` and `optional.orValue(other)`: evaluates the other only if it is needed.
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
}

extension Function {
    /// The function of an optional, which `x.?name` gives.
    static let optionals: [Function] = [
        .member("hasValue", 1...1) { (arguments, _) throws(FunctionError) in
            guard case .optional(let content) = arguments[0] else {
                throw mismatch("hasValue", "an optional such as x.?name", arguments[0])
            }
            return .bool(content != nil)
        }
    ]
}
