import BundleFormat
import TUF

/// What a repository offers to another one.
///
/// An older copy or an older timestamp that somebody has put back does not count: the newest state that the repository
/// and the home know does, as it does for the next publish there.
package struct PromoteSource {
    /// The repository, verified.
    let live: LiveRepository
    /// The newest form of each season.
    let bundles: [BundleYear: PublishedBundle]

    /// Reads a repository; it writes nothing.
    ///
    /// - Parameters:
    ///   - place: the repository.
    ///   - name: its name, for messages.
    ///   - home: the home that signs it.
    ///   - now: the clock.
    /// - Returns: what it offers, or nil if nothing is published there.
    /// - Throws: ``PublishError/refused(_:)`` if it is not what the home's newest root's keys have signed.
    package static func read(
        _ place: any PublishDestination, at name: String, home: Home, now: UTCTime
    ) throws(PublishError) -> PromoteSource? {
        let live = try LiveRepository.read(
            place.fetcher, at: name, roots: home.roots(), now: now)
        guard let live else { return nil }
        let survey = try PublishSurvey(
            of: Publisher(
                destination: place, home: home, key: nil, content: .asPublished, now: now,
                isDryRun: true))
        let restored = try RestoredDecisions(
            in: survey, zips: PublishedZips(destination: place)
        ) { () throws(PublishError) in
            guard let live = survey.live, place.canList else { return nil }
            return try RepositoryHistory.read(place, roots: survey.roots, live: live)
        }
        return PromoteSource(live: live, bundles: restored.published)
    }
}
