import BundleFormat
import TUF

/// What a published directory would have for a browser, for one unsigned season.
///
/// It has the page that draws matches, which names the season's zip. There is no metadata, so no agent and no client
/// follows it.
package struct UnpublishedSite: Sendable {
    package let files: [String: PublishFile]

    package init(_ season: PackedSeason, viewer: Viewer, now: UTCTime) throws(PublishError) {
        let zip = PublishFile(
            path: StoredZip(season).path(season.year), bytes: try season.zip())
        let files = viewer.files(root: nil, seasons: ViewerSeasons(season, now: now)) + [zip]
        self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }
}
