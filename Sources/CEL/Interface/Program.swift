/// A compiled expression: it does not change, and any thread may evaluate it at any time.
public struct Program: Sendable {
    let root: Step
    let localCount: Int
    let limits: CELLimits
    /// The name of each function that it calls, once for each call.
    public let functions: [String]

    /// Computes the value for some data.
    ///
    /// - Parameters:
    ///   - activation: gives the values of variables.
    ///   - fuel: steps that this evaluation shares with others, in addition to its own limits.
    /// - Throws: ``EvaluationError`` if the data has no value for the expression, or the limits
    ///   are reached.
    public func evaluate(
        _ activation: some Activation, sharing fuel: SharedFuel? = nil
    ) throws(EvaluationError) -> Value {
        try evaluate(sharing: HeldActivation(activation), fuel)
    }

    /// ``evaluate(_:sharing:)`` for an activation that need not be copied.
    package func evaluate(
        sharing activation: any SharedActivation, _ fuel: SharedFuel? = nil
    ) throws(EvaluationError) -> Value {
        if let fuel, !fuel.take(CELLimits.evaluationSteps + localCount / 8) {
            throw EvaluationError(Budget.outOfSharedFuel, at: SourceRange(offset: 0, length: 0))
        }
        var evaluation = Evaluation(
            activation: activation, localCount: localCount, limits: limits, sharing: fuel)
        defer { evaluation.budget.settle() }
        return try root.evaluate(&evaluation)
    }
}
