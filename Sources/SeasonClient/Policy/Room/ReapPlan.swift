import BundleFormat

/// What to delete.
package struct ReapPlan: Equatable, Sendable {
    /// Paths relative to the state folder, in the order of deletion: sets before the bundles that only they name.
    package private(set) var deletions: [String] = []

    /// A poll deletes them first; whole bundles stay: the interrupted run may have downloaded them for the next plan.
    package static func leftovers(_ inventory: Inventory) -> ReapPlan {
        var plan = ReapPlan()
        plan.deletions = inventory.leftovers
        if let current = inventory.current {
            // Never used: the run that made it was interrupted.
            plan.delete(inventory.sets.filter { $0.number > current.number })
        }
        return plan
    }

    /// The set in use and the newest before it stay, with every bundle that they name.
    package static func unneeded(
        _ inventory: Inventory, setsMax: Int, wanted: [BundleYear: ContentVersion] = [:],
        spared: [BundleYear: ContentVersion] = [:],
        forgotten: [BundleYear: Set<ContentVersion>] = [:], downloads: Set<String>? = nil
    ) -> ReapPlan {
        var plan = ReapPlan()
        if let downloads {
            plan.deletions += inventory.partials.filter { !downloads.contains($0.sha256) }.map {
                "downloads/\($0.name)"
            }
        }
        guard let current = inventory.current, let index = current.index else { return plan }

        let older = inventory.sets.filter { $0.number < current.number }
        let kept = older.filter { $0.index != nil }.suffix(max(0, setsMax - 1))
        plan.delete(older.filter { !kept.contains($0) })

        func isForgotten(_ year: BundleYear, _ version: ContentVersion) -> Bool {
            forgotten[year]?.contains(version) == true
        }
        for set in kept {
            let years = (set.index?.entries ?? [:]).filter { isForgotten($0.key, $0.value.version) }
            plan.deletions += years.keys.sorted().map { "sets/\(set.number)/\($0)" }
        }
        let earlier = kept.compactMap { $0.index }.map { index in
            index.entries.mapValues { $0.version }.filter { !isForgotten($0.key, $0.value) }
        }
        let named =
            [index.entries.mapValues { $0.version }] + earlier
            + [wanted, spared.filter { !isForgotten($0.key, $0.value) }]
        plan.delete(inventory.bundles) { (year, version) in
            named.contains { $0[year] == version }
        }
        let needed = Set(named.flatMap { $0.values })
        plan.deletions += inventory.zips.subtracting(needed).map { $0.hex }.sorted()
            .map { "zips/\($0).zip" }
        plan.delete(inventory.damaged) { (year, version) in
            // A reader may have the other files of the set open.
            index.entries[year]?.version == version
        }
        return plan
    }

    private mutating func delete(_ sets: [SetRecord]) {
        deletions += sets.map { "sets/\($0.number)" }
    }

    private mutating func delete(
        _ bundles: [BundleYear: Set<ContentVersion>],
        unless isNeeded: (BundleYear, ContentVersion) -> Bool
    ) {
        for (year, versions) in bundles.inOrder {
            for version in versions.filter({ !isNeeded(year, $0) }).map({ $0.hex }).sorted() {
                deletions.append("bundles/\(year)/\(version)")
            }
        }
    }
}
