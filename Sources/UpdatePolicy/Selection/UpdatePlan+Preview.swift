import BundleFormat

extension UpdatePlan {
    /// Several plans as one: for each year the last step that changes something.
    ///
    /// A year that goes back to a version that is here needs nothing loaded, but it changes: its step says so.
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
}
