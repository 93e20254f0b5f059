/// The keys that a root trusts for one role.
package struct RoleKeys: Equatable, Sendable {
    /// The keys, each once.
    package var keys: [PublicKey]
    package var threshold: Int

    package init(_ keys: [PublicKey], threshold: Int = 1) {
        self.keys = keys
        self.threshold = threshold
    }
}
