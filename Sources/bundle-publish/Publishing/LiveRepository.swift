import BundleFormat
import Files
import JSON
import RepositoryTransport
import TUF

/// What a directory serves, verified by the client's own code from our first root.
struct LiveRepository {
    /// The directory.
    let directory: String
    /// The roles as they are signed.
    let report: RefreshReport
    /// The files it vouches for.
    let targets: [TargetFile]
    /// The metadata as a client that is up to date has it stored.
    let stored: [String: [UInt8]]

    /// Reads and verifies a directory.
    ///
    /// Expiry is judged at the moment the timestamp was signed (its version): the publisher's part is
    /// to renew what has expired, so that must not stop him.
    ///
    /// - Parameters:
    ///   - directory: the directory.
    ///   - roots: the chain we vouch for; it may be newer than the directory's.
    ///   - now: the clock.
    /// - Returns: what is published, or nil where nothing is yet.
    /// - Throws: ``PublishError/refused(_:remedy:)`` where it is not what our root's keys have signed.
    static func read(
        _ directory: String, roots: RootChain, now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        let metadata = "\(directory)/metadata"
        try refuseOtherRoots(in: metadata, than: roots)
        guard
            let timestamp = try onDisk({ () throws(FileError) in
                try Files.kind("\(metadata)/timestamp.json") == nil
                    ? nil
                    : try Files.read(
                        "\(metadata)/timestamp.json",
                        lengthBytesMax: TUFLimits.standard.timestampBytesMax)
            })
        else { return nil }
        let store = MemoryStore()
        do {
            let signedAt = UTCTime(
                unixSeconds: try SignedMetadata(timestamp, role: .timestamp).version)
            var client = Updater(
                packagedRoot: roots.first, store: store, fetcher: FileFetcher(folder: directory),
                now: min(now, signedAt))
            let report = try client.refresh()
            return LiveRepository(
                directory: directory, report: report, targets: client.targets,
                stored: store.files)
        } catch {
            throw .refused("\(directory): \(error)", remedy: untrusted)
        }
    }

    /// The published bundle of each season, of the format this build writes.
    ///
    /// - Throws: ``PublishError/refused(_:remedy:)`` where a signed entry is not one of ours.
    func bundles() throws(PublishError) -> [BundleYear: PublishedBundle] {
        var bundles: [BundleYear: PublishedBundle] = [:]
        for target in targets {
            guard let name = TargetName(target.path), name.format == BundleFormat.current else {
                continue
            }
            do throws(BundleFormatError) {
                let custom = try TargetCustom(JSONCursor(target.custom ?? .null))
                bundles[name.year] = PublishedBundle(target: target, custom: custom)
            } catch {
                throw .refused("\(directory): \(target.path): \(error)", remedy: Self.untrusted)
            }
        }
        return bundles
    }

    private static let untrusted = """
        somebody else published here, or changed a file by hand: restore the directory from its \
        backup, or publish into an empty one
        """

    private static func refuseOtherRoots(
        in metadata: String, than roots: RootChain
    ) throws(PublishError) {
        let found = try RootChain.read(metadata)?.files ?? []
        for (ours, theirs) in zip(roots.files, found) where ours != theirs {
            throw .refused(
                "\(metadata)/\(theirs.name): expected the root we keep, found another",
                remedy: untrusted)
        }
        guard found.count <= roots.files.count else {
            throw .refused(
                "\(metadata): expected \(roots.files.count) roots, found \(found.count)",
                remedy: "bring this checkout's root metadata up to date first")
        }
    }
}

/// One season as it is published.
struct PublishedBundle: Equatable {
    let target: TargetFile
    let custom: TargetCustom

    /// Where its zip is, below the directory.
    var zipPath: String { PublishedBundle.zipPath(custom.year, sha256: target.sha256 ?? "") }

    /// Where a zip is, below the directory: under its own hash, so that it never changes.
    static func zipPath(_ year: BundleYear, sha256: String) -> String {
        "targets/f\(BundleFormat.current)/\(year)/\(sha256).bundle.zip"
    }
}
