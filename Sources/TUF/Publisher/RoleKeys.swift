/// The keys that a root trusts for one role.
public struct RoleKeys: Equatable, Sendable {
    /// The keys, each once.
    public var keys: [PublicKey]
    /// How many of them must sign.
    public var threshold: Int

    /// Makes the trust for one role.
    ///
    /// - Parameters:
    ///   - keys: each once.
    ///   - threshold: how many of them must sign.
    public init(_ keys: [PublicKey], threshold: Int = 1) {
        self.keys = keys
        self.threshold = threshold
    }
}
