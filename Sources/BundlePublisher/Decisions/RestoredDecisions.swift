import BundleFormat
import TUF

/// What this home has decided about seasons after what a directory says about them.
///
/// Somebody may have put an older copy of it back, or a decision between two keys was not signed yet. Then what the
/// home's record remembers counts as live. Each season counts by itself: since this home has signed it, another
/// checkout may have decided otherwise.
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
    ///   - folder: the content of each season in the folder; empty without one.
    ///   - again: seasons that are offered though their content was rolled back.
    ///   - zips: looks for the zips of what was decided.
    ///   - history: reads what was live before; nil if the place cannot list its files.
    /// - Throws: ``PublishError`` if the chain of roots does not hold, or the place does not answer.
    init(
        in survey: PublishSurvey, folder: [BundleYear: ContentVersion] = [:],
        again: Set<BundleYear> = [], zips: PublishedZips,
        history: () throws(PublishError) -> RepositoryHistory?
    ) throws(PublishError) {
        var published = survey.published
        let newest = survey.record.signed[survey.identity]?.version ?? 0
        if survey.effect != .replacingOnlineKey, let liveVersion = survey.liveState?.version {
            let isOurKey = try survey.isSignedByThisKey()
            for (year, word) in survey.words {
                guard let live = published[year] else {
                    if isOurKey, word.removedVersion == nil, word.signedVersion ?? 0 > liveVersion {
                        published[year] = try word.restored(folder: folder[year], zips: zips)
                    }
                    continue
                }
                if word.signedVersion == SeasonWord.unsigned {
                    // Another checkout may have signed it, and decided otherwise since.
                    if try history()?.says(word, of: year) == true { continue }
                    published[year] = live.with(recalled: word.recalled(beside: live))
                } else if isOurKey,
                    max(word.signedVersion ?? newest, word.removedVersion ?? 0) > liveVersion
                {
                    published[year] = try word.restored(
                        over: live, folder: again.contains(year) ? nil : folder[year],
                        isAgain: again.contains(year), zips: zips)
                }
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

extension RepositoryHistory {
    /// Whether a state that the present key has signed said the recalls and lifts of a decision.
    fileprivate func says(_ word: SeasonWord, of year: BundleYear) -> Bool {
        entries.contains { state in
            guard state.isStillTrusted, state.wasLive, let entry = state.bundles[year]?.custom
            else { return false }
            return Set(entry.recalled).isSuperset(of: word.recalled)
                && Set(entry.recalled).isDisjoint(with: word.lifted)
        }
    }
}

extension SeasonWord {
    /// Our recalls, and those of an entry that we have not lifted.
    fileprivate func recalled(beside live: PublishedBundle) -> [ContentVersion] {
        recalled + live.custom.recalled.filter { !(recalled + lifted).contains($0) }
    }

    /// What we signed last of a season that the directory no longer has.
    ///
    /// - Parameters:
    ///   - folder: the content in the folder; nil for none.
    ///   - zips: looks for zips.
    /// - Returns: the entry; nil if its content is gone.
    /// - Throws: ``PublishError`` if the place does not answer.
    fileprivate func restored(
        folder: ContentVersion?, zips: PublishedZips
    ) throws(PublishError) -> PublishedBundle? {
        guard let bundle else { return nil }
        if folder == bundle.custom.version { return bundle.with(recalled: recalled) }
        return try zips.hasWhole(bundle) ? bundle.with(recalled: recalled) : nil
    }

    /// What we signed last of the season, though something older is live.
    ///
    /// Recalls of the older entry stay, because another checkout may have decided them, unless we have lifted them.
    /// What we signed last is shown if its zip is there, or the folder can make it again. If not, the older entry stays
    /// with our recalls and rollbacks; but what we went back from is never offered again.
    ///
    /// - Parameters:
    ///   - live: the older entry.
    ///   - folder: the content in the folder; nil for none.
    ///   - isAgain: whether somebody offers on purpose what was gone back from.
    ///   - zips: looks for zips.
    /// - Returns: the entry.
    /// - Throws: ``PublishError/season(_:)`` if only what we went back from could be shown.
    fileprivate func restored(
        over live: PublishedBundle, folder: ContentVersion?, isAgain: Bool, zips: PublishedZips
    ) throws(PublishError) -> PublishedBundle {
        let recalled = recalled(beside: live)
        guard let bundle else { return live.with(recalled: recalled) }
        let ours = bundle.custom
        let rolledBack =
            ours.rolledBack + live.custom.rolledBack.filter { !ours.rolledBack.contains($0) }
        let isSame = ours.version == live.custom.version
        var isThere = isSame || folder == ours.version
        if !isThere { isThere = try zips.hasWhole(bundle) }
        if isThere {
            return bundle.with(
                recalled: recalled, rolledBack: rolledBack.filter { $0 != ours.version })
        }
        // New content in the folder takes the place of both.
        let isReplaced = isAgain || folder.map { !rolledBack.contains($0) } == true
        guard isReplaced || !rolledBack.contains(live.custom.version) else {
            throw .season(.zipMissing(ours.year, ours.version, path: bundle.zipPath))
        }
        return live.with(
            recalled: recalled, rolledBack: rolledBack.filter { $0 != live.custom.version })
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
