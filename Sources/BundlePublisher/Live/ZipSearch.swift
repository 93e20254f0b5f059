import BundleArchive
import BundleFormat
import TUF

/// Looks for the zip of a content in the repository.
///
/// A zip with exactly the content that a line names is good, whoever signed it. So the search also covers states that do
/// not count.
struct ZipSearch {
    let reader: LiveReader
    let found: LiveReader.Found

    /// The zip of a content, since when and of which commit it was offered; nil if no whole zip is there.
    func find(
        _ version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        if let near = try whole(found.live?.contents(year) ?? [], version, year) { return near }
        let past = try reader.pastStates(found.roots).flatMap { $0.contents(year) }
        if let earlier = try whole(past, version, year) { return earlier }
        // A repository that cannot list its files has no history.
        let history = try? RepositoryHistory.read(reader.place, roots: reader.roots, newest: .max)
        let bundles = (history?.entries ?? []).reversed().compactMap { $0.bundles[year] }
        return try whole(bundles.map { OfferedContent($0) }, version, year)
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
}
