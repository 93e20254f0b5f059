/// The limits of this program, next to those of its libraries.
enum ClientLimits {
    /// Bytes of one target.
    ///
    /// It is held in memory until its hashes are right, so that the target folder contains only
    /// verified files. Prevents a length that a stolen key signed from filling the memory.
    static let targetBytesMax = 256 << 20
    /// Bytes of the root given to `init`, as of every root.
    static let rootBytesMax = 512_000
}
