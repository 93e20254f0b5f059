import BundleFormat
import JSON
import TUF

/// The seasons that the page that draws matches shows until its first poll has succeeded.
///
/// The page names them itself, so they are as trustworthy as its script. They are there at once, while the client
/// and its check of signatures are still on the way.
package struct ViewerSeasons: Sendable {
    /// The list in the page, the newest season first.
    let json: JSON

    /// The seasons that a repository offers.
    init(_ bundles: [BundleYear: PublishedBundle]) {
        json = .array(
            bundles.sorted { $0.key > $1.key }.map { year, bundle in
                Self.entry(
                    year, version: bundle.custom.version, published: bundle.custom.published,
                    zip: bundle.zipPath)
            })
    }

    /// An unsigned season.
    init(_ season: PackedSeason, now: UTCTime) {
        let zip = StoredZip(season).path(season.year)
        json = .array([
            Self.entry(season.year, version: season.version, published: now.description, zip: zip)
        ])
    }

    private static func entry(
        _ year: BundleYear, version: ContentVersion, published: String, zip: String
    ) -> JSON {
        [
            "year": .integer(Int64(year.number)), "version": .string(version.hex),
            "published": .string(published), "zip": .string(zip),
        ]
    }
}
