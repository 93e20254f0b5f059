/// A value that was computed once, and what it costs; a structure, because a list of tuples costs a start twice as much.
struct KeptValue {
    let value: Value
    let cost: Budget.Amount
}

extension Step {
    /// A part of a loop that does not depend on the loop's variables: it is computed once for all elements.
    ///
    /// Each element pays the same as if it were computed again, so limits end an evaluation at the same place.
    static func invariant(slot: Int, _ part: Step) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            if let kept = evaluation.kept[slot], evaluation.budget.pay(kept.cost) {
                return kept.value
            }
            let before = evaluation.budget.left
            let value = try part.evaluate(&evaluation)
            evaluation.kept[slot] = KeptValue(value: value, cost: before - evaluation.budget.left)
            return value
        }
    }
}
