import BundleFormat

/// Finds the versions that one year could serve, and plans the year.
struct YearSelection {
    /// The facts about the year.
    let facts: YearFacts
    private var rules: CandidateRules { CandidateRules(facts: facts) }

    /// Plans the year.
    func plan() -> YearPlan {
        var candidates = candidates()
        let present = present(candidates)
        for at in candidates.indices {
            candidates[at].add(rules.changeFindings(candidates[at], present: present))
        }
        let choice = YearChoice(facts: facts)
        let chosen = choice.choose(candidates, present)
        for at in candidates.indices where candidates[at].isAdmissible {
            let isChosen = candidates[at].version == chosen
            candidates[at].isChosen = isChosen
            candidates[at].add([
                Finding(
                    rule: .newest, passed: isChosen,
                    note: isChosen ? "" : "\(chosen?.short ?? "another") comes before it")
            ])
        }
        let step = choice.step(chosen, present)
        return YearPlan(
            year: facts.year, present: present.map(refreshed), step: step,
            reason: choice.reason(step, present, candidates),
            hindrance: choice.hindrance(step, present, candidates), candidates: candidates,
            hadBefore: facts.hadBefore)
    }

    /// The served entry; if that may not be served, the newest earlier entry that may.
    private func present(_ candidates: [Candidate]) -> SetIndex.Entry? {
        ([facts.served].compactMap { $0 } + facts.earlier).first { entry in
            candidates.first { $0.version == entry.version }?.isAdmissible == true
                && facts.policy.inventory.has(facts.year, entry.version)
        }
    }

    /// The entry with the latest known publication time of its content.
    private func refreshed(_ entry: SetIndex.Entry) -> SetIndex.Entry {
        guard let offer = facts.offer, offer.custom.version == entry.version else { return entry }
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
                    Candidate(version: version, sources: [source], publishedUnixSeconds: published))
            }
        }
        if let served = facts.served { add(served.version, .served, served.publishedUnixSeconds) }
        if let offer = facts.offer {
            add(offer.custom.version, .offered, offer.custom.publishedUnixSeconds)
        }
        // What cannot be taken, or that there is nothing to take, is listed with the others.
        if facts.refusal != nil || facts.isWithdrawn { add(nil, .offered, nil) }
        if let embedded = facts.embedded { add(embedded, .embedded, facts.embeddedPublished) }
        if let pin = facts.policy.choices.pins[facts.year]?.version,
            !facts.policy.vouched.hasLost(facts.year, pin) || facts.mayServe(pin)
        {
            add(pin, .pinned, nil)
        }
        for entry in facts.earlier { add(entry.version, .earlier, entry.publishedUnixSeconds) }
        for at in found.indices { found[at].add(rules.stateFindings(found[at])) }
        return found
    }
}
