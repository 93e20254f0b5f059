import BundleFormat
import TUF

/// Reads a place whose timestamp does not verify: the newest state that was live, else the newest snapshot that
/// verifies.
///
/// The online key vouches for a snapshot with a timestamp of its own, in memory. Nobody else ever sees it.
struct DamagedTimestamp {
    let destination: any PublishDestination
    let roots: RootChain
    /// The roots that are there.
    let rootsThere: PublishedRoots
    /// The online key that the newest root names.
    let key: SigningKey
    /// The states that are there.
    let newer: NewerStates

    /// The largest number of snapshots that are tried, the newest first.
    ///
    /// It bounds the requests to an object store. A directory with more damage is restored from its backup.
    private static let snapshotsMax = 32

    /// Reads what is published there: the newest state that was live and is whole, else the newest that verifies.
    ///
    /// - Parameter now: the clock.
    /// - Returns: what is published; nil if no snapshot verifies, or all that was live is damaged.
    /// - Throws: ``PublishError`` if the place cannot be read.
    func readNewest(now: UTCTime) throws(PublishError) -> FoundState? {
        guard destination.canList else { return nil }
        let (state, wasAnyLive) = try newer.newestWhole()
        if let state {
            return FoundState(
                state, rootsCount: roots.files.count, rootsThere: rootsThere.count, isMended: true)
        }
        // What never was live does not take the place of what was.
        guard !wasAnyLive else { return nil }
        let versions = try destination.list()
            .compactMap { RepositoryHistory.version(of: "snapshot", in: $0.path) }
            .filter { $0 <= now.unixSeconds && !newer.killed.contains($0) }.sorted()
        for version in versions.suffix(Self.snapshotsMax).reversed() {
            do throws(PublishError) {
                if let live = try read(version, now: now) {
                    return FoundState(
                        live, rootsCount: rootsThere.trusted, rootsThere: rootsThere.count,
                        isMended: true)
                }
            } catch {
                switch error {
                case .refused, .place(_, .webPage): continue
                default: throw error
                }
            }
        }
        return nil
    }

    /// Reads the state of one snapshot; nil if it is gone.
    private func read(
        _ version: Int64, now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        guard
            let bytes = try destination.fetcher.wholeFile(
                "\(version).snapshot.json",
                lengthBytesMax: TUFLimits.standard.snapshotBytesMax, at: destination.name)
        else { return nil }
        let timestamp: SignedMetadata
        do {
            timestamp = try TimestampDraft(
                version: version,
                expires: UTCTime(unixSeconds: version).advanced(bySeconds: 86_400),
                snapshot: SignedMetadata(bytes, role: .snapshot)
            ).signed(by: [key])
        } catch {
            return nil
        }
        return try LiveRepository.read(
            MemoryFetcher(
                metadata: [MetadataFile(name: "timestamp.json", bytes: timestamp.bytes)],
                over: rootsThere.hiding(from: destination.fetcher)),
            at: destination.name, firstRoot: roots.first, now: now)
    }
}
