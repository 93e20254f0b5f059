import BundleArchive
import BundleFormat
import TUF

/// Looks for the zip of a content in the repository.
///
/// A zip with exactly the content that a line names is good, whoever signed it. So the search also covers states that do
/// not count.
struct ZipSearch {
    let reader: LiveReader
    let live: LiveState?

    /// Finds the zip of a content.
    ///
    /// - Returns: the zip, since when and of which commit it was offered; nil if no whole zip is there.
    /// - Throws: ``PublishError`` if the repository does not answer.
    func find(_ version: ContentVersion, _ year: BundleYear) throws(PublishError) -> OfferedContent?
    {
        if let near = try whole(live?.contents(year) ?? [], version, year) { return near }
        let past = try reader.pastStates().flatMap { $0.contents(year) }
        if let earlier = try whole(past, version, year) { return earlier }
        return try whole(historic(year), version, year)
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

    /// What the signed history offered; nothing if the repository cannot list its files.
    private func historic(_ year: BundleYear) throws(PublishError) -> [OfferedContent] {
        guard
            let history = try RepositoryHistory.readIfListed(
                reader.place, roots: reader.roots, newest: .max)
        else { return [] }
        return history.entries.reversed().compactMap { $0.bundles[year] }.map {
            OfferedContent($0)
        }
    }
}
