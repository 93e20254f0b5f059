import BundleFormat
import TUF

extension StoredZip {
    init(_ bundle: PublishedBundle) {
        self.init(
            version: bundle.custom.version, format: bundle.custom.format,
            sha256: bundle.target.sha256 ?? "", lengthBytes: bundle.target.lengthBytes)
    }

    func path(_ year: BundleYear) -> String {
        "targets/f\(format)/\(year)/\(sha256).bundle.zip"
    }

    func target(_ custom: TargetCustom) -> PublishedBundle {
        PublishedBundle(
            target: TargetFile(
                path: TargetName(year: custom.year, format: format).path, lengthBytes: lengthBytes,
                hashes: ["sha256": sha256], custom: custom.json),
            custom: custom)
    }
}

extension OfferedContent {
    init(_ bundle: PublishedBundle) {
        self.init(
            zip: StoredZip(bundle), published: bundle.custom.published,
            commit: bundle.custom.commit)
    }
}

extension [OfferedContent] {
    var withoutRepeats: [OfferedContent] {
        var seen: Set<ContentVersion> = []
        return filter { seen.insert($0.version).inserted }
    }
}
