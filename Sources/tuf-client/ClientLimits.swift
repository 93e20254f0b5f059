/// What this program holds at most, beside the limits of the libraries it is made of.
enum ClientLimits {
    /// Bytes of one target: it is held in memory until its hashes are right, so that nothing unverified
    /// ever lies in the target folder; stops filling the memory with a length that a stolen key signed.
    static let targetBytesMax = 256 << 20
    /// Bytes of the root given to `init`, as of every root.
    static let rootBytesMax = 512_000
}
