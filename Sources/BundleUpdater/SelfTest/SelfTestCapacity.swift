/// How many self-tests may run at the same time: as many as the memory allows.
package enum SelfTestCapacity {
    /// Bytes of address space for one test: five times what our heaviest season needs.
    package static let bytesMax: UInt64 = 96 << 20

    /// The free memory for this machine's or this unit's processes, in bytes.
    package struct Facts: Equatable {
        /// What the system can give without swapping; nil if it does not say.
        package var availableBytes: UInt64?
        /// The least that a control group above this process leaves; nil if none has a limit.
        package var groupBytes: UInt64?
    }

    /// How many self-tests may run at the same time.
    ///
    /// Together they may use half of the free memory, so that the agent and others have the rest.
    /// One test always runs. On a machine with less memory its own limit ends it, and a pause
    /// follows.
    package static func testsAtOnce(processors: Int, _ facts: Facts) -> Int {
        let left = [facts.availableBytes, facts.groupBytes].compactMap { $0 }.min()
        guard let left else { return max(1, processors) }
        return max(1, min(processors, Int(clamping: left / 2 / bytesMax)))
    }
}
