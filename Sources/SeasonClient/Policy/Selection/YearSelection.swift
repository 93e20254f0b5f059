import BundleFormat

/// Finds the versions that one year could serve, and plans the year.
struct YearSelection {
    let facts: YearFacts
    private var rules: CandidateRules { CandidateRules(facts: facts) }

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

/// Chooses among the allowed candidates of a year, and gives the step and the reason.
struct YearChoice {
    let facts: YearFacts

    func choose(_ candidates: [Candidate], _ present: SetIndex.Entry?) -> ContentVersion? {
        func passes(_ version: ContentVersion?) -> ContentVersion? {
            candidates.contains { $0.version == version && $0.isAdmissible } ? version : nil
        }
        if let pin = facts.pin, let pinned = passes(pin) { return pinned }
        let offered = passes(facts.offer?.custom.version)
        if offered == nil, let undone = facts.undone, passes(undone) != nil { return undone }
        guard let embedded = passes(facts.embedded) else { return offered ?? present?.version }
        if let offered {
            let isNewer =
                (facts.embeddedPublished ?? .min)
                > (facts.offer?.custom.publishedUnixSeconds ?? .max)
            return isNewer ? embedded : offered
        }
        guard let present else { return embedded }
        switch present.origin {
        // Another program with another bundle inside was installed.
        case .embedded: return embedded
        case .downloaded, .folder:
            let since = max(
                present.publishedUnixSeconds ?? .max, facts.rollback?.publishedUnixSeconds ?? .min)
            return (facts.embeddedPublished ?? .min) > since ? embedded : present.version
        }
    }

    func step(_ chosen: ContentVersion?, _ present: SetIndex.Entry?) -> YearPlan.Step {
        guard let chosen, chosen != present?.version else { return .keep }
        let isEmbedded = chosen == facts.embedded
        if facts.policy.inventory.has(facts.year, chosen) {
            return .activate(
                chosen, isEmbedded ? .embedded : .downloaded,
                publishedUnixSeconds: published(chosen))
        }
        if isEmbedded { return .place(chosen, publishedUnixSeconds: published(chosen)) }
        guard let offer = facts.offer, offer.custom.version == chosen else { return .keep }
        return .download(offer)
    }

    private func published(_ version: ContentVersion) -> Int64? {
        if let offer = facts.offer, offer.custom.version == version {
            return offer.custom.publishedUnixSeconds
        }
        if version == facts.embedded { return facts.embeddedPublished }
        return facts.earlier.first { $0.version == version }?.publishedUnixSeconds
            ?? facts.policy.vouched.contents[facts.year]?[version]?.publishedUnixSeconds
    }

    /// Why the year serves this version after the step.
    func reason(
        _ step: YearPlan.Step, _ present: SetIndex.Entry?, _ candidates: [Candidate]
    ) -> YearPlan.Reason {
        let chosen = step.result?.version ?? present?.version
        if let served = facts.served, chosen != served.version {
            if facts.isRecalled(served.version) { return .recalled(served.version) }
            if !facts.mayServe(served.version) { return .forgotten(served.version) }
            if facts.isWithdrawn { return .withdrawn }
            let published = served.publishedUnixSeconds
            if facts.rollback?.isLeft(served.version, publishedUnixSeconds: published) == true {
                return chosen == nil ? .lost : .rolledBack
            }
        }
        if present?.version != facts.served?.version {
            return step != .keep ? .damaged : present == nil ? .lost : .restored
        }
        if let pin = facts.pin, chosen == pin { return .pinned }
        if let undone = facts.undone, chosen == undone { return .undone }
        if let offer = facts.offer, offer.custom.version == chosen {
            let isAtHand = facts.served == nil && chosen == facts.embedded
            return step == .keep || isAtHand ? .upToDate : .published(offer.custom.published)
        }
        if case .keep = step { return kept(candidates) }
        switch present?.origin {
        case nil: return .embeddedFills
        case .embedded: return .embeddedChanged
        case .downloaded, .folder: return .embeddedNewer
        }
    }

    /// What keeps the year from what is published, so that a first poll reports the same trouble as every later one.
    func hindrance(
        _ step: YearPlan.Step, _ present: SetIndex.Entry?, _ candidates: [Candidate]
    ) -> YearPlan.Reason? {
        let isEmpty = step.result == nil && present == nil
        if !isEmpty {
            guard let version = step.result?.version, version != facts.pin,
                version != facts.offer?.custom.version
            else { return nil }
        }
        let reason = kept(candidates)
        let hinders =
            reason.trouble != nil || isEmpty && reason.isForbidding(hadBefore: facts.hadBefore)
        return hinders ? reason : nil
    }

    /// Why the year does not serve what is published.
    private func kept(_ candidates: [Candidate]) -> YearPlan.Reason {
        if facts.isWithdrawn { return .withdrawn }
        switch facts.refusal {
        case .format(let form): return .format(form)
        case .malformed(let sentence): return .refused(sentence)
        case nil: break
        }
        guard let offer = facts.offer else {
            return facts.policy.word.offers == nil ? .noNews : .unpublished
        }
        let offered = candidates.first { $0.version == offer.custom.version }
        guard let obstacle = offered?.failed.first else { return .embeddedStays }
        switch obstacle.rule {
        case .reach: return .notReached(offer.custom.published)
        case .newest: return .embeddedStays
        case .recall: return .recalled(offer.custom.version)
        default: return .blocked(offer.custom.version, obstacle)
        }
    }
}
