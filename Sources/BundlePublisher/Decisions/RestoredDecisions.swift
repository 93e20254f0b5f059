import BundleFormat
import TUF

/// What this home has decided and signed in a directory after everything that the directory has.
///
/// Somebody may have put an older copy of it back. Then what the home's record remembers counts as live.
struct RestoredDecisions {
    /// The seasons whose entries are signed again.
    let years: Set<BundleYear>
    /// What is live, with all decisions.
    let published: [BundleYear: PublishedBundle]
    /// What a person should know.
    private let notes: [PublishNote]

    /// Compares what is live with the home's record.
    ///
    /// - Parameters:
    ///   - survey: what a publish has found.
    ///   - zips: looks for the zips of what was decided.
    /// - Throws: ``PublishError`` if the chain of roots does not hold, or the place does not answer.
    init(in survey: PublishSurvey, zips: PublishedZips) throws(PublishError) {
        var published = survey.published
        if try survey.isRecordNewest() {
            for (year, word) in survey.words {
                guard let live = published[year] else { continue }
                published[year] = try word.restored(over: live, zips: zips)
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

extension SeasonWord {
    /// What we signed last of the season, though something older is live.
    ///
    /// Recalls of the older entry stay, because another checkout may have decided them, unless we have lifted them.
    /// If the zip of what we signed is gone, only our recalls count; but what we went back from is never offered again.
    fileprivate func restored(
        over live: PublishedBundle, zips: PublishedZips
    ) throws(PublishError) -> PublishedBundle {
        let decided = recalled + lifted
        let recalled = recalled + live.custom.recalled.filter { !decided.contains($0) }
        guard let bundle else { return live.with(recalled: recalled) }
        let isSame = bundle.custom.version == live.custom.version
        let isThere = try isSame ? true : zips.hasWhole(bundle)
        guard isThere else {
            guard !bundle.custom.rolledBack.contains(live.custom.version) else {
                throw .season(
                    .zipMissing(bundle.custom.year, bundle.custom.version, path: bundle.zipPath))
            }
            return live.with(recalled: recalled)
        }
        let rolledBack = bundle.custom.rolledBack
        return bundle.with(
            recalled: recalled,
            rolledBack: rolledBack
                + live.custom.rolledBack.filter {
                    !rolledBack.contains($0) && $0 != bundle.custom.version
                })
    }
}

extension PublishedBundle {
    /// The same with other recalls, and other rollbacks if they are given.
    fileprivate func with(
        recalled: [ContentVersion], rolledBack: [ContentVersion]? = nil
    ) -> PublishedBundle {
        signed(
            published: custom.published, rollout: custom.rollout,
            recalled: Array(recalled.prefix(TargetCustom.recalledMax)),
            rolledBack: Array((rolledBack ?? custom.rolledBack).prefix(TargetCustom.recalledMax)))
    }
}
