import BundleArchive
import BundleArchive
import BundleFormat
import TUF

/// Looks for the zip of a content in the repository.
///
/// A zip is good, whoever signed it, if it has exactly the content that a line names. So the places to look at may be of
/// states that do not count.
struct ZipSearch {
    let reader: LiveReader
    let live: LiveState?

    /// Finds the zip of a content.
    ///
    /// - Returns: the zip, since when and of which commit it was offered; nil if no whole zip is there.
    /// - Throws: ``PublishError`` if the repository does not answer.
    func find(_ version: ContentVersion, _ year: BundleYear) throws(PublishError) -> OfferedContent?
    {
        if let near = try whole(Self.contents(live, year), version, year) { return near }
        let past = try reader.pastStates().flatMap { Self.contents($0, year) }
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

    private static func contents(_ state: LiveState?, _ year: BundleYear) -> [OfferedContent] {
        guard let state else { return [] }
        let given = state.record?.given[year].map {
            OfferedContent(
                zip: $0, published: UTCTime(unixSeconds: state.version).description,
                commit: state.record?.commit?.id)
        }
        return [state.bundles[year].map { OfferedContent($0) }, given].compactMap { $0 }
            + (state.record?.offered[year] ?? [])
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
