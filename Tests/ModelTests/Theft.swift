import BundleArchive
import BundleFormat
import Files
import JSON
import RepositoryTransport
import TUF

/// What somebody does who has a copy of the online key and writes to the server.
struct Theft {
    let key: SigningKey
    let site: String
    let firstRoot: [UInt8]
    let now: Int64
    let catalogue: Catalogue
    /// How many roots lie there.
    let rootsCount: Int

    /// A season that we do not have.
    static let year = 2030

    /// Signs something and puts it into the repository.
    ///
    /// - Parameter kind: what.
    /// - Throws: where the disk fails.
    func commit(_ kind: Step.Theft) throws {
        if kind == .noise { return try write(Array("{}".utf8), "metadata/timestamp.json") }
        let live = live()
        let targets = try self.targets(kind, live.targets)
        let version =
            kind == .huge ? Int64.max - 2 : max(now, min(live.version, Int64.max - 2)) + 1
        let expires = UTCTime(unixSeconds: now).advanced(bySeconds: 9_000 * 86_400)
        let signed = try TargetsDraft(version: version, expires: expires, targets: targets)
            .signed(by: [key])
        let snapshot = try SnapshotDraft(version: version, expires: expires, targets: signed)
            .signed(by: [key])
        let timestamp = try TimestampDraft(version: version, expires: expires, snapshot: snapshot)
            .signed(by: [key])
        let publication = Publication(targets: signed, snapshot: snapshot, timestamp: timestamp)
        for file in publication.files { try write(file.bytes, "metadata/\(file.name)") }
        switch kind {
        case .root: try write(Array("{}".utf8), "metadata/\(rootsCount + 1).root.json")
        case .lost: try Files.remove("\(site)/metadata/\(version).snapshot.json")
        default: break
        }
    }

    /// What is offered now, and the newest version; nothing where that cannot be read.
    private func live() -> (targets: [TargetFile], version: Int64) {
        var client = Updater(
            packagedRoot: firstRoot, store: MemoryStore(), fetcher: FileFetcher(folder: site),
            now: UTCTime(unixSeconds: now))
        guard let report = try? client.refresh() else { return ([], now) }
        return (client.targets, report.status(of: .timestamp)?.version ?? now)
    }

    private func targets(_ kind: Step.Theft, _ live: [TargetFile]) throws -> [TargetFile] {
        let year = BundleYear(Self.year)
        switch kind {
        case .nothing, .noise: return []
        case .season: return live + [try stolen(Self.year)]
        case .content, .huge, .root, .lost: return try years(live).map { try stolen($0) }
        case .future:
            return try years(live).map { try stolen($0, published: "9999-12-31T23:59:59Z") }
        case .garbage:
            return live.map { edited($0) { _ in ["format": 1, "year": "none"] } }
                + (year == nil
                    ? []
                    : [
                        TargetFile(
                            path: "f1/x", lengthBytes: 1,
                            hashes: ["sha256": String(repeating: "0", count: 64)])
                    ])
        case .recall:
            return live.map { target in
                edited(target) { custom in ours(target).map { named(custom, "recalled", $0) } }
            }
        case .rollback:
            return live.map { target in
                edited(target) { custom in ours(target).map { named(custom, "rolledBack", $0) } }
            }
        case .waves:
            return live.map { target in
                edited(target) { custom in
                    custom.map {
                        TargetCustom(
                            year: $0.year, version: $0.version, published: $0.published,
                            rollout: Rollout(waves: [.init(percent: 1, afterSeconds: 31_000_000)])
                        ).json
                    }
                }
            }
        case .old:
            return try years(live).compactMap {
                try file($0, content: 1, published: "\(UTCTime(unixSeconds: now))")
            }
        }
    }

    private func years(_ live: [TargetFile]) -> [Int] {
        let years = live.compactMap { TargetName($0.path)?.year.number }
        return years.isEmpty ? Array(HistoryMaker.years.prefix(2)) : years
    }

    /// Every content that we may have of a target's season, and may come to have.
    private func ours(_ target: TargetFile) -> (year: BundleYear, contents: [ContentVersion])? {
        guard let year = TargetName(target.path)?.year else { return nil }
        return (
            year,
            (1...HistoryMaker.contentsCount).compactMap { catalogue.version(year.number, $0) }
        )
    }

    private func named(
        _ custom: TargetCustom?, _ list: String,
        _ ours: (year: BundleYear, contents: [ContentVersion])
    ) -> JSON {
        let version = custom?.version ?? ours.contents[0]
        let published = custom?.published ?? "\(UTCTime(unixSeconds: now))"
        return TargetCustom(
            year: ours.year, version: version, published: published,
            recalled: list == "recalled" ? ours.contents : custom?.recalled ?? [],
            rolledBack: list == "rolledBack" ? ours.contents : []
        ).json
    }

    private func edited(_ target: TargetFile, _ edit: (TargetCustom?) -> JSON?) -> TargetFile {
        let custom = try? TargetCustom(JSONCursor(target.custom ?? .null))
        return TargetFile(
            path: target.path, lengthBytes: target.lengthBytes, hashes: target.hashes,
            custom: edit(custom) ?? target.custom)
    }

    private func stolen(_ year: Int, published: String? = nil) throws -> TargetFile {
        let made = try file(
            year, content: Catalogue.thiefsContent,
            published: published ?? "\(UTCTime(unixSeconds: now))")
        guard let made else { throw Break(.noMix, "no content for \(year)") }
        return made
    }

    private func file(_ year: Int, content: Int, published: String) throws -> TargetFile? {
        guard let bundle = catalogue.bundles[.init(year: year, content: content)] else {
            return nil
        }
        let zip = try bundle.zipped()
        let sha256 = ContentHasher.hex(of: zip)
        try write(zip, "targets/f1/\(year)/\(sha256).bundle.zip")
        return TargetFile(
            path: TargetName(year: bundle.year).path, lengthBytes: zip.count,
            hashes: ["sha256": sha256],
            custom: TargetCustom(year: bundle.year, version: bundle.version, published: published)
                .json)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        try Files.createDirectoriesAndSync(Paths.parent(of: "\(site)/\(path)"))
        try Files.replaceFileWithoutSync(at: "\(site)/\(path)", with: bytes)
    }
}
