import BundleFormat

/// Chooses among the allowed candidates, and gives the step and the reason.
extension YearSelection {
    /// The version to serve; nil for none.
    package func choose(_ candidates: [Candidate], _ present: SetIndex.Entry?) -> ContentVersion? {
        func passes(_ version: ContentVersion?) -> ContentVersion? {
            candidates.contains { $0.version == version && $0.isAdmissible } ? version : nil
        }
        if let pin, let pinned = passes(pin) { return pinned }
        let offered = passes(offer?.custom.version)
        let embedded = passes(embedded)
        guard let embedded else { return offered ?? present?.version }
        if let offered {
            let isNewer = (embeddedPublished ?? .min) > (offer?.custom.publishedUnixSeconds ?? .max)
            return isNewer ? embedded : offered
        }
        guard let present else { return embedded }
        switch present.origin {
        // Another program was installed, with another bundle inside.
        case .embedded: return embedded
        case .downloaded, .folder:
            let since = max(
                present.publishedUnixSeconds ?? .max, rollback?.publishedUnixSeconds ?? .min)
            return (embeddedPublished ?? .min) > since ? embedded : present.version
        }
    }

    /// The step that leads to the chosen version.
    package func step(_ chosen: ContentVersion?, _ present: SetIndex.Entry?) -> YearPlan.Step {
        guard let chosen, chosen != present?.version else { return .keep }
        let isEmbedded = chosen == embedded
        if policy.inventory.has(year, chosen) {
            return .activate(
                chosen, isEmbedded ? .embedded : .downloaded,
                publishedUnixSeconds: published(chosen))
        }
        if isEmbedded { return .place(chosen, publishedUnixSeconds: published(chosen)) }
        guard let offer, offer.custom.version == chosen else { return .keep }
        return .download(offer)
    }

    private func published(_ version: ContentVersion) -> Int64? {
        if let offer, offer.custom.version == version { return offer.custom.publishedUnixSeconds }
        if version == embedded { return embeddedPublished }
        return earlier.first { $0.version == version }?.publishedUnixSeconds
    }

    /// Why the year serves this version after the step.
    package func reason(
        _ step: YearPlan.Step, _ present: SetIndex.Entry?, _ candidates: [Candidate]
    ) -> YearPlan.Reason {
        let chosen = step.result?.version ?? present?.version
        if let served, chosen != served.version {
            if isRecalled(served.version) { return .recalled(served.version) }
            if !mayServe(served.version) { return .forgotten(served.version) }
            if let offer, isWithdrawn { return .recalled(offer.custom.version) }
        }
        if let served, chosen != served.version,
            rollback?.isLeft(
                served.version, publishedUnixSeconds: served.publishedUnixSeconds) == true
        {
            return chosen == nil ? .lost : .rolledBack
        }
        if present?.version != served?.version {
            return step != .keep ? .damaged : present == nil ? .lost : .restored
        }
        if let pin, chosen == pin { return .pinned }
        if let offer, offer.custom.version == chosen {
            let isAtHand = served == nil && chosen == embedded
            return step == .keep || isAtHand ? .upToDate : .published(offer.custom.published)
        }
        if case .keep = step { return kept(candidates) }
        switch present?.origin {
        case nil: return .embeddedFills
        case .embedded: return .embeddedChanged
        case .downloaded, .folder: return .embeddedNewer
        }
    }

    /// Why nothing changes although another version may be published.
    private func kept(_ candidates: [Candidate]) -> YearPlan.Reason {
        switch policy.word.offers?.refused[year] {
        case .format(let format): return .format(format)
        case .malformed(let sentence): return .refused(sentence)
        case nil: break
        }
        guard let offer else { return policy.word.offers == nil ? .noNews : .unpublished }
        let offered = candidates.first { $0.version == offer.custom.version }
        guard let obstacle = offered?.failed.first else { return .embeddedStays }
        switch obstacle.rule {
        case .reach: return .notReached(offer.custom.published)
        case .newest: return .embeddedStays
        case .recall: return .withdrawn
        default: return .blocked(offer.custom.version, obstacle)
        }
    }
}
