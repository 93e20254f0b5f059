import BundleFormat
import SeasonAuthoring
import TUF

/// What one repository offers to another one: the very same zips, and its recalls as lines.
package struct Promotion {
    let source: LiveState
    let bundles: [BundleYear: PublishedBundle]
    let recalled: [BundleYear: Set<ContentVersion>]

    /// Reads the other repository as the home that signs it does, and writes nothing; no `years` means all.
    package init(
        _ years: Set<BundleYear>, from place: any PublishDestination, home: Home, now: UTCTime
    ) throws(PublishError) {
        let found = try LiveRepository(place, home: home, remembers: false, now: now)
        guard let live = found.live else {
            throw .unpublished(place.name, remedy: "publish into it first")
        }
        for year in years.sorted() where live.bundles[year] == nil {
            throw PublishError(
                "\(place.name): expected season \(year), found none", remedy: "publish it there")
        }
        source = live
        bundles = live.bundles.filter { years.isEmpty || years.contains($0.key) }
        recalled = live.recalls.recalled.filter { years.isEmpty || years.contains($0.key) }
    }
}
