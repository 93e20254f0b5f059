import BundleFormat
import TUF

/// What one repository offers to another one: the very same zips, and its recalls as lines.
package struct Promotion: Deciding {
    /// What the other repository shows.
    let source: LiveState
    /// The seasons; if empty, all that the other repository has.
    let years: Set<BundleYear>

    /// Reads the other repository as the home that signs it does; it writes nothing.
    ///
    /// - Returns: nil if nothing is published there.
    package static func read(
        _ years: Set<BundleYear>, from place: any PublishDestination, home: Home, now: UTCTime
    ) throws(PublishError) -> Promotion? {
        guard let live = try LiveReader(place, home: home, now: now).read().live else { return nil }
        for year in years.sorted() where live.bundles[year] == nil {
            throw .season(.notAtSource(year, place: place.name))
        }
        return Promotion(source: live, years: years)
    }

    /// The bundles that are promoted.
    var bundles: [BundleYear: PublishedBundle] {
        source.bundles.filter { years.isEmpty || years.contains($0.key) }
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        var decided = Decided()
        for (year, versions) in source.recalls.recalled.sorted(by: { $0.key < $1.key })
        where years.isEmpty || years.contains(year) {
            for version in versions.sorted(by: { $0.hex < $1.hex }) {
                let theirs = source.record?.decisions.line(.recall, year, version)
                let ours = view.decisions.line(.recall, year, version)
                // The later of the two lines counts.
                if let ours, ours.time >= theirs?.time ?? ours.time { continue }
                decided.entries.append(.init(year: year, version: version, decision: .recall))
            }
        }
        return decided
    }
}
