import BundleFormat

/// What to delete, with the reason for each deletion.
package struct ReapPlan: Equatable, Sendable {
    /// The reason of a deletion.
    package enum Reason: String, Sendable {
        /// An interrupted run left it.
        case leftover
        /// Never used: the run that made it was interrupted.
        case unusedSet
        /// There are more sets than the limit and this is the oldest, or it cannot be read.
        case oldSet
        /// No kept set names it and no plan needs it.
        case unreferenced
        /// It is damaged, and not in use.
        case damaged
        /// Only a replaced key has signed it.
        case forgotten
    }

    /// One deletion.
    package struct Deletion: Equatable, Sendable {
        /// The path relative to the state folder.
        package let path: String
        package let reason: Reason
    }

    /// The deletions in their order: sets before the bundles that only they name.
    package private(set) var deletions: [Deletion] = []

    /// The leftovers of interrupted runs; a poll deletes them first.
    ///
    /// Whole bundles stay: the interrupted run may have downloaded them for the next plan.
    package static func leftovers(_ inventory: Inventory) -> ReapPlan {
        var plan = ReapPlan()
        plan.deletions = inventory.leftovers.map { Deletion(path: $0, reason: .leftover) }
        if let current = inventory.current {
            plan.delete(inventory.sets.filter { $0.number > current.number }, .unusedSet)
        }
        return plan
    }

    /// Deletes what neither the kept sets nor a plan needs.
    ///
    /// The set in use and the newest before it stay, with every bundle that they name.
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
        let earlier = kept.compactMap { $0.index }.map { index in
            index.entries.mapValues { $0.version }.filter { !isForgotten($0.key, $0.value) }
        }
        let named =
            [index.entries.mapValues { $0.version }] + earlier
            + [wanted, spared.filter { !isForgotten($0.key, $0.value) }]
        plan.delete(inventory.bundles, .unreferenced) { (year, version) in
            named.contains { $0[year] == version }
        }
        let needed = Set(named.flatMap { $0.values })
        plan.deletions += inventory.zips.subtracting(needed).map { $0.hex }.sorted().map {
            Deletion(path: "zips/\($0).zip", reason: .unreferenced)
        }
        plan.delete(inventory.damaged, .damaged) { (year, version) in
            // A reader may have the other files of the set open.
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
        for (year, versions) in bundles.inOrder {
            for version in versions.filter({ !isNeeded(year, $0) }).map({ $0.hex }).sorted() {
                deletions.append(
                    Deletion(path: "bundles/\(year)/\(version)", reason: reason))
            }
        }
    }
}
