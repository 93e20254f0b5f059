import BundleArchive
import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// Verifies a publish as agents will, before anything of it is written.
///
/// One client has only the first root; the other one has what is live. Both must find the same targets and
/// download every bundle that is new in its place. The new bundles are unpacked, too. A zip that was live before
/// and is gone or damaged does not keep us from signing: nobody gets it, whatever we sign, and a recall of
/// something else cannot wait.
struct PublishVerifier {
    /// The place that will be written to; nil if it does not exist.
    let fetcher: (any Fetcher)?
    let roots: RootChain
    /// What is live; nil before the first publish.
    let live: LiveRepository?
    let now: UTCTime

    /// The most zips in memory at the same time.
    private static let zipsTogether = 16

    /// Verifies the publish.
    ///
    /// - Throws: ``PublishError/refused(_:)`` if a client would not take it.
    func verify(_ prepared: PreparedPublish) throws(PublishError) -> [TargetFile] {
        let fresh = try client([:], prepared)
        _ = try client(live?.stored ?? [:], prepared)
        // A new timestamp alone names bundles that have been verified before.
        guard prepared.targetsAndSnapshot != nil else { return [] }
        var lost: [TargetFile] = []
        for part in prepared.targets.parts(of: Self.zipsTogether) {
            lost += try download(part, of: prepared, by: fresh)
        }
        return lost
    }

    /// A client that has these files in its store, after a refresh.
    private func client(
        _ files: [String: [UInt8]], _ prepared: PreparedPublish
    ) throws(PublishError) -> Updater {
        var client = Updater(
            packagedRoot: roots.first, store: MemoryStore(files: files),
            fetcher: MemoryFetcher(metadata: prepared.metadata, over: fetcher), now: now)
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
        _ targets: ArraySlice<TargetFile>, of prepared: PreparedPublish, by client: Updater
    ) throws(PublishError) -> [TargetFile] {
        var zips: [String: [UInt8]] = [:]
        let new = targets.compactMap { NewBundle($0, in: prepared) }
        for (bundle, zip) in zip(new, concurrently(new) { $0.zip.read() }) {
            zips[bundle.path] = try zip.get()
        }
        if let record = prepared.recordBytes, let target = prepared.targets.record {
            zips[String(PublishedBundle.path(of: target).dropFirst("targets/".count))] = record
        }
        var client = client
        client.fetcher = MemoryFetcher(metadata: [], targets: zips, over: fetcher)
        var lost: [TargetFile] = []
        for target in targets {
            do throws(UpdateError) {
                try client.download(target) { _ in }
            } catch {
                guard error.isOfOneFile, isLive(target) else { throw .refused(.prepared(error)) }
                lost.append(target)
            }
        }
        let given = zips
        let problems = concurrently(new) { $0.problem(in: given) }
        if let problem = problems.lazy.compactMap(\.self).first { throw problem }
        return lost
    }

    /// True if the same zip is live under the same name, whatever is signed about it.
    private func isLive(_ target: TargetFile) -> Bool {
        live?.targets.contains { $0.path == target.path && $0.hashes == target.hashes } ?? false
    }

    private func asClient(_ body: () throws(UpdateError) -> Void) throws(PublishError) {
        do throws(UpdateError) {
            try body()
        } catch {
            throw .refused(.prepared(error))
        }
    }
}

extension UpdateError {
    /// True if a file is gone or damaged; false if the place does not answer.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .repository, .transfer(.absent), .transfer(.tooLong): true
        case .transfer, .store: false
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
        do throws(BundleFormatError) {
            _ = try Unpacker.contents(
                of: zips[path] ?? [], expecting: custom.version, year: custom.year)
            return nil
        } catch {
            return .refused(.preparedZip(error))
        }
    }
}
