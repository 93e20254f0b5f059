import BundleFormat
import TUF

/// What we have decided and signed, but the present directory or its timestamp no longer has.
///
/// Somebody may have put an older copy or an older timestamp back. Then the newest state in the directory that our
/// key has signed counts as live. A home's record that is newer still adds its recalls.
struct RestoredDecisions {
    /// The seasons whose entries are signed again.
    let years: Set<BundleYear>
    /// What is live, with all decisions.
    let published: [BundleYear: PublishedBundle]
    /// What a person should know.
    private let notes: [PublishNote]

    /// Compares what is live with the directory's newest state and with the home's record.
    ///
    /// - Parameters:
    ///   - survey: what a publish has found.
    ///   - zips: looks for the zips of what was decided.
    /// - Throws: ``PublishError`` if the chain of roots does not hold, or the place does not answer.
    init(in survey: PublishSurvey, zips: PublishedZips) throws(PublishError) {
        var published = survey.published
        if let newest = survey.unheard?.bundles {
            published = published.filter { newest[$0.key] != nil }
            for (year, bundle) in newest {
                let live = published[year]
                let isSame = live?.custom.version == bundle.custom.version
                let isThere = try isSame ? true : zips.hasWhole(bundle)
                if isThere {
                    published[year] = bundle
                } else {
                    // Its zip is gone: at least its recalls count.
                    published[year] = live?.with(recalled: bundle.custom.recalled)
                }
            }
        }
        if try Self.isRecordNewest(survey) {
            for (year, word) in survey.words {
                guard let live = published[year] else { continue }
                let recalled = live.custom.recalled
                published[year] = live.with(
                    recalled: word.recalled.filter { !recalled.contains($0) } + recalled)
            }
        }
        let before = survey.published
        let years = Set(published.keys).union(before.keys)
            .filter { published[$0]?.custom != before[$0]?.custom }
        self.years = years
        self.published = published
        notes = years.sorted().map { year in
            let known = before[year]?.custom.recalled ?? []
            let isRecall = published[year]?.custom.recalled.contains { !known.contains($0) } == true
            return isRecall ? .recallRestored(year) : .decisionRestored(year)
        }
    }

    /// True if this home has signed here, with the present online key, after everything that the directory has.
    private static func isRecordNewest(_ survey: PublishSurvey) throws(PublishError) -> Bool {
        guard survey.effect != .replacingOnlineKey,
            let live = survey.live?.role(.targets)?.version,
            let state = survey.record.signed[survey.identity],
            max(live, survey.unheard?.since.unixSeconds ?? 0) < state.version
        else { return false }
        return try !survey.roots.replacesOnlineKey(since: state.roots)
    }

    /// Adds the decisions to seasons that get no other new entry, and a note for each season.
    ///
    /// A season that is packed gets its recalls from ``published``.
    ///
    /// - Parameter seasons: what is signed.
    func add(to seasons: inout SeasonFacts) {
        seasons.revision.notes += notes
        for year in years.sorted()
        where seasons.contents?[year] == nil && seasons.revision.bundles[year] == nil {
            seasons.revision.bundles[year] = published[year]
        }
    }
}

extension PublishedBundle {
    /// The same with other recalls.
    fileprivate func with(recalled: [ContentVersion]) -> PublishedBundle {
        signed(
            published: custom.published, rollout: custom.rollout,
            recalled: Array(recalled.prefix(TargetCustom.recalledMax)),
            rolledBack: custom.rolledBack)
    }
}
