/// What one self-test may use at most.
struct SelfTestLimits: Equatable, Sendable {
    /// After this it is killed.
    var time: Duration
    /// Bytes of address space, for each of its processes.
    var memoryBytes = SelfTestMemory.bytesMax
}
