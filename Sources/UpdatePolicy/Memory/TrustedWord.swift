import BundleFormat

/// What the trusted metadata says about seasons.
package struct TrustedWord: Equatable, Sendable {
    package let root: VouchedContents.Root
    /// What it lists; nil if no targets are trusted.
    package let offers: Offers?
    /// The version of the metadata that lists it.
    package let targetsVersion: Int64

    /// Keeps what the metadata says.
    package init(root: VouchedContents.Root, offers: Offers?, targetsVersion: Int64) {
        self.root = root
        self.offers = offers
        self.targetsVersion = targetsVersion
    }
}

extension Memory {
    /// Remembers which keys vouch for seasons, what they vouch for and what they recall.
    ///
    /// - Returns: nil if this machine knows a newer root, so that the word is outdated.
    package func learning(
        _ word: TrustedWord, _ inventory: Inventory, served: SetIndex
    ) -> (memory: Memory, dropped: [String])? {
        var memory = self
        guard memory.vouched.follow(word.root) else { return nil }
        memory.vouched.adopt(inventory)
        guard let offers = word.offers else { return (memory, []) }
        memory.vouched.hear(offers, targetsVersion: word.targetsVersion)
        let dropped = memory.forget(offers, served: served, embedded: inventory.embedded)
        memory.prune(offers, inventory)
        return (memory, dropped)
    }
}
