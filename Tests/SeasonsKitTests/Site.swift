import BundleFormat
import BundleZip
import Foundation
import HTTPRules
import TestSupport
import TUF

@testable import SeasonsKit

/// A publisher with its repository on the disk, and the folder of one app; its seasons are real ones.
final class Site: Sendable {
    let folder: TemporaryDirectory
    let rootJSON: Data
    private let rootKey = SigningKey()
    private let state: State

    /// What a publish changes.
    private final class State: @unchecked Sendable {
        var onlineKey: SigningKey
        var roots: [SignedMetadata]
        var version: Int64 = 0
        var recalled: [BundleYear: Set<ContentVersion>] = [:]

        init(_ key: SigningKey, _ root: SignedMetadata) { (onlineKey, roots) = (key, [root]) }
    }

    /// The folder that a web server serves.
    var path: String { folder["site"] }
    /// The app's folder.
    var appFolder: URL { URL(fileURLWithPath: folder["app"]) }

    init() throws {
        folder = try TemporaryDirectory()
        let online = SigningKey()
        let root = try RootDraft(
            expires: Self.now.advanced(bySeconds: 5 * 365 * Self.day),
            root: RoleKeys([rootKey.publicKey]), online: RoleKeys([online.publicKey])
        ).signed(by: [rootKey])
        rootJSON = Data(root.bytes)
        state = State(online, root)
    }

    private static let day: Int64 = 86_400
    private static var now: UTCTime {
        UTCTime(unixSeconds: Int64(Date().timeIntervalSince1970))
    }

    // MARK: Seasons

    /// A real season without its last samples: another number makes another version.
    static func bundle(_ year: Int, without count: Int = 0) throws -> BundleContents {
        let place = Checkout.path("Sources/EmbeddedBundles/content/\(year)")
        guard let number = BundleYear(year),
            let paths = FileManager.default.enumerator(atPath: place)?.compactMap({ $0 as? String })
        else { throw Unexpected("no season \(year)") }
        let samples = paths.filter { $0.hasPrefix("samples/") && $0.hasSuffix(".json") }.sorted()
        let left = Set(samples.suffix(count).map { String($0.dropLast(".json".count)) })
        var files: [BundlePath: [UInt8]] = [:]
        for path in paths where path != BundleFile.manifest {
            let stem = path.split(separator: ".").first.map(String.init) ?? path
            guard !left.contains(stem), let name = BundlePath(path),
                let bytes = FileManager.default.contents(atPath: "\(place)/\(path)")
            else { continue }
            files[name] = [UInt8](bytes)
        }
        return try BundleContents(year: number, files: files)
    }

    /// The files that an app has inside for some seasons.
    static func embedded(_ bundles: [BundleContents]) -> [String: Data] {
        var files: [String: Data] = [:]
        for bundle in bundles {
            files["\(bundle.year)/\(BundleFile.manifest)"] = Data(bundle.manifest.encoded())
            for (path, bytes) in bundle.files { files["\(bundle.year)/\(path)"] = Data(bytes) }
        }
        return files
    }

    /// Writes such files into a folder, for a program.
    func writeEmbedded(_ bundles: [BundleContents]) throws -> String {
        for (path, bytes) in Self.embedded(bundles) {
            try folder.write([UInt8](bytes), to: "embedded/\(path)")
        }
        return folder["embedded"]
    }

    // MARK: The publisher

    /// Publishes these seasons and nothing else.
    func publish(_ bundles: [BundleContents]) throws {
        var targets: [TargetFile] = []
        for bundle in bundles {
            let zip = try bundle.zipped()
            let sha256 = ContentHasher.hex(of: zip)
            try folder.write(zip, to: "site/targets/f1/\(bundle.year)/\(sha256).bundle.zip")
            targets.append(
                TargetFile(
                    path: TargetName(year: bundle.year).path, lengthBytes: zip.count,
                    hashes: ["sha256": sha256],
                    custom: TargetCustom(
                        year: bundle.year, version: bundle.version, published: "\(Self.now)"
                    ).json))
        }
        if !state.recalled.isEmpty {
            var list = RecallList(withdrawn: [])
            for (year, versions) in state.recalled { list.recalled[year] = versions }
            targets.append(
                TargetFile(
                    path: RecallList.targetPath, lengthBytes: 1_000_000_000,
                    hashes: ["sha256": String(repeating: "0", count: 64)], custom: list.json))
        }
        try sign(targets)
    }

    private func sign(_ list: [TargetFile]) throws {
        state.version += 1
        let expires = Self.now.advanced(bySeconds: 90 * Self.day)
        let targets = try SignedMetadata.targets(
            version: state.version, expires: expires, targets: list, keys: [state.onlineKey])
        let snapshot = try SignedMetadata.snapshot(
            version: state.version, expires: expires, targets: targets, keys: [state.onlineKey])
        let timestamp = try SignedMetadata.timestamp(
            version: state.version, expires: expires, snapshot: snapshot, keys: [state.onlineKey])
        let publication = Publication(
            roots: state.roots.map { MetadataFile(name: $0.fileName(), bytes: $0.bytes) },
            targets: targets, snapshot: snapshot, timestamp: timestamp)
        for file in publication.files {
            try folder.write(file.bytes, to: "site/metadata/\(file.name)")
        }
    }

    /// The next publish recalls a content.
    func recall(_ bundle: BundleContents) {
        state.recalled[bundle.year, default: []].insert(bundle.version)
    }

    /// Replaces the online key, as after a theft; the next publish signs with the new one.
    func replaceOnlineKey() throws {
        state.onlineKey = SigningKey()
        var draft = try RootDraft(
            following: (state.roots.last?.bytes ?? []),
            expires: Self.now.advanced(bySeconds: 5 * 365 * Self.day))
        let online = RoleKeys([state.onlineKey.publicKey])
        (draft.timestamp, draft.snapshot, draft.targets) = (online, online, online)
        state.roots.append(try draft.signed(by: [rootKey]))
    }

    // MARK: The app

    /// The app, started anew.
    func app(
        _ address: String, embedded: [BundleContents] = [], limits: TransferLimits = .standard,
        clock: @escaping @Sendable () -> Date = { Date() },
        onStep: @escaping @Sendable (String) throws -> Void = { _ in }
    ) throws -> Seasons {
        guard let repository = URL(string: address) else { throw Unexpected(address) }
        return Seasons(
            repository: repository, root: rootJSON, embedded: Self.embedded(embedded),
            folder: appFolder, userAgent: "tests/1", limits: limits, clock: clock,
            onStep: onStep)
    }
}

extension Seasons {
    /// For each year the content that it serves, and whether it is inside the app.
    func served() -> [Int: String] {
        Dictionary(
            uniqueKeysWithValues: all.map {
                ($0.year, "\($0.version)\($0.isEmbedded ? " embedded" : "")")
            })
    }
}

/// Something a test relies on did not happen.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
