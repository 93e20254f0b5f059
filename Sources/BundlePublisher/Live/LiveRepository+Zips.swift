import BundleFormat

extension LiveRepository {
    /// The zip of a content in the repository, since when and of which commit it was offered; nil if no whole zip is there.
    ///
    /// A zip with exactly the content that a line names is good, whoever signed it. So the search also covers states that do
    /// not count.
    func zip(
        of version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        if let near = try whole(live?.contents(year) ?? [], version, year) { return near }
        let past = try pastStates().flatMap { $0.contents(year) }
        if let earlier = try whole(past, version, year) { return earlier }
        // A repository that cannot list its files has no history.
        let history = try? RepositoryHistory.read(place, roots: roots, newest: .max)
        let bundles = (history?.entries ?? []).reversed().compactMap { $0.bundles[year] }
        return try whole(bundles.map { OfferedContent($0) }, version, year)
    }

    private func whole(
        _ contents: [OfferedContent], _ version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        for content in contents where content.version == version {
            if try PublishedZips(destination: place).hasWhole(content.zip, year) { return content }
        }
        return nil
    }
}
