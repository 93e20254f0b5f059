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
    /// The steps of each value, then its bytes; -1 for a value that is not known.
    private var costs: [Int]

    /// Has no value yet.
    init(count: Int) {
        values = Array(repeating: .null, count: count)
        costs = Array(repeating: -1, count: 2 * count)
    }

    /// Pays for a value again; false if it is not known, or if that is too much.
    func pay(for slot: Int, from budget: inout Budget) -> Bool {
        let steps = costs[2 * slot]
        return steps >= 0 && budget.pay(Budget.Amount(steps: steps, bytes: costs[2 * slot + 1]))
    }

    /// Keeps a value.
    mutating func keep(_ value: Value, for slot: Int, cost: Budget.Amount) {
        values[slot] = value
        costs[2 * slot] = cost.steps
        costs[2 * slot + 1] = cost.bytes
    }

    /// Forgets a value.
    mutating func forget(_ slot: Int) { costs[2 * slot] = -1 }
}
