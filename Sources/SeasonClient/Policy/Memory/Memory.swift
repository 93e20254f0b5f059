import BundleFormat
import JSON
import Time

/// What the agent remembers next to bundles and metadata.
package struct Memory: Equatable, Sendable {
    package var choices = Choices()
    package var trials = Trials()
    package var vouched = VouchedContents()

    package init() {}

    /// Remembers which keys vouch for seasons, what they vouch for and what they recall.
    ///
    /// `offers` is what the trusted metadata of `targetsVersion` lists, nil if no targets are trusted. The result has what
    /// was dropped, in sentences; it is nil if this machine knows a newer root, so that nothing is learnt.
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

extension JSON {
    /// A moment as `2026-11-21T02:30:00Z`, or null.
    package static func time(_ unixSeconds: Int64?) -> JSON {
        unixSeconds.map { .string(UTCTime(unixSeconds: $0).description) } ?? .null
    }

    package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    package var time: Int64? { stringValue.flatMap { UTCTime($0) }?.unixSeconds }
}

extension Memory {
    /// Removes choices and trials that name contents for which no key vouches any more.
    ///
    /// A rollback compares the times of two contents. If a key was replaced since, those times may be a
    /// thief's. Then the rollback is removed, or it counts from what is offered now.
    package mutating func forget(
        _ offers: Offers, served: SetIndex, embedded: [BundleYear: ContentVersion]
    ) -> [String] {
        func isLost(_ year: BundleYear, _ version: ContentVersion) -> Bool {
            embedded[year] != version && vouched.hasLost(year, version)
        }
        var sentences: [String] = []
        for (year, pin) in choices.pins.inOrder
        where isLost(year, pin.version) {
            choices.pins[year] = nil
            sentences.append(ReportText.pinForgotten(year, pin.version))
        }
        for (year, rollback) in choices.rollbacks.inOrder {
            guard let root = vouched.root,
                !(rollback.keys?.isSubset(of: root.keys) ?? root.replaced.isEmpty)
            else { continue }
            let left = rollback.left.filter { !isLost(year, $0) }
            let isAtLost = served.entries[year].map { isLost(year, $0.version) } ?? false
            guard !left.isEmpty, !isAtLost else {
                choices.rollbacks[year] = nil
                sentences.append(ReportText.rollbackForgotten(year))
                continue
            }
            let offer = offers.accepted[year]?.custom
            let offered = offer.flatMap {
                left.contains($0.version) ? $0.publishedUnixSeconds : nil
            }
            choices.rollbacks[year] = Choices.Rollback(
                left: left,
                publishedUnixSeconds: offered
                    ?? min(rollback.publishedUnixSeconds, rollback.sinceUnixSeconds),
                sinceUnixSeconds: rollback.sinceUnixSeconds, keys: root.keys)
        }
        trials.failures = trials.failures.filter { !isLost($0.key, $0.value.version) }
        trials.interruptions = trials.interruptions.filter { !isLost($0.key, $0.value.version) }
        return sentences
    }

    /// Entries for contents that the metadata does not list, the disk does not have and no person chose.
    package mutating func prune(_ offers: Offers, _ inventory: Inventory) {
        var named = inventory.bundles
        for (year, versions) in inventory.damaged { named[year, default: []].formUnion(versions) }
        for set in inventory.sets {
            for (year, entry) in set.index?.entries ?? [:] {
                named[year, default: []].insert(entry.version)
            }
        }
        for (year, pin) in choices.pins { named[year, default: []].insert(pin.version) }
        for (year, rollback) in choices.rollbacks {
            named[year, default: []].formUnion(rollback.left)
        }
        for (year, offer) in offers.accepted {
            named[year, default: []].insert(offer.custom.version)
        }
        vouched.contents = vouched.contents.reduce(into: [:]) { kept, year in
            let known = year.value.filter { named[year.key]?.contains($0.key) == true }
            if !known.isEmpty { kept[year.key] = known }
        }
    }
}
