import BundleFormat
import TUF

/// The recalls that we have signed, but that the present directory or its timestamp no longer has.
///
/// Somebody may have put an older copy back. This home's record still knows the recalls, or newer states in
/// the directory do. If another checkout has lifted a recall, the directory is newer than the record, and
/// decides.
struct RestoredRecalls {
    /// The seasons that have lost a recall.
    let years: Set<BundleYear>
    /// What is live, with all recalls.
    let published: [BundleYear: PublishedBundle]

    /// Compares what is live with the home's record.
    ///
    /// - Parameter survey: what a publish has found.
    /// - Throws: ``PublishError`` if the chain of roots does not hold.
    init(in survey: PublishSurvey) throws(PublishError) {
        var published = survey.published
        var years: Set<BundleYear> = []
        let remembered = try Self.isOlder(survey) ? survey.words.mapValues(\.recalled) : [:]
        for known in [remembered, survey.unheardRecalls] {
            for (year, recalled) in known {
                guard let bundle = published[year] else { continue }
                let custom = bundle.custom
                let missing = recalled.filter { !custom.recalled.contains($0) }
                guard !missing.isEmpty else { continue }
                years.insert(year)
                published[year] = bundle.signed(
                    published: custom.published, rollout: custom.rollout,
                    recalled: Array((missing + custom.recalled).prefix(TargetCustom.recalledMax)),
                    rolledBack: custom.rolledBack)
            }
        }
        self.years = years
        self.published = published
    }

    /// True if the live state is older than what this home signed here with the present online key.
    private static func isOlder(_ survey: PublishSurvey) throws(PublishError) -> Bool {
        guard survey.effect != .replacingOnlineKey,
            let version = survey.live?.role(.targets)?.version,
            let state = survey.record.signed[survey.identity], version < state.version
        else { return false }
        return try !survey.roots.replacesOnlineKey(since: state.roots)
    }

    /// Adds the lost recalls to seasons that get no other new entry, and a note for each season.
    ///
    /// A season that is packed gets its recalls from ``published``.
    ///
    /// - Parameter seasons: what is signed.
    func add(to seasons: inout SeasonFacts) {
        for year in years.sorted() {
            seasons.revision.notes.append(.recallRestored(year))
            guard seasons.contents?[year] == nil, seasons.revision.bundles[year] == nil else {
                continue
            }
            seasons.revision.bundles[year] = published[year]
        }
    }
}
