import BundleFormat
import JSON
import RepositoryTransport
import SeasonAuthoring
import TUF

/// What a repository offered at which time, read from the signed metadata that it still has.
package struct RepositoryHistory {
    /// One state of the repository.
    package struct Entry: Sendable {
        /// When it was signed: its version.
        package let since: UTCTime
        /// When the next one took its place that is known to have been live; nil for the one that is live.
        package var until: UTCTime?
        /// What was offered.
        package let bundles: [BundleYear: PublishedBundle]
        /// Everything it vouched for, other formats too.
        package let targets: [TargetFile]
        /// True if the newest root still trusts who signed it.
        package let isStillTrusted: Bool
        /// False if it was signed by a publish that failed: what it names never was live.
        package var wasLive = true
        /// How many of our roots there are up to the newest that trusts who signed it.
        package let rootsTrusting: Int
    }

    /// The states, oldest first; the last one is live.
    package var entries: [Entry] = []
    /// Files that could not be used, and why; they are left out.
    package var problems: [StateFiles.Problem] = []
    /// True if older states are gone.
    ///
    /// Then the oldest state also has bundles that were published before it.
    package var isPruned: Bool {
        isCutOff || !(entries.first?.bundles.values.allSatisfy { isBirth($0) } ?? true)
    }

    /// True if a timestamp is kept of a state that is older than all whose files are there; `prune` leaves one.
    private var isCutOff = false

    /// True if a bundle was published with the oldest state, rather than taken over from before.
    private func isBirth(_ bundle: PublishedBundle) -> Bool {
        guard let since = entries.first?.since else { return true }
        return UTCTime(bundle.custom.published).map { $0 >= since.advanced(bySeconds: -60) }
            ?? false
    }

    /// The most states whose files are in memory at the same time.
    private static let readTogether = 32

    /// Reads what is there.
    ///
    /// - Parameters:
    ///   - destination: the place.
    ///   - roots: our chain.
    ///   - live: what is live, verified.
    ///   - limit: the most states to read, the newest ones.
    /// - Returns: the states.
    /// - Throws: ``PublishError`` if the place cannot be read, or our chain does not hold.
    package static func read(
        _ destination: any PublishDestination, roots: RootChain, live: LiveRepository,
        limit: Int = PublishLimits.historyStatesMax
    ) throws(PublishError) -> RepositoryHistory {
        let newest = live.role(.targets)?.version ?? 0
        let paths = try destination.list().map(\.path)
        let all = paths.compactMap { targetsVersion($0) }.sorted()
        let versions = all.filter { $0 <= newest }
        var history = try read(Array(versions.suffix(limit)), destination, roots)
        // A clock that was ahead, or a thief, may have signed higher versions with a key that was replaced since. What a key
        // signed that still counts was never live, or is about to be restored.
        let higher = all.filter { $0 > newest }.suffix(PublishLimits.newerStatesMax)
        history.entries += try read(Array(higher), destination, roots).entries
            .filter { !$0.isStillTrusted }
        // What a replaced key has signed came before all that its successor signs, whatever its clock said.
        history.entries.sort { ($0.rootsTrusting, $0.since) < ($1.rootsTrusting, $1.since) }
        let kept = Set(paths.compactMap { KeptTimestamp.version(of: $0) })
        if let first = kept.min(), let oldest = versions.first { history.isCutOff = first < oldest }
        history.close(kept: kept)
        return history
    }

    /// Reads states that are newer than the live one.
    ///
    /// They exist if a publish was killed before its timestamp, or if somebody has put an older timestamp back.
    ///
    /// - Parameters:
    ///   - version: the version of the live state; 0 if there is no timestamp.
    ///   - destination: the place.
    ///   - roots: our chain.
    /// - Returns: the states that the newest root still trusts, oldest first.
    /// - Throws: ``PublishError`` if the place cannot be read, or our chain does not hold.
    static func readStates(
        newerThan version: Int64, in destination: any PublishDestination, roots: RootChain
    ) throws(PublishError) -> [Entry] {
        let versions = try destination.listMetadata().compactMap { targetsVersion($0) }
            .filter { $0 > version }.sorted().suffix(PublishLimits.newerStatesMax)
        guard !versions.isEmpty else { return [] }
        return try read(Array(versions), destination, roots).entries.filter(\.isStillTrusted)
    }

    /// Lists the versions that a place has any file of.
    ///
    /// - Parameter destination: the place.
    /// - Returns: the versions; none if the place cannot list its files.
    /// - Throws: ``PublishError`` if the place cannot be read.
    static func versions(in destination: any PublishDestination) throws(PublishError) -> Set<Int64>
    {
        Set(
            try destination.listMetadata().compactMap { path in
                version(of: "targets", in: path) ?? version(of: "snapshot", in: path)
            })
    }

    private static func read(
        _ versions: [Int64], _ destination: any PublishDestination, _ roots: RootChain
    ) throws(PublishError) -> RepositoryHistory {
        let past = try past(roots, of: destination)
        var history = RepositoryHistory()
        for part in versions.parts(of: Self.readTogether) {
            // They are fetched one after the other, which every fetcher can do, and verified on all cores.
            var files: [StateFiles] = []
            for version in part { files.append(try StateFiles(version, in: destination)) }
            for state in concurrently(files, { $0.verified(by: past) }) {
                switch state {
                case .failure(let problem): history.problems.append(problem)
                case .success(let state): history.entries.append(state)
                }
            }
        }
        return history
    }

    /// Our roots, to verify with what was signed before.
    ///
    /// - Throws: ``PublishError`` if the chain does not hold.
    static func past(
        _ roots: RootChain, of destination: any PublishDestination
    ) throws(PublishError) -> PastMetadata {
        do throws(RepositoryError) {
            return try PastMetadata(roots: roots.files.map(\.bytes))
        } catch {
            throw .refused(.metadata(place: destination.name, error))
        }
    }

    /// The version in `metadata/<version>.targets.json`; nil of every other path.
    static func targetsVersion(_ path: String) -> Int64? {
        version(of: "targets", in: path)
    }

    /// The version in `metadata/<version>.<role>.json`; nil of every other path.
    package static func version(of role: String, in path: String) -> Int64? {
        let suffix = ".\(role).json"
        guard path.hasPrefix("metadata/"), path.hasSuffix(suffix) else { return nil }
        let digits = path.dropFirst("metadata/".count).dropLast(suffix.count)
        guard let version = Int64(digits), version > 0, "\(version)" == digits else { return nil }
        return version
    }

    /// Gives each state its end: the beginning of the next.
    ///
    /// A publish that failed has left a state that never was live, so it ended nothing. Publishers before 0.8 kept no
    /// timestamps: before the first that is kept, every state may have been live.
    private mutating func close(kept: Set<Int64>) {
        let first = kept.min() ?? .max
        var next: UTCTime?
        for at in entries.indices.reversed() {
            let version = entries[at].since.unixSeconds
            entries[at].until = next
            // Of what a replaced key has signed, nobody keeps the timestamps.
            entries[at].wasLive =
                next == nil || kept.contains(version) || version < first
                || !entries[at].isStillTrusted
            if entries[at].wasLive { next = entries[at].since }
        }
    }

    /// A bundle of that version that was offered, and may be again: the newest that is trusted.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - neverLive: whether contents count that no machine was offered, because a publish failed.
    ///   - isWanted: whether its version is the one.
    /// - Returns: the bundle, or nil.
    func newest(
        _ year: BundleYear, orNeverLive neverLive: Bool = false,
        where isWanted: (ContentVersion) -> Bool
    ) -> PublishedBundle? {
        entries.reversed().lazy.filter { $0.isStillTrusted && ($0.wasLive || neverLive) }
            .compactMap { $0.bundles[year] }.first { isWanted($0.custom.version) }
    }
}
