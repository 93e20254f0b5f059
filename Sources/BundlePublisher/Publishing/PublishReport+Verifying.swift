import BundleArchive
import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// Verifies a publish as agents will, before anything of it is written.
///
/// One client has only the first root; the other one has the live state. Both must find the same targets and
/// download every bundle that is new in its place. The new bundles are unpacked, too. A zip that was live before
/// and is gone or damaged does not keep us from signing: no machine can download it, whatever we sign, and a
/// recall of something else cannot wait.
extension Publisher.Report {
    /// The most zips in memory at the same time.
    private static let zipsTogether = 16

    /// Verifies the publish; returns the targets that were live before and are lost.
    ///
    /// Throws if a client would not take it.
    func verify(_ prepared: PreparedPublish) throws(PublishError) -> [TargetFile] {
        let fresh = try client([:], prepared)
        _ = try client(live?.stored ?? [:], prepared)
        // A new timestamp alone names bundles that have been verified before.
        guard prepared.publication.targets != nil else { return [] }
        var lost: [TargetFile] = []
        for part in prepared.targets.parts(of: Self.zipsTogether) {
            lost += try download(part, of: prepared, by: fresh)
        }
        return lost
    }

    /// The place that will be written to, without the false roots; nil if it does not exist.
    private func fetcher() throws(PublishError) -> (any Fetcher)? {
        try publisher.destination.exists()
            ? HidingFetcher(hiding: rootsThere.falsePaths, of: publisher.destination.fetcher) : nil
    }

    /// A client that has these files in its store, after a refresh.
    private func client(
        _ files: [String: [UInt8]], _ prepared: PreparedPublish
    ) throws(PublishError) -> Updater {
        var client = Updater(
            packagedRoot: roots.first, store: MemoryStore(files: files),
            fetcher: MemoryFetcher(metadata: prepared.publication.files, over: try fetcher()),
            now: now)
        _ = try converting(try client.refresh(), Self.refusal)
        guard client.targets == prepared.targets else {
            throw Self.refusal(
                .repository(.malformed(file: "targets", problem: "expected what was signed")))
        }
        return client
    }

    private static func refusal(_ error: UpdateError) -> PublishError {
        let isOfKeys = if case .repository(.signatures) = error { true } else { false }
        return .refused(
            "what would be published does not verify: \(error)",
            isOfKeys
                ? "is the online key one that the newest root names? Nothing was written"
                : "nothing was written")
    }

    /// Downloads files and unpacks the new bundles among them.
    ///
    /// The zips are read and unpacked on all cores. The client asks for them one after the other. The
    /// unpacked bytes are the ones that the client got.
    private func download(
        _ targets: ArraySlice<TargetFile>, of prepared: PreparedPublish, by client: Updater
    ) throws(PublishError) -> [TargetFile] {
        let new = targets.compactMap { target in
            prepared.zips[target.publishedPath].map { (target: target, content: $0) }
        }
        var files: [String: [UInt8]] = [:]
        for (file, bytes) in zip(new, concurrently(new.map(\.content)) { $0.read() }) {
            files[file.target.servedPath] = try bytes.get()
        }
        var client = client
        client.fetcher = MemoryFetcher(metadata: [], targets: files, over: try fetcher())
        var lost: [TargetFile] = []
        for target in targets {
            do throws(UpdateError) {
                try client.download(target) { _ in }
            } catch {
                guard error.isOfOneFile, isLive(target) else { throw Self.refusal(error) }
                lost.append(target)
            }
        }
        let given = files
        let problems = concurrently(new.map(\.target)) {
            $0.problem(in: given[$0.servedPath] ?? [])
        }
        if let problem = problems.lazy.compactMap(\.self).first {
            throw .refused("what would be published does not unpack: \(problem)")
        }
        return lost
    }

    /// True if the same zip is live under the same name, whatever is signed about it.
    private func isLive(_ target: TargetFile) -> Bool {
        live?.targets.contains { $0.path == target.path && $0.hashes == target.hashes } ?? false
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
