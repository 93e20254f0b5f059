extension Step {
    /// A value known when compiling.
    static func constant(_ value: Value) -> Step {
        Step { (_) throws(EvaluationError) in value }
    }

    /// A variable of the activation.
    ///
    /// - Parameters:
    ///   - number: what the activation knows it by.
    ///   - isComputed: whether the activation may evaluate another program to find it.
    static func variable(
        _ name: String, _ number: Int, isComputed: Bool, _ range: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            if isComputed { evaluation.budget.settle() }
            let value = evaluation.activation.resolve(name, number)
            if isComputed { evaluation.budget.renew() }
            guard let value else {
                throw EvaluationError(
                    .noSuchVariable(name), "expected a value for '\(name)', found none",
                    at: range)
            }
            return value
        }
    }

    /// A comprehension's variable.
    static func local(_ slot: Int) -> Step {
        Step { (evaluation) throws(EvaluationError) in evaluation.locals[slot] }
    }

    /// A name or call without meaning that compiling allowed: it fails when it is evaluated.
    static func unresolved(_ error: EvaluationError) -> Step {
        Step { (_) throws(EvaluationError) in throw error }
    }
}
