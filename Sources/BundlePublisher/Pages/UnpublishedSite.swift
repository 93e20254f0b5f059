import TUF

/// What a published directory would have for a browser, for one season that nobody has signed.
///
/// It has the page that draws matches, which names the season's zip. There is no metadata, so no agent and no client
/// follows it.
package struct UnpublishedSite: Sendable {
    /// The files, by their path below the directory.
    package let files: [String: PublishFile]

    /// Makes the files.
    ///
    /// - Throws: ``PublishError`` if the season's zip cannot be read.
    package init(_ season: PackedSeason, viewer: Viewer, now: UTCTime) throws(PublishError) {
        let path = PublishedBundle.zipPath(
            season.year, format: season.format, sha256: season.sha256)
        let files =
            viewer.files(root: nil, seasons: ViewerSeasons(season, now: now))
            + [PublishFile(path: path, bytes: try season.zip())]
        self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }
}
