/// The keys that a root trusts for one role.
package struct RoleKeys: Equatable, Sendable {
    /// The keys, each once.
    package var keys: [PublicKey]
    /// How many of them must sign.
    package var threshold: Int

    /// Makes the trust for one role.
    package init(_ keys: [PublicKey], threshold: Int = 1) {
        self.keys = keys
        self.threshold = threshold
    }
}
