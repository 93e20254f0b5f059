/// A part of a loop that does not depend on the loop's variables: it is computed once for all elements.
///
/// Each element pays the same as if it were computed again, so limits end an evaluation at the same place.
final class Invariant: Step {
    let slot: Int
    let part: any Step

    init(slot: Int, _ part: any Step) {
        self.slot = slot
        self.part = part
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        if evaluation.kept.pay(for: slot, from: &evaluation.budget) {
            return evaluation.kept.values[slot]
        }
        let before = evaluation.budget.left
        let value = try part.evaluate(&evaluation)
        evaluation.kept.keep(value, for: slot, cost: before - evaluation.budget.left)
        return value
    }
}

/// The values of the parts of loops that do not change.
struct KeptValues {
    /// The values, by slot.
    private(set) var values: [Value]
    /// What each value costs; nil for a value that is not known.
    private var costs: [Budget.Amount?]

    /// Has no value yet.
    init(count: Int) {
        values = Array(repeating: .null, count: count)
        costs = Array(repeating: nil, count: count)
    }

    /// Pays for a value again; false if it is not known, or if that is too much.
    func pay(for slot: Int, from budget: inout Budget) -> Bool {
        costs[slot].map { budget.pay($0) } ?? false
    }

    /// Keeps a value.
    mutating func keep(_ value: Value, for slot: Int, cost: Budget.Amount) {
        values[slot] = value
        costs[slot] = cost
    }

    /// Forgets a value.
    mutating func forget(_ slot: Int) { costs[slot] = nil }
}
