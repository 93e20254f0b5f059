import BundleFormat

/// What the agent remembers next to bundles and metadata: choices, trials, and which keys vouched
/// for what.
package struct Memory: Equatable, Sendable {
    package var choices = Choices()
    package var trials = Trials()
    package var vouched = VouchedContents()

    /// Makes an empty memory.
    package init() {}

    /// Remembers which keys vouch for seasons, what they vouch for and what they recall.
    ///
    /// `offers` is what the trusted metadata lists, nil if no targets are trusted; `targetsVersion` is the version of that
    /// metadata.
    ///
    /// - Returns: what it has dropped, in sentences; nil if this machine knows a newer root, so that nothing is learnt.
    package mutating func learn(
        _ root: VouchedContents.Root, _ offers: Offers?, targetsVersion: Int64,
        _ inventory: Inventory, served: SetIndex
    ) -> [String]? {
        var learnt = self
        guard learnt.vouched.follow(root) else { return nil }
        learnt.vouched.adopt(inventory)
        var dropped: [String] = []
        if let offers {
            learnt.vouched.hear(offers, targetsVersion: targetsVersion)
            dropped = learnt.forget(offers, served: served, embedded: inventory.embedded)
            learnt.prune(offers, inventory)
        }
        self = learnt
        return dropped
    }
}
