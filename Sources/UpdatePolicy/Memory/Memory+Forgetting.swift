import BundleFormat

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

    /// Removes entries for contents that the metadata does not list, the disk does not have and
    /// no person chose.
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
