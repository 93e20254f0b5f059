import BundleFormat

/// The facts of one year, and the plan that follows from them.
package struct YearSelection {
    package let year: BundleYear
    package let policy: SelectionPolicy
    /// What the set in use names.
    package let served: SetIndex.Entry?
    /// What older sets name, the newest first, each version once.
    package let earlier: [SetIndex.Entry]
    package let offer: Offer?
    /// Whether the year serves a content that only a replaced key has signed, or an older set names
    /// one.
    package let hasForgotten: Bool

    package init(_ year: BundleYear, _ history: [SetIndex], _ policy: SelectionPolicy) {
        self.year = year
        self.policy = policy
        served = history.first?.entries[year]
        offer = policy.word.offers?.accepted[year]
        hasForgotten = history.contains { index in
            index.entries[year].map { policy.vouched.hasLost(year, $0.version) } == true
        }
        var earlier: [SetIndex.Entry] = []
        // A year that is absent from the set in use stays absent: that was on purpose.
        for entry in served == nil ? [] : history.compactMap({ $0.entries[year] })
        where entry.version != served?.version
            && !earlier.contains(where: { $0.version == entry.version })
            && Self.isVouched(entry.version, year, policy)
        {
            earlier.append(entry)
        }
        self.earlier = earlier
    }

    /// The year's plan.
    package func plan() -> YearPlan {
        var candidates = candidates()
        let present = present(candidates)
        for at in candidates.indices {
            candidates[at].add(changeFindings(candidates[at], present: present))
        }
        let chosen = choose(candidates, present)
        for at in candidates.indices where candidates[at].isAdmissible {
            let isChosen = candidates[at].version == chosen
            candidates[at].isChosen = isChosen
            candidates[at].add([
                Finding(
                    rule: .newest, passed: isChosen,
                    note: isChosen ? "" : "\(chosen?.short ?? "another") comes before it")
            ])
        }
        let step = step(chosen, present)
        return YearPlan(
            year: year, present: present.map(refreshed), step: step,
            reason: reason(step, present, candidates), candidates: candidates)
    }

    // MARK: Facts

    package var embedded: ContentVersion? { policy.inventory.embedded[year] }
    package var embeddedPublished: Int64? { policy.inventory.embeddedPublished[year] }
    package var rollback: Choices.Rollback? { policy.choices.rollbacks[year] }

    /// Whether the publisher recalled a version, as far as this machine ever heard.
    package func isRecalled(_ version: ContentVersion?) -> Bool {
        guard let version else { return false }
        return policy.word.offers?.recalled[year]?.contains(version) == true
            || policy.vouched.hasRecalled(year, version)
    }

    /// Whether a key that root names now vouches for a version, or it came with the program.
    package func isVouched(_ version: ContentVersion) -> Bool {
        Self.isVouched(version, year, policy)
    }

    private static func isVouched(
        _ version: ContentVersion, _ year: BundleYear, _ policy: SelectionPolicy
    ) -> Bool {
        policy.inventory.embedded[year] == version
            || policy.word.offers?.listed[year]?[version] != nil
            || policy.vouched.vouches(year, version)
    }

    /// Whether the signatures allow serving a version; a served one stays until newer metadata is
    /// here.
    package func mayServe(_ version: ContentVersion) -> Bool {
        isVouched(version) || policy.word.offers == nil && version == served?.version
    }

    /// Whether the publisher wants the year as the program has it.
    package var isWithdrawn: Bool { isRecalled(offer?.custom.version) }

    /// The pinned version, unless it was recalled.
    package var pin: ContentVersion? {
        policy.choices.pins[year].map(\.version).flatMap {
            isRecalled($0) || policy.vouched.hasLost(year, $0) && !mayServe($0) ? nil : $0
        }
    }

    package func isHere(_ version: ContentVersion) -> Bool {
        policy.inventory.has(year, version) || embedded == version
    }

    /// What is served; if it may not be served, the newest earlier version that may.
    private func present(_ candidates: [Candidate]) -> SetIndex.Entry? {
        ([served].compactMap { $0 } + earlier).first { entry in
            candidates.first { $0.version == entry.version }?.isAdmissible == true
                && policy.inventory.has(year, entry.version)
        }
    }

    /// The entry with the latest known publication time of its content.
    private func refreshed(_ entry: SetIndex.Entry) -> SetIndex.Entry {
        guard let offer, offer.custom.version == entry.version else { return entry }
        var entry = entry
        entry.publishedUnixSeconds = offer.custom.publishedUnixSeconds
        return entry
    }

    /// Every known version once, with the findings that do not depend on what is served.
    private func candidates() -> [Candidate] {
        var found: [Candidate] = []
        func add(_ version: ContentVersion?, _ source: Candidate.Source, _ published: Int64?) {
            if let at = found.firstIndex(where: { $0.version == version }) {
                found[at].sources.append(source)
                let known = found[at].publishedUnixSeconds
                found[at].publishedUnixSeconds = [known, published].compactMap { $0 }.max()
            } else {
                found.append(
                    Candidate(
                        version: version, sources: [source], publishedUnixSeconds: published))
            }
        }
        if let served { add(served.version, .served, served.publishedUnixSeconds) }
        if let offer {
            add(offer.custom.version, .offered, offer.custom.publishedUnixSeconds)
        }
        // A version that cannot be taken is listed beside the others.
        if policy.word.offers?.refused[year] != nil || policy.word.offers?.beyond[year] != nil {
            add(nil, .offered, nil)
        }
        if let embedded { add(embedded, .embedded, embeddedPublished) }
        if let pin = policy.choices.pins[year]?.version,
            !policy.vouched.hasLost(year, pin) || mayServe(pin)
        {
            add(pin, .pinned, nil)
        }
        for entry in earlier { add(entry.version, .earlier, entry.publishedUnixSeconds) }
        for at in found.indices { found[at].add(stateFindings(found[at])) }
        return found
    }
}
