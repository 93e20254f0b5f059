import BundleArchive
import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// Verifies a publish as agents will, before anything of it is written.
///
/// One client has only the first root; the other one has what is live. Both must find the same targets and
/// download every bundle. The new bundles are unpacked, too.
struct PublishVerifier {
    /// The place that will be written to; it may be empty.
    let destination: any PublishDestination
    let roots: RootChain
    /// What an up-to-date client has stored; empty before the first publish.
    let stored: [String: [UInt8]]
    let now: UTCTime

    /// The most zips in memory at the same time.
    private static let zipsTogether = 16

    /// Verifies the publish.
    ///
    /// - Parameter prepared: what will be written.
    /// - Throws: ``PublishError/refused(_:)`` if a client would not take it.
    func verify(_ prepared: PreparedPublish) throws(PublishError) {
        let underlying = try destination.exists() ? destination.fetcher : nil
        let fresh = try client([:], prepared, over: underlying)
        _ = try client(stored, prepared, over: underlying)
        // A new timestamp alone names bundles that have been verified before.
        guard prepared.targetsAndSnapshot != nil else { return }
        for part in prepared.targets.parts(of: Self.zipsTogether) {
            try download(part, of: prepared, by: fresh, over: underlying)
        }
    }

    /// A client that has these files in its store, after a refresh.
    private func client(
        _ files: [String: [UInt8]], _ prepared: PreparedPublish, over underlying: (any Fetcher)?
    ) throws(PublishError) -> Updater {
        let fetcher = MemoryFetcher(metadata: prepared.metadata, over: underlying)
        var client = Updater(
            packagedRoot: roots.first, store: MemoryStore(files: files), fetcher: fetcher, now: now)
        try asClient { () throws(UpdateError) in
            _ = try client.refresh()
            guard client.targets == prepared.targets else {
                throw .repository(.malformed(file: "targets", problem: "expected what was signed"))
            }
        }
        return client
    }

    /// Downloads bundles and unpacks the new ones.
    ///
    /// The zips are read and unpacked on all cores. The client asks for them one after the other. The
    /// unpacked bytes are the ones that the client got.
    private func download(
        _ targets: ArraySlice<TargetFile>, of prepared: PreparedPublish, by client: Updater,
        over underlying: (any Fetcher)?
    ) throws(PublishError) {
        var zips: [String: [UInt8]] = [:]
        let new = targets.compactMap { NewBundle($0, in: prepared) }
        for (bundle, zip) in zip(new, concurrently(new) { $0.zip.read() }) {
            zips[bundle.path] = try zip.get()
        }
        var client = client
        client.fetcher = MemoryFetcher(metadata: [], targets: zips, over: underlying)
        try asClient { () throws(UpdateError) in
            for target in targets { try client.download(target) { _ in } }
        }
        let given = zips
        let problems = concurrently(new) { $0.problem(in: given) }
        if let problem = problems.lazy.compactMap(\.self).first { throw problem }
    }

    private func asClient(_ body: () throws(UpdateError) -> Void) throws(PublishError) {
        do throws(UpdateError) {
            try body()
        } catch {
            throw .refused(.prepared(error))
        }
    }
}

/// A bundle that is about to be published.
private struct NewBundle: Sendable {
    let custom: TargetCustom
    /// Where a client asks for it, below `targets/`.
    let path: String
    let zip: PublishFile.Content

    /// Nil for a bundle that is published already, and for a target that is no bundle of ours.
    init?(_ target: TargetFile, in prepared: PreparedPublish) {
        guard let name = TargetName(target.path),
            let custom = try? PublishedBundle(reading: target, named: name).custom
        else { return nil }
        let zipPath = PublishedBundle.zipPath(
            name.year, format: name.format, sha256: target.sha256 ?? "")
        guard let zip = prepared.zips[zipPath] else { return nil }
        self.custom = custom
        self.zip = zip
        path = String(zipPath.dropFirst("targets/".count))
    }

    /// Why an agent could not unpack it; nil if it can.
    func problem(in zips: [String: [UInt8]]) -> PublishError? {
        do throws(ArchiveError) {
            _ = try Unpacker.contents(
                of: zips[path] ?? [], expecting: custom.version, year: custom.year)
            return nil
        } catch {
            return .refused(.preparedZip(error))
        }
    }
}
