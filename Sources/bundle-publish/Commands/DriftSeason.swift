import BundleArchive
import BundleFormat
import BundlePublisher
import SeasonAuthoring

/// Where `drift` finds the live season.
struct DriftSeason {
    let content: ContentOptions
    /// If it names a repository, that is compared, else the folder of seasons.
    let repository: RepositoryOptions

    /// Reads the season.
    func read(_ year: BundleYear?) throws -> LiveSeason {
        let (contents, place) =
            repository.place == nil
            ? try ofFolder(year) : try published(year)
        guard let season = LiveSeason(contents) else {
            throw AuthoringError.noDescription(place: place, contents.year)
        }
        return season
    }

    private func ofFolder(_ year: BundleYear?) throws -> (BundleContents, place: String) {
        let folder = content.bundles
        let years: [BundleYear]
        if let year {
            years = [year]
        } else {
            years =
                try SeasonReader.read(folder, years: []).seasons.map(\.year).max().map { [$0] }
                ?? []
        }
        let checked = try ContentCheck(folder: folder, years: Set(years)).runStrictly()
        guard let season = checked.last else { throw AuthoringError.noSeason(folder: folder) }
        return (season.contents, folder)
    }

    private func published(
        _ year: BundleYear?
    ) throws -> (BundleContents, place: String) {
        let site = try repository.site()
        let live = try site.read(
            from: site.trustedRoot(repository.home), now: Surroundings.now)
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

/// Where `drift` remembers what it has compared.
enum DriftPlace {
    /// The file of a season below `$XDG_STATE_HOME`, else below `~/.local/state`.
    ///
    /// It is neither content nor trust but the memory of one machine, so it is not kept with the seasons.
    static func standard(_ year: BundleYear) throws -> String {
        func absolute(_ name: String) -> String? {
            Surroundings.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard
            let folder = absolute("XDG_STATE_HOME")
                ?? absolute("HOME").map({ "\($0)/.local/state" })
        else {
            throw PublishError(
                "neither $XDG_STATE_HOME nor $HOME names a folder",
                remedy: "name the file with --state")
        }
        return "\(folder)/match-bundles/drift/\(year).json"
    }
}
