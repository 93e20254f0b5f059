import BundleArchive
import BundleFormat
import SeasonAuthoring

struct SeasonZips: Sendable {
    /// The zips by their path below the directory; zips that are not available any more are missing.
    let zips: [String: PublishFile.Content]

    /// The files of a bundle; nil if its zip is not available any more.
    func contents(_ bundle: PublishedBundle) -> BundleContents? {
        guard let zip = try? zips[bundle.zipPath]?.bytes() else { return nil }
        return try? Unpacker.contents(
            of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
    }

    /// How a bundle looks; drawn now if it was not drawn at its check; nil if its zip is not available any more.
    func face(of bundle: PublishedBundle) -> SeasonFace? {
        drawn(bundle) ?? contents(bundle).map { SeasonFace(SeasonView($0)) }
    }

    /// What a bundle's description calls the season.
    func title(of bundle: PublishedBundle) -> String? {
        drawn(bundle)?.title ?? contents(bundle).flatMap { SeasonView($0).title }
    }

    private func drawn(_ bundle: PublishedBundle) -> SeasonFace? {
        guard case .season(let packed)? = zips[bundle.zipPath] else { return nil }
        return packed.face()
    }
}
