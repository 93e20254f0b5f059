/// What one self-test may use at most.
package struct SelfTestLimits: Equatable, Sendable {
    /// After this it is killed.
    package var time: Duration
    /// Bytes of address space, for each of its processes.
    package var memoryBytes = SelfTestMemory.bytesMax
}
