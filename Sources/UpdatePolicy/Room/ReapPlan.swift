import BundleFormat

/// What is no longer needed, with the reason for each deletion.
package struct ReapPlan: Equatable, Sendable {
    /// Why something goes.
    package enum Reason: String, Sendable {
        /// A run that was stopped has left it.
        case leftover
        /// Never switched to: the run that made it was stopped before.
        case unusedSet
        /// More sets than are kept, and older than those, or not to be read.
        case oldSet
        /// No kept set names it and no plan wants it.
        case unreferenced
        /// Not whole, and nobody reads it.
        case damaged
        /// Only a key that was replaced has signed it.
        case forgotten
    }

    /// One deletion.
    package struct Deletion: Equatable, Sendable {
        /// Relative to the state folder.
        package let path: String
        package let reason: Reason
    }

    /// The deletions in their order: sets before the bundles that only they name.
    package private(set) var deletions: [Deletion] = []

    /// What runs that were stopped have left: the first thing a poll takes away.
    ///
    /// Whole bundles stay: the stopped run may have fetched them for the plan that is made next.
    ///
    /// - Parameter inventory: what is there.
    /// - Returns: the plan.
    package static func leftovers(_ inventory: Inventory) -> ReapPlan {
        var plan = ReapPlan()
        plan.deletions = inventory.leftovers.map { Deletion(path: $0, reason: .leftover) }
        if let current = inventory.current {
            plan.delete(inventory.sets.filter { $0.number > current.number }, .unusedSet)
        }
        return plan
    }

    /// What neither the sets that are kept nor a plan needs.
    ///
    /// The set in use and the newest before it stay, and every bundle that they name.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - setsMax: sets to keep, the one in use among them.
    ///   - wanted: what a plan is about to switch to.
    ///   - spared: what may be wanted later and should not be fetched again.
    ///   - forgotten: what only a replaced key has signed, by year; no set but the one in use keeps it.
    ///   - downloads: the SHA-256 of each zip that is offered, of which a part may be there; nil where
    ///     that is not known.
    /// - Returns: the plan; without sets and bundles where no set is in use, because then nothing is known
    ///   to be unneeded.
    package static func unneeded(
        _ inventory: Inventory, setsMax: Int, wanted: [BundleYear: ContentVersion] = [:],
        spared: [BundleYear: ContentVersion] = [:],
        forgotten: [BundleYear: Set<ContentVersion>] = [:], downloads: Set<String>? = nil
    ) -> ReapPlan {
        var plan = ReapPlan()
        if let downloads {
            plan.deletions += inventory.partials.filter { !downloads.contains($0.sha256) }.map {
                Deletion(path: "downloads/\($0.name)", reason: .unreferenced)
            }
        }
        guard let current = inventory.current, let index = current.index else { return plan }

        let older = inventory.sets.filter { $0.number < current.number }
        let kept = older.filter { $0.index != nil }.suffix(max(0, setsMax - 1))
        plan.delete(older.filter { !kept.contains($0) }, .oldSet)

        func isForgotten(_ year: BundleYear, _ version: ContentVersion) -> Bool {
            forgotten[year]?.contains(version) == true
        }
        for set in kept {
            let years = (set.index?.entries ?? [:]).filter { isForgotten($0.key, $0.value.version) }
            plan.deletions += years.keys.sorted().map {
                Deletion(
                    path: "sets/\(set.number)/\($0)", reason: .forgotten)
            }
        }
        let earlier = kept.compactMap(\.index).map { index in
            index.entries.mapValues(\.version).filter { !isForgotten($0.key, $0.value) }
        }
        let named =
            [index.entries.mapValues(\.version)] + earlier
            + [wanted, spared.filter { !isForgotten($0.key, $0.value) }]
        plan.delete(inventory.bundles, .unreferenced) { (year, version) in
            named.contains { $0[year] == version }
        }
        let needed = Set(named.flatMap(\.values))
        plan.deletions += inventory.zips.subtracting(needed).sorted { $0.hex < $1.hex }.map {
            Deletion(path: "zips/\($0.hex).zip", reason: .unreferenced)
        }
        plan.delete(inventory.damaged, .damaged) { (year, version) in
            // Somebody may be reading what is left of it.
            index.entries[year]?.version == version
        }
        return plan
    }

    private mutating func delete(_ sets: [SetRecord], _ reason: Reason) {
        deletions += sets.map {
            Deletion(path: "sets/\($0.number)", reason: reason)
        }
    }

    private mutating func delete(
        _ bundles: [BundleYear: Set<ContentVersion>], _ reason: Reason,
        unless isNeeded: (BundleYear, ContentVersion) -> Bool
    ) {
        for (year, versions) in bundles.sorted(by: { $0.key < $1.key }) {
            for version in versions.sorted(by: { $0.hex < $1.hex })
            where !isNeeded(year, version) {
                deletions.append(
                    Deletion(path: "bundles/\(year)/\(version.hex)", reason: reason))
            }
        }
    }
}
