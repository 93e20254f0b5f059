import BundleFormat
import TUF

/// The timestamp with which a state became live, kept below `targets/` under the state's version.
///
/// The files of a state lie in the place before it becomes live, and stay there if the command then fails. This file
/// is written after the state became live, and only the online key could have signed it. So it tells a state that
/// was live from one that never was. Agents do not ask for it.
struct KeptTimestamp {
    let destination: any PublishDestination

    /// Keeps a timestamp, unless it is kept already.
    ///
    /// - Parameters:
    ///   - timestamp: the whole file.
    ///   - version: the version of the state, which is its snapshot's.
    ///   - roots: our chain.
    ///   - now: the clock.
    /// - Returns: a note if it could not be kept. The state is live without it, and the next command tries again.
    func keep(
        _ timestamp: [UInt8], of version: Int64, roots: RootChain, now: UTCTime
    ) -> [PublishNote] {
        do throws(PublishError) {
            // A timestamp that is renewed leaves the first one of its state.
            let kept = try bytes(version)
            if kept == timestamp { return [] }
            if kept != nil, try state(version, roots: roots, now: now) != nil { return [] }
            try destination.removeLeftovers()
            _ = try destination.write(
                [Self.file(version, bytes: timestamp)], inOrder: false, now: now)
            return []
        } catch {
            return [.timestampNotKept(error)]
        }
    }

    /// The file that keeps the timestamp of a state.
    static func file(_ version: Int64, bytes: [UInt8]) -> PublishFile {
        PublishFile(path: path(version), bytes: bytes)
    }

    /// Reads the state that a kept timestamp vouches for.
    ///
    /// - Parameters:
    ///   - version: the version of the state.
    ///   - roots: our chain; its newest root must trust the timestamp.
    ///   - now: the clock.
    /// - Returns: the state; nil if no timestamp of ours is kept for it, so it never was live.
    /// - Throws: ``PublishError`` if it was live and does not verify, or the place does not answer.
    func state(
        _ version: Int64, roots: RootChain, now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        guard let timestamp = try bytes(version) else { return nil }
        let fetcher = HidingFetcher(
            hiding: [RootChain.name(roots.files.count + 1)], of: destination.fetcher)
        let metadata = roots.files + [MetadataFile(name: "timestamp.json", bytes: timestamp)]
        do throws(PublishError) {
            let state = try LiveRepository.read(
                MemoryFetcher(metadata: metadata, over: fetcher),
                at: destination.name, firstRoot: roots.first, now: now)
            return state?.role(.snapshot)?.version == version ? state : nil
        } catch {
            guard case .refused(.live(_, .repository(let trouble))) = error else { throw error }
            switch trouble {
            // Somebody without our key has made it.
            case .signatures(role: "timestamp", _, _), .malformed(file: "timestamp", _): return nil
            default: throw error
            }
        }
    }

    /// True if the timestamp of a state is kept, whether or not the state's files are still whole.
    ///
    /// - Parameters:
    ///   - state: the roots and the version that it was signed under.
    ///   - roots: our chain.
    ///   - now: the clock.
    /// - Returns: true if it is.
    /// - Throws: ``PublishError`` if the place does not answer.
    func isKept(
        _ state: SignedState, roots: RootChain, now: UTCTime
    ) throws(PublishError) -> Bool {
        guard let chain = RootChain(Array(roots.files.prefix(state.roots))) else { return false }
        do throws(PublishError) {
            return try self.state(state.version, roots: chain, now: now) != nil
        } catch {
            guard case .refused = error else { throw error }
            return true
        }
    }

    /// The kept timestamp of a state; nil if there is none, or something longer in its place.
    func bytes(_ version: Int64) throws(PublishError) -> [UInt8]? {
        var bytes: [UInt8] = []
        let request = FetchRequest(
            base: .targets, path: Self.name(version),
            lengthBytesMax: TUFLimits.standard.timestampBytesMax)
        do throws(FetchError) {
            let outcome = try destination.fetcher.fetch(request) { (piece) throws(FetchError) in
                bytes.append(contentsOf: piece)
            }
            guard case .found = outcome else { return nil }
        } catch {
            if case .tooLong = error { return nil }
            throw .place(destination.name, .transfer(error))
        }
        return bytes
    }

    /// The folder below `targets/`.
    static let folder = "live"
    private static let suffix = ".timestamp.json"

    private static func name(_ version: Int64) -> String { "\(folder)/\(version)\(suffix)" }

    private static func path(_ version: Int64) -> String { "targets/\(name(version))" }

    /// The state's version in the path of a kept timestamp; nil of every other path.
    static func version(of path: String) -> Int64? {
        let digits = path.dropFirst("targets/\(folder)/".count).dropLast(suffix.count)
        guard let version = Int64(digits), version > 0, path == Self.path(version) else {
            return nil
        }
        return version
    }
}
