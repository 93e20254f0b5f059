import BundleFormat
import TUF
import UpdatePolicy

extension Offers {
    /// Finds the bundles among the targets of trusted metadata.
    package init(
        _ targets: [TargetFile], formatMax: Int = BundleFormat.newest,
        limits: BundleLimits = .standard
    ) {
        self.init(
            listed: targets.map { ($0.path, $0.lengthBytes, $0.sha256, $0.custom) },
            formatMax: formatMax, limits: limits)
    }
}

extension Offer {
    /// The offer's file, by what the signed record says of it.
    var recordedTarget: TargetFile {
        TargetFile(
            path: path, lengthBytes: lengthBytes, hashes: ["sha256": sha256], custom: custom.json)
    }

    /// Finds the offer's file in the metadata that it came from.
    ///
    /// - Throws: ``UpdateError`` if the client trusts other metadata now.
    func target(in updater: Updater) throws(UpdateError) -> TargetFile {
        guard let target = updater.targets.first(where: { $0.path == path }) else {
            throw .transfer(.absent(path: path))
        }
        return target
    }
}
