/// Steps that many evaluations share: limits the cost of a whole table or a whole file.
///
/// The count depends only on expressions and data, so it is the same on every machine. An instance belongs
/// to one thread. No access to its numbers lasts longer than one line of this file, so the compiler need
/// not check for exclusive access.
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

    /// Takes steps from the supply.
    ///
    /// - Parameter steps: how many; a negative number takes none.
    /// - Returns: false if fewer were left; then none are left.
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
