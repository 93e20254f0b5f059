import BundleFormat
import TUF

/// Decides what is packed and what stays, if what is live counts.
struct ContinuedSeasons {
    /// The seasons of the folder.
    let folder: [BundleYear: PackedSeason]
    /// What is live.
    let published: [BundleYear: PublishedBundle]
    /// What was decided about seasons that were live and are not any more.
    let memory: [BundleYear: SeasonWord]
    /// Seasons that are offered though their content was rolled back.
    let again: Set<BundleYear>
    /// What is signed about contents that are new.
    let terms: PublishTerms
    let place: PublishPlace
    let now: UTCTime

    /// Decides what is packed and what stays.
    ///
    /// - Returns: the seasons.
    /// - Throws: ``PublishError/season(_:)`` if a season comes back with a recalled content.
    func facts() throws(PublishError) -> SeasonFacts {
        var facts = SeasonFacts(contents: folder)
        for (year, season) in folder.sorted(by: { $0.key < $1.key }) {
            let word = published[year].map { SeasonWord($0) } ?? memory[year] ?? SeasonWord()
            // A content that is recalled, too, is refused later.
            if word.rolledBack.contains(season.version), !again.contains(year),
                !word.recalled.contains(season.version),
                published[year]?.custom.version != season.version
            {
                facts.contents?[year] = nil
                facts.kept[year] = published[year]?.custom.version
                facts.revision.notes.append(.rolledBack(year))
            } else if published[year] == nil, word.isDecision {
                try place.refuse(season.version, of: year, ifIn: word.recalled)
                // A stopped rollout stays stopped: the season was only left out for a while.
                let ours = word.entryOfOurs(season.version).flatMap {
                    $0.rollout?.isStopped == true ? $0 : nil
                }
                // What was rolled back stays so beside the content that was shown in its place.
                let isSame = word.bundle?.custom.version == season.version
                facts.entries[year] = TargetCustom(
                    year: year, version: season.version,
                    published: ours?.published ?? now.description,
                    rollout: ours?.rollout ?? terms.rollout, recalled: word.recalled,
                    rolledBack: isSame ? word.rolledBack : [],
                    commit: ours?.commit ?? terms.commit)
            }
        }
        for (year, bundle) in published.sorted(by: { $0.key < $1.key })
        where folder[year] == nil && !bundle.custom.recalled.isEmpty {
            facts.kept[year] = bundle.custom.version
            facts.revision.notes.append(.keptForRecalls(year))
        }
        return facts
    }
}

extension PublishPlace {
    /// Throws if no machine may serve a content.
    func refuse(
        _ version: ContentVersion, of year: BundleYear, ifIn recalled: [ContentVersion]
    ) throws(PublishError) {
        guard recalled.contains(version) else { return }
        throw .season(.recalled(year, version, .folder(self)))
    }

    /// Throws if a plan would offer a content that no machine may serve.
    func refuseRecalled(
        in plan: PublishPlan, _ published: [BundleYear: PublishedBundle]
    ) throws(PublishError) {
        for season in plan.seasons where season.change == .changed {
            guard let new = season.new else { continue }
            try refuse(new, of: season.year, ifIn: published[season.year]?.custom.recalled ?? [])
        }
    }
}
