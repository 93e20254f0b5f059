/// The memory that self-tests may use together, and how many run at once for that.
package enum SelfTestMemory {
    /// Bytes of address space for one: five times what our heaviest season needs.
    package static let bytesMax: UInt64 = 96 << 20

    /// What is left for this machine's or this unit's processes, in bytes.
    package struct Facts: Equatable {
        /// What the system can give without swapping; nil where it does not say.
        package var availableBytes: UInt64?
        /// The least that a control group above this process leaves; nil where none has a limit.
        package var groupBytes: UInt64?
    }

    /// How many self-tests run at once.
    ///
    /// Together they may use half of the memory that is left, so that the agent and others have the rest. One
    /// always runs: its own limit, and a pause after it was cut off, are what a machine with less needs.
    ///
    /// - Parameters:
    ///   - processors: those of the machine; more tests would only take time from each other.
    ///   - facts: the memory that is left.
    /// - Returns: from 1 to `processors`.
    package static func testsAtOnce(processors: Int, _ facts: Facts) -> Int {
        let left = [facts.availableBytes, facts.groupBytes].compactMap { $0 }.min()
        guard let left else { return max(1, processors) }
        return max(1, min(processors, Int(clamping: left / 2 / bytesMax)))
    }
}
