import BundleFormat

extension UpdatePlan {
    /// The steps that serve the embedded bundles, for years that failed and have nothing else on the disk.
    package func fillings(of failed: Set<BundleYear>, _ inventory: Inventory) -> [YearPlan] {
        years.compactMap { plan in
            guard failed.contains(plan.year), plan.present == nil,
                let version = inventory.embedded[plan.year],
                plan.candidates.contains(where: { $0.version == version && $0.isSecondBest })
            else { return nil }
            let published = inventory.embeddedPublished[plan.year]
            let step: YearPlan.Step =
                inventory.has(plan.year, version)
                ? .activate(version, .embedded, publishedUnixSeconds: published)
                : .place(version, publishedUnixSeconds: published)
            return YearPlan(year: plan.year, present: nil, step: step, reason: .embeddedFills)
        }
    }
}

extension YearPlan {
    /// Whether the step serves a bundle that was never served here, so that it must be tested.
    ///
    /// An embedded bundle was tested together with the program.
    package func needsTest(_ inventory: Inventory) -> Bool {
        guard let result = step.result else { return false }
        return inventory.embedded[year] != result.version
            && !inventory.sets.contains { $0.index?.entries[year]?.version == result.version }
    }
}
