import SeasonClient
/// The limits of one confined program.
package struct ConfinedLimits: Equatable, Sendable {
    /// After this time it is killed.
    package var time: Duration
    /// Bytes of address space, for each of its processes.
    package var memoryBytes = SelfTestCapacity.bytesMax
    /// Bytes of output that are kept; the rest is read and dropped, so that the program never
    /// waits.
    package var outputBytesMax = 4_096
    /// Seconds that it may compute; nil for all of `time`.
    package var processorSeconds: UInt64?
}
