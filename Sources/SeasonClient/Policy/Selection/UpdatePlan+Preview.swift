import BundleFormat

extension UpdatePlan {
    /// For each year the last step that changes something, such as going back to a version that is here.
    package static func merged(_ plans: [UpdatePlan]) -> UpdatePlan {
        let plans = plans.map { $0.withReturnsAsSteps }
        guard var merged = plans.last, let first = plans.first else {
            return UpdatePlan(years: [], current: nil)
        }
        merged.current = first.current
        // What the last plan leaves empty, such as a year that is recalled, no earlier step fills.
        for at in merged.years.indices
        where merged.years[at].step == .keep && merged.years[at].present != nil {
            let year = merged.years[at].year
            let earlier = plans.dropLast().compactMap { plan in
                plan.years.first { $0.year == year && $0.step != .keep }
            }.last
            // The last reason counts: a poll reports it, too.
            if let earlier { merged.years[at].step = earlier.step }
        }
        return merged
    }

    /// The plan with a step for each year that goes back to an earlier version.
    private var withReturnsAsSteps: UpdatePlan {
        var plan = self
        for at in years.indices where years[at].step == .keep {
            guard let present = years[at].present,
                current?.entries[years[at].year]?.version != present.version
            else { continue }
            plan.years[at].step = .activate(
                present.version, present.origin, publishedUnixSeconds: present.publishedUnixSeconds)
        }
        return plan
    }

    /// The steps that serve the embedded bundles, for years that failed and have nothing else on the disk.
    func fillings(of failed: Set<BundleYear>, _ inventory: Inventory) -> [YearPlan] {
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
    /// A bundle that was never served here must be tested; an embedded one was tested together with the program.
    package func needsTest(_ inventory: Inventory) -> Bool {
        guard let result = step.result else { return false }
        return inventory.embedded[year] != result.version
            && !inventory.sets.contains { $0.index?.entries[year]?.version == result.version }
    }
}
