/// A value known when compiling.
final class Constant: Step {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value { value }
}

/// A variable of the activation.
final class Variable: Step {
    let name: String
    /// What the activation knows it by.
    let number: Int
    /// Whether the activation may evaluate another program to find it.
    let isComputed: Bool
    let range: SourceRange

    init(_ name: String, _ number: Int, isComputed: Bool, _ range: SourceRange) {
        self.name = name
        self.number = number
        self.isComputed = isComputed
        self.range = range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        if isComputed { evaluation.budget.settle() }
        let value = evaluation.activation.resolve(name, number)
        if isComputed { evaluation.budget.renew() }
        guard let value else {
            throw EvaluationError(
                .noSuchVariable(name), "expected a value for '\(name)', found none", at: range)
        }
        return value
    }
}

/// A comprehension's variable or a binding.
final class Local: Step {
    let slot: Int

    init(_ slot: Int) {
        self.slot = slot
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        evaluation.locals[slot]
    }
}

/// A name or call without meaning that compiling allowed: it fails when it is evaluated.
final class Unresolved: Step {
    let error: EvaluationError

    init(_ error: EvaluationError) {
        self.error = error
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value { throw error }
}

/// `cel.bind`: computes a value once and keeps it for the body.
final class Bind: Step {
    let slot: Int
    let value: any Step
    let body: any Step

    init(slot: Int, value: any Step, body: any Step) {
        self.slot = slot
        self.value = value
        self.body = body
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        evaluation.locals[slot] = try value.evaluate(&evaluation)
        return try body.evaluate(&evaluation)
    }
}
