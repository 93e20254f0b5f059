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
struct PublishVerifier {
    let signed: SignedState
    let facts: PublishFacts

    /// The most zips that are unpacked at the same time.
    private static let zipsTogether = 16

    /// Verifies the publish; returns the targets that were live before and are lost.
    ///
    /// Throws if a client would not take it.
    func verify() throws(PublishError) -> [TargetFile] {
        let fresh = try client([:])
        _ = try client(facts.live?.stored ?? [:])
        // A new timestamp alone names bundles that have been verified before.
        guard signed.publication.targets != nil else { return [] }
        var lost: [TargetFile] = []
        for part in signed.targets.parts(of: Self.zipsTogether) {
            lost += try download(part, by: fresh)
        }
        return lost
    }

    /// The place that will be written to, without the false roots; nil if it does not exist.
    private func fetcher() throws(PublishError) -> (any Fetcher)? {
        guard try facts.place.exists() else { return nil }
        return HidingFetcher(
            hiding: facts.repository.rootsThere.falsePaths, of: facts.place.fetcher)
    }

    /// A client that has these files in its store, after a refresh.
    private func client(_ files: [String: [UInt8]]) throws(PublishError) -> Updater {
        var client = Updater(
            packagedRoot: facts.repository.roots.first, store: MemoryStore(files: files),
            fetcher: MemoryFetcher(metadata: signed.publication.files, over: try fetcher()),
            now: facts.now)
        _ = try converting(try client.refresh(), Self.refusal)
        guard client.targets == signed.targets else {
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

    /// Downloads files and unpacks the new bundles among them, from the bytes that the client got.
    private func download(
        _ targets: ArraySlice<TargetFile>, by client: Updater
    ) throws(PublishError) -> [TargetFile] {
        let new = targets.compactMap { target in
            signed.zips[target.publishedPath].map { (target: target, bytes: $0) }
        }
        var client = client
        client.fetcher = MemoryFetcher(
            metadata: [],
            targets: Dictionary(new.map { ($0.target.servedPath, $0.bytes) }) { $1 },
            over: try fetcher())
        var lost: [TargetFile] = []
        for target in targets {
            do throws(UpdateError) {
                try client.download(target) { _ in }
            } catch {
                guard error.isOfOneFile, isLive(target) else { throw Self.refusal(error) }
                lost.append(target)
            }
        }
        let problems = concurrently(new) { $0.target.problem(in: $0.bytes) }
        if let problem = problems.lazy.compactMap(\.self).first {
            throw .refused("what would be published does not unpack: \(problem)")
        }
        return lost
    }

    /// True if the same zip is live under the same name, whatever is signed about it.
    private func isLive(_ target: TargetFile) -> Bool {
        facts.live?.targets.contains { $0.path == target.path && $0.hashes == target.hashes }
            ?? false
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
