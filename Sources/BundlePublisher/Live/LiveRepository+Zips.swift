import BundleFormat

extension LiveRepository {
    /// The zip of a content in the repository, since when and of which commit it was offered; nil if no whole zip is there.
    ///
    /// We look in the live state first, then in states that do not count, then in the history. A thief may have signed
    /// those, but a line names a content by its hash: a zip with that content is the right one.
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
            if try place.hasWhole(content.zip, year) { return content }
        }
        return nil
    }
}
