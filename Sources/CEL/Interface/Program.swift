/// A compiled expression: never changes, evaluated as often as wanted, from any thread.
public struct Program: Sendable {
    let root: any Step
    let localCount: Int
    let limits: CELLimits

    /// Computes the value for some data.
    ///
    /// - Parameter activation: where variables are found.
    /// - Returns: the value.
    /// - Throws: ``EvaluationError`` where the data has no value for the expression, or the limits
    /// are
    ///   reached.
    public func evaluate(_ activation: some Activation) throws(EvaluationError) -> Value {
        var evaluation = Evaluation(
            activation: activation, localCount: localCount, limits: limits)
        do {
            return try root.evaluate(&evaluation)
        } catch {
            throw EvaluationError(kind: error.kind, message: error.message, range: error.range)
        }
    }
}
