/// The limits of one self-test.
package struct SelfTestLimits: Equatable, Sendable {
    /// After this time it is killed.
    package var time: Duration
    /// Bytes of address space, for each of its processes.
    package var memoryBytes = SelfTestMemory.bytesMax
}
