/// Finds the parts of loops that do not depend on the loops' variables.
///
/// Variables have numbers that rise from outer loops to inner ones. So a part stays the same in a loop if the highest
/// number that it uses is below those of the loop's variables.
struct InvariantParts {
    /// A loop around the expression that is being resolved.
    private struct OpenLoop {
        let firstSlot: Int
        /// The parts that stay the same in this loop, and change in the loop around it.
        var parts: [Int] = []
    }

    /// How many parts there are so far.
    private(set) var count = 0
    /// The highest slot that was used since this was last set; -1 for none.
    var highestUse = -1
    private var loops: [OpenLoop] = []

    /// Whether an expression costs so much that keeping its value is worth it.
    private static func isWorthKeeping(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .literal, .identifier: false
        default: true
        }
    }

    /// Remembers that a variable of a loop is used.
    mutating func use(_ slot: Int) { highestUse = max(highestUse, slot) }

    /// Remembers that something is used that no loop may keep.
    mutating func useUnknown() { highestUse = .max }

    /// Begins a loop whose first variable has this slot.
    mutating func begin(firstSlot: Int) { loops.append(OpenLoop(firstSlot: firstSlot)) }

    /// Ends the innermost loop.
    ///
    /// - Returns: the slots of the parts that stay the same in it.
    mutating func end() -> [Int] {
        guard let loop = loops.popLast() else { return [] }
        // The loop as a whole may depend on every variable around it.
        use(loop.firstSlot - 1)
        return loop.parts
    }

    /// Keeps the value of a part if it stays the same in a loop where its neighbour changes.
    mutating func keep(
        _ step: Step, of expression: Expression, using use: Int, beside other: Int
    ) -> Step {
        guard let at = loops.firstIndex(where: { use < $0.firstSlot }),
            other >= loops[at].firstSlot, Self.isWorthKeeping(expression)
        else { return step }
        let slot = count
        count += 1
        loops[at].parts.append(slot)
        return .invariant(slot: slot, step)
    }
}

extension Resolver {
    /// Makes the operations for two parts of one expression.
    mutating func steps(_ left: Expression, _ right: Expression) -> (Step, Step) {
        let before = invariants.highestUse
        invariants.highestUse = -1
        let leftStep = step(left)
        let leftUse = invariants.highestUse
        invariants.highestUse = -1
        let rightStep = step(right)
        let rightUse = invariants.highestUse
        invariants.highestUse = max(before, leftUse, rightUse)
        return (
            invariants.keep(leftStep, of: left, using: leftUse, beside: rightUse),
            invariants.keep(rightStep, of: right, using: rightUse, beside: leftUse)
        )
    }
}
