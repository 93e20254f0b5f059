import BundleFormat
import SeasonAuthoring
import TUF

/// What one repository offers to another one: the very same zips, and its recalls as lines.
package struct Promotion: Deciding {
    let source: LiveState
    let bundles: [BundleYear: PublishedBundle]
    /// The seasons; if empty, all that the other repository has.
    private let years: Set<BundleYear>

    /// Reads the other repository as the home that signs it does; it writes nothing.
    package init(
        _ years: Set<BundleYear>, from place: any PublishDestination, home: Home, now: UTCTime
    ) throws(PublishError) {
        guard let live = try LiveReader(place, home: home, now: now).read().live else {
            throw .unpublished(place.name, remedy: "publish into it first")
        }
        for year in years.sorted() where live.bundles[year] == nil {
            throw PublishError(
                "\(place.name): expected season \(year), found none", remedy: "publish it there")
        }
        source = live
        bundles = live.bundles.filter { years.isEmpty || years.contains($0.key) }
        self.years = years
    }

    package func decide(_ view: DecisionView) -> Decided {
        var decided = Decided()
        for (year, versions) in source.recalls.recalled.sorted(by: { $0.key < $1.key })
        where years.isEmpty || years.contains(year) {
            for version in versions.sorted(by: { $0.hex < $1.hex }) {
                let theirs = source.record?.decisions.line(.recall, year, version)
                let ours = view.decisions.line(.recall, year, version)
                // The later of the two lines counts.
                if let ours, ours.time >= theirs?.time ?? ours.time { continue }
                decided.add(.recall, year, version)
            }
        }
        return decided
    }
}
