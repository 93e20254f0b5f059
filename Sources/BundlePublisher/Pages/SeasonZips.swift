import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring

/// The zips of one season that its page is made from.
struct SeasonZips: Sendable {
    /// The zips by their path below the directory; zips that are not available any more are missing.
    let zips: [String: PublishFile.Content]

    /// The files of a bundle; nil if its zip is not available any more.
    func contents(_ bundle: PublishedBundle) -> BundleContents? {
        read(bundle) { (zip, version, year) throws(BundleFormatError) in
            try Unpacker.contents(of: zip, expecting: version, year: year)
        }
    }

    /// How a bundle looks; drawn now if it was not drawn at its check; nil if its zip is not available any more.
    func face(of bundle: PublishedBundle) -> SeasonFace? {
        drawn(bundle) ?? contents(bundle).map { SeasonFace(SeasonView($0)) }
    }

    /// What a bundle's description calls the season; unpacks at most one file for it.
    func title(of bundle: PublishedBundle) -> String? {
        if let face = drawn(bundle) { return face.title }
        let file = read(bundle) { (zip, version, year) throws(BundleFormatError) in
            try Unpacker.file(BundleFile.description, of: zip, expecting: version, year: year)
        }
        guard let file, let json = try? JSON.parse(file) else { return nil }
        return try? JSONCursor(json).member("title").string()
    }

    /// The hashes of a bundle's descriptions; two bundles with the same hashes draw every match alike.
    func descriptionHashes(_ bundle: PublishedBundle) -> [String]? {
        let manifest = read(bundle) { (zip, version, year) throws(BundleFormatError) in
            try Unpacker.manifest(of: zip, expecting: version, year: year)
        }
        let names = [BundleFile.description, BundleFile.insights]
        return manifest.map { manifest in
            names.map { name in
                manifest.files.first { $0.path.description == name }?.sha256 ?? ""
            }
        }
    }

    private func drawn(_ bundle: PublishedBundle) -> SeasonFace? {
        guard case .season(let packed)? = zips[bundle.zipPath] else { return nil }
        return packed.face()
    }

    private func read<Value>(
        _ bundle: PublishedBundle,
        _ body: ([UInt8], ContentVersion, BundleYear) throws(BundleFormatError) -> Value?
    ) -> Value? {
        guard let zip = try? zips[bundle.zipPath]?.bytes() else { return nil }
        return try? body(zip, bundle.custom.version, bundle.custom.year)
    }
}
