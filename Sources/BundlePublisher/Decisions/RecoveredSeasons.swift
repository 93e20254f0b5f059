import BundleFormat
import TUF

/// Decides what is packed and what stays, if nothing that is live counts.
struct RecoveredSeasons {
    /// The seasons of the folder.
    let folder: [BundleYear: PackedSeason]
    /// What we had decided.
    let words: [BundleYear: SeasonWord]
    /// The seasons that the place has, whoever has signed them.
    var live: Set<BundleYear> = []
    /// The plan of each season.
    let plan: Recovery.Plan
    /// Looks for zips that we had signed.
    let zips: PublishedZips

    /// Carries the plan out: finds the zips that stay.
    ///
    /// - Returns: the seasons.
    /// - Throws: ``PublishError/season(_:)`` if no content of a season is known to be safe to show.
    func facts() throws(PublishError) -> SeasonFacts {
        var facts = SeasonFacts(contents: folder)
        facts.revision.notes = plan.notes
        for (year, step) in plan.steps.sorted(by: { $0.key < $1.key }) {
            switch step {
            case .pack(let entry): facts.entries[year] = entry
            case .keep(let bundle, let reason):
                guard try zips.hasWhole(bundle) else {
                    // A place that never had the season has no machine that must hear of its recalls.
                    if reason == .removed, words[year]?.bundle == nil, !live.contains(year) {
                        facts.revision.notes.removeAll { $0 == .keptForRecalls(year) }
                        continue
                    }
                    throw .season(.notRecoverable(year, shown: bundle.custom.version, reason))
                }
                facts.contents?[year] = nil
                facts.kept[year] = bundle.custom.version
                facts.revision.bundles[year] = bundle
            case .refuse(let reason):
                let shown = words[year].flatMap { $0.isChosen ? $0.bundle?.custom.version : nil }
                throw .season(.notRecoverable(year, shown: shown, reason))
            }
        }
        for (year, word) in words {
            let format = folder[year]?.format
            let entry =
                facts.revision.bundles[year]?.custom
                ?? format.flatMap { facts.entries[year]?.with(format: $0) }
            guard let entry else { continue }
            facts.older += try older(word, beside: entry)
        }
        return facts
    }

    /// The forms of a season for lower levels that we had signed, as far as their zips are there.
    private func older(
        _ word: SeasonWord, beside entry: TargetCustom
    ) throws(PublishError) -> [TargetFile] {
        var targets: [TargetFile] = []
        for form in word.older where form.custom.format < entry.format {
            guard try zips.hasWhole(form) else { continue }
            targets.append(
                form.signed(
                    published: form.custom.published, rollout: form.custom.rollout,
                    recalled: entry.recalled, rolledBack: entry.rolledBack
                ).target)
        }
        return targets
    }
}
