import BundleFormat
import SeasonAuthoring
import TUF

/// Reads the states of a repository, and those that a home has kept, with the code of TUF clients.
struct StateReader {
    let place: any PublishDestination
    let roots: RootChain
    let now: UTCTime

    struct There {
        let found: LiveChoice.There
        var state: LiveState?
        /// The version of what is signed there; of a state that cannot be read, that of its timestamp.
        var version: Int64?
        /// Why it does not count.
        var problem: PublishError?
    }

    /// Reads what is there; throws if the repository does not answer.
    func there(
        _ rootsThere: PublishedRoots, seen: [SeenStates.Files]
    ) throws(PublishError) -> There {
        guard try place.exists() else { return There(found: .nothing) }
        do throws(PublishError) {
            guard let state = try fetched(under: roots, seen: seen) else {
                guard rootsThere.trusted > 0 else { return There(found: .nothing) }
                return There(found: .damaged, problem: .noTimestamp(place.name))
            }
            return There(found: .state(state.name), state: state, version: state.version)
        } catch {
            guard [.refused, .webPage, .tooLong].contains(error.kind) else { throw error }
            let signed = try signedVersion(seen: seen)
            guard let (version, isReplaced) = signed, isReplaced else {
                return There(found: .damaged, version: signed?.version, problem: error)
            }
            return There(
                found: .replacedKey(version: version), version: version,
                problem: .keyReplaced(place.name, version: version))
        }
    }

    /// The newest state that a superseded key has signed and that is still there.
    func replacedKeyState(seen: [SeenStates.Files]) throws(PublishError) -> LiveState? {
        for count in (1...roots.files.count).reversed() {
            guard let chain = RootChain(Array(roots.files.prefix(count))) else { continue }
            do throws(PublishError) {
                if let state = try fetched(under: chain, seen: seen) { return state }
            } catch {
                guard [.refused, .webPage, .tooLong].contains(error.kind) else { throw error }
            }
        }
        return nil
    }

    /// The version of what is signed there, and whether only a superseded key has signed it.
    private func signedVersion(
        seen: [SeenStates.Files]
    ) throws(PublishError) -> (version: Int64, isReplaced: Bool)? {
        guard
            let bytes = try? place.fetcher.wholeFile(
                "timestamp.json", lengthBytesMax: TUFLimits.standard.timestampBytesMax,
                at: place.name),
            let past = try? PastMetadata(roots: roots.files.map(\.bytes)),
            let trusting = past.rootsTrusting(timestamp: bytes),
            let timestamp = try? SignedMetadata(bytes, role: .timestamp)
        else { return nil }
        let state = try replacedKeyState(seen: seen)
        return (state?.version ?? timestamp.version, trusting < roots.files.count)
    }

    private func fetched(
        under roots: RootChain, seen: [SeenStates.Files]
    ) throws(PublishError) -> LiveState? {
        var state = try LiveState.fetched(
            from: fetcher(under: roots), at: place.name, firstRoot: roots.first, now: now,
            isOnlyRead: place is Site)
        try state?.requireOurs()
        let known = seen.first { $0.files["targets.json"] == state?.stored["targets.json"] }
        try state?.readRecord(seen: known?.files["record.json"])
        return state
    }

    /// A state that the home has kept; nil unless the newest root's keys have signed it.
    func remembered(_ kept: SeenStates.Files) -> LiveState? {
        guard
            var state = LiveState.remembered(
                kept.files, fetcher(under: roots), at: place.name, roots: roots, now: now),
            (try? state.requireOurs()) != nil,
            (try? state.readRecord(seen: kept.files["record.json"])) != nil
        else { return nil }
        return state
    }

    /// The repository with our chain of roots instead of its own.
    private func fetcher(under roots: RootChain) -> any Fetcher {
        let next = RootChain.name(roots.files.count + 1)
        return MemoryFetcher(
            metadata: roots.files,
            over: HidingFetcher(hiding: ["metadata/\(next)"], of: place.fetcher))
    }
}

/// A repository that hides some of its files.
final class HidingFetcher: Fetcher {
    private let hidden: Set<String>
    private let whole: any Fetcher

    /// Hides files by their paths below the directory.
    init(hiding hidden: some Sequence<String>, of whole: any Fetcher) {
        (self.hidden, self.whole) = (Set(hidden), whole)
    }

    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        hidden.contains("\(request.base == .metadata ? "metadata" : "targets")/\(request.path)")
            ? .absent : try whole.fetch(request, begin: begin, sink: sink)
    }
}
