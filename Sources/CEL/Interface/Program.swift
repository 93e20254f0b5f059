/// A compiled expression: it does not change, and any thread may evaluate it at any time.
public struct Program: Sendable {
    let root: Step
    let localCount: Int
    let limits: CELLimits
    /// The name of each function that it calls, once for each call.
    public let functions: [String]

    /// Computes the value for some data, within its own limits and the steps that it shares with other evaluations.
    ///
    /// - Throws: ``EvaluationError`` if the data has no value for the expression, or the limits are reached.
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

/// Gives an evaluation the values of variables.
public protocol Activation {
    /// Finds a variable's value.
    func resolve(_ name: String) -> Value?
}

/// An activation that is shared and not copied; Embedded Swift has existentials of classes only.
package protocol SharedActivation: AnyObject {
    /// Finds a variable's value, like ``Activation/resolve(_:)``.
    func resolve(_ name: String, _ number: Int) -> Value?
}

final class HeldActivation<Held: Activation>: SharedActivation {
    private let held: Held

    init(_ held: Held) {
        self.held = held
    }

    func resolve(_ name: String, _ number: Int) -> Value? { held.resolve(name) }
}

extension Dictionary: Activation where Key == String, Value == CEL.Value {
    /// Finds a variable's value in the dictionary.
    public func resolve(_ name: String) -> CEL.Value? { self[name] }
}

/// Steps that many evaluations share: limits the cost of a whole table or a whole file, equally on every machine.
///
/// An instance belongs to one thread. No access to its numbers lasts longer than one line of this file, so the compiler
/// need not check for exclusive access.
public final class SharedFuel {
    /// How many steps there were at the beginning.
    public let stepsMax: Int
    /// How many steps are left.
    @exclusivity(unchecked) public private(set) var stepsLeft: Int
    /// Whether an evaluation wanted more steps than were left.
    @exclusivity(unchecked) public private(set) var isExhausted = false

    /// Makes a supply of steps.
    public init(steps: Int) {
        stepsMax = steps
        stepsLeft = steps
    }

    /// How many steps were taken.
    public var stepsTaken: Int { stepsMax - stepsLeft }

    /// Takes steps from the supply; false if fewer were left, and then none are left.
    @discardableResult
    public func take(_ steps: Int) -> Bool {
        let steps = max(0, steps)
        guard steps <= stepsLeft else {
            stepsLeft = 0
            isExhausted = true
            return false
        }
        stepsLeft -= steps
        return true
    }
}
