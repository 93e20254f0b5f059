import BundleArchive
import BundleFormat
import TUF

/// Looks for the zip of a content in the repository.
///
/// A zip with exactly the content that a line names is good, whoever signed it. So the search also covers states that do
/// not count.
struct ZipSearch {
    private let reader: LiveReader
    private let found: LiveReader.Found
    /// What was read for an earlier search; the repository is asked once.
    private var past: [LiveState]?
    private var history: [RepositoryHistory.Entry]?

    /// Makes a search; nothing is asked yet.
    init(_ reader: LiveReader, _ found: LiveReader.Found) {
        (self.reader, self.found) = (reader, found)
    }

    /// Finds the zip of a content.
    ///
    /// - Returns: the zip, since when and of which commit it was offered; nil if no whole zip is there.
    /// - Throws: ``PublishError`` if the repository does not answer.
    mutating func find(
        _ version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        if let near = try whole(found.live?.contents(year) ?? [], version, year) { return near }
        let states = if let past { past } else { try reader.pastStates(found.roots) }
        past = states
        let contents = states.flatMap { $0.contents(year) }
        if let earlier = try whole(contents, version, year) { return earlier }
        let entries = if let history { history } else { try historic() }
        history = entries
        return try whole(
            entries.compactMap { $0.bundles[year] }.map { OfferedContent($0) }, version, year)
    }

    private func whole(
        _ contents: [OfferedContent], _ version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        let zips = PublishedZips(destination: reader.place)
        for content in contents where content.version == version {
            if try zips.hasWhole(content.zip, year) { return content }
        }
        return nil
    }

    /// The signed history, newest first; nothing if the repository cannot list its files.
    private func historic() throws(PublishError) -> [RepositoryHistory.Entry] {
        let history = try RepositoryHistory.readIfListed(
            reader.place, roots: reader.roots, newest: .max)
        return (history?.entries ?? []).reversed()
    }
}
