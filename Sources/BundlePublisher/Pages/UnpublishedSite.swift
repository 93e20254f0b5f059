import BundleArchive
import BundleFormat
import JSON
import TUF

/// What a published directory would have for a browser, for one season that nobody has signed.
///
/// It has the page that draws matches, and the metadata that leads that page to the season. There is no
/// signature, so no agent accepts it.
package struct UnpublishedSite: Sendable {
    package let files: [String: PublishFile]

    package init(_ season: PackedSeason, viewer: Viewer, now: UTCTime) throws(PublishError) {
        let version = now.unixSeconds
        let expires = now.advanced(bySeconds: Self.lifeSeconds)
        let folder = "f\(season.format)/\(season.year)"
        var files = viewer.assets + [viewer.page]
        files.append(
            PublishFile(path: StoredZip(season).path(season.year), bytes: try season.zip()))
        let custom: JSON = [
            "format": .integer(Int64(season.format)), "published": .string(now.description),
            "version": .string(season.version.hex), "year": .integer(Int64(season.year.number)),
        ]
        let target: JSON = [
            "custom": custom, "hashes": ["sha256": .string(season.sha256)],
            "length": .integer(Int64(season.lengthBytes)),
        ]
        func metadata(_ role: String, _ name: String, _ member: String, _ value: JSON)
            -> PublishFile
        {
            let signed: JSON = [
                "_type": .string(role), "version": .integer(version),
                "expires": .string(expires.description), member: value,
            ]
            let json: JSON = ["signatures": [], "signed": signed]
            return PublishFile(path: "metadata/\(name).json", bytes: Array(json.text().utf8))
        }
        func link(_ name: String, _ file: PublishFile) throws(PublishError) -> JSON {
            let bytes = try file.bytes()
            return [
                name: [
                    "version": .integer(version), "length": .integer(Int64(bytes.count)),
                    "hashes": ["sha256": .string(ContentHasher.hex(of: bytes))],
                ]
            ]
        }
        let targets = metadata(
            "targets", "\(version).targets", "targets", ["\(folder)/bundle.zip": target])
        let snapshot = metadata(
            "snapshot", "\(version).snapshot", "meta", try link("targets.json", targets))
        let timestamp = metadata(
            "timestamp", "timestamp", "meta", try link("snapshot.json", snapshot))
        files += [targets, snapshot, timestamp]
        self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }

    /// How long the page treats this site as current: a day of work.
    private static let lifeSeconds: Int64 = 86_400
}
