import BundleArchive
import BundleFormat
import BundlePublisher
import SeasonAuthoring

extension DriftCommand {
    /// Reads the live season: of the repository that is named, else of the folder of seasons.
    func season() throws -> LiveSeason {
        let (contents, place) = repository.place == nil ? try ofFolder() : try published()
        guard let season = LiveSeason(contents) else {
            throw AuthoringError.noDescription(place: place, contents.year)
        }
        return season
    }

    private func ofFolder() throws -> (BundleContents, place: String) {
        let folder = content.bundles
        let newest = try year ?? SeasonReader.read(folder, years: []).seasons.map(\.year).max()
        let checked = try ContentCheck(folder: folder, years: Set([newest].compactMap { $0 }))
            .runStrictly()
        guard let season = checked.last else { throw AuthoringError.noSeason(folder: folder) }
        return (season.contents, folder)
    }

    private func published() throws -> (BundleContents, place: String) {
        let site = try repository.site()
        let live = try site.read(from: site.trustedRoot(repository.home), now: Surroundings.now)
        guard let live else { throw PublishError.unpublished(site.name) }
        guard let year = year ?? live.bundles.keys.max() else {
            throw PublishError("\(site.name): expected a published season, found none")
        }
        guard let bundle = live.bundles[year] else {
            throw AuthoringError.noDescription(place: site.name, year)
        }
        return (try live.contents(of: bundle), site.name)
    }
}
