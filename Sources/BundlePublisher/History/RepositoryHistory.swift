import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// What a repository offered at which time, read from the signed metadata that it still has.
package struct RepositoryHistory {
    /// One state of the repository, live or not.
    package struct Entry: Sendable {
        /// When it was signed: its version.
        package let since: UTCTime
        /// When the next one replaced it that was live; nil for the one that is live.
        package var until: UTCTime?
        package let bundles: [BundleYear: PublishedBundle]
        package let recalls: RecallList
        /// Everything it vouched for.
        package let targets: [TargetFile]
        /// True if the newest root still names a key that signed it.
        package let isStillTrusted: Bool
        /// The number of the newest of our roots that names a key that signed it.
        package let rootsTrusting: Int
        /// The version of the state that was live before it; nil if it says none.
        let previous: Int64?
        /// False if it was signed by a publish that failed: what it names never was live.
        package var wasLive = true
    }

    /// The member of the record's `custom` that names the state before.
    static let previousKey = "previous"

    /// The states, oldest first; the last one is live.
    package var entries: [Entry] = []
    /// Files that could not be used, and why; they are left out.
    package var problems: [Problem] = []

    /// Why the files of a state could not be used.
    package struct Problem: Error, Equatable {
        let version: Int64
        /// False if only one file of the pair is there, as a killed publish leaves it.
        let isComplete: Bool
        package let message: String
    }

    package var isPruned: Bool {
        guard let first = entries.first(where: \.wasLive) else { return false }
        // The first state of a new key follows the states of the older one.
        return first.previous != nil || first.rootsTrusting > 1
    }

    /// The most states whose files are in memory at the same time.
    private static let readTogether = 32

    /// Reads what is there; the place must list its files.
    package static func read(
        _ destination: any PublishDestination, roots: RootChain, newest: Int64
    ) throws(PublishError) -> RepositoryHistory {
        func file(_ name: String) throws(PublishError) -> [UInt8]? {
            try destination.fetcher.wholeFile(
                name, lengthBytesMax: TUFLimits.standard.targetsBytesMax, at: destination.name)
        }
        let versions = try destination.list().compactMap { version(of: "targets", in: $0.path) }
            .sorted()
        let past = try converting(try PastMetadata(roots: roots.files.map(\.bytes))) {
            (error: RepositoryError) in .refused("\(destination.name): \(error)")
        }
        var history = RepositoryHistory()
        for part in versions.suffix(PublishLimits.historyStatesMax).parts(of: Self.readTogether) {
            // They are fetched one after the other, which every fetcher can do, and verified on all cores.
            var files: [StateFiles] = []
            for version in part {
                files.append(
                    StateFiles(
                        version: version, snapshot: try file("\(version).snapshot.json"),
                        targets: try file("\(version).targets.json")))
            }
            let states = concurrently(files) { file in
                Result { () throws(Problem) in try file.verified(by: past) }
            }
            for state in states {
                do throws(Problem) {
                    history.entries.append(try state.get())
                } catch {
                    history.problems.append(error)
                }
            }
        }
        // A publish that failed has signed a higher version than the live one; so may a replaced key whose clock was ahead.
        history.entries.removeAll { $0.since.unixSeconds > newest && $0.isStillTrusted }
        // What a replaced key has signed came before all that its successor signs, whatever its clock said.
        history.entries.sort { ($0.rootsTrusting, $0.since) < ($1.rootsTrusting, $1.since) }
        history.close()
        return history
    }

    /// The version in `metadata/<version>.<role>.json`; nil of every other path.
    package static func version(of role: String, in path: String) -> Int64? {
        let suffix = ".\(role).json"
        guard path.hasPrefix("metadata/"), path.hasSuffix(suffix) else { return nil }
        let digits = path.dropFirst("metadata/".count).dropLast(suffix.count)
        guard let version = Int64(digits), version > 0, "\(version)" == digits else { return nil }
        return version
    }

    /// Follows the states back from the live one: each names the state before it.
    ///
    /// A publish that failed has left a state that no other one names, so it never was live. What a replaced key has
    /// signed may have been live.
    private mutating func close() {
        var expected = entries.last?.since.unixSeconds
        var next: UTCTime?
        for at in entries.indices.reversed() {
            let isNext = entries[at].since.unixSeconds == expected
            entries[at].until = next
            entries[at].wasLive = isNext || !entries[at].isStillTrusted
            guard entries[at].wasLive else { continue }
            if isNext { expected = entries[at].previous }
            next = entries[at].since
        }
    }
}

/// The two files that say what one state offered, as they are served.
private struct StateFiles: Sendable {
    /// Of targets and snapshot; a publish gives both the same.
    let version: Int64
    let snapshot: [UInt8]?
    let targets: [UInt8]?

    /// The state, its end still open.
    func verified(
        by past: PastMetadata
    ) throws(RepositoryHistory.Problem) -> RepositoryHistory.Entry {
        guard let snapshot, let targets else {
            throw problem("expected its snapshot next to it, found none", isComplete: false)
        }
        do {
            let found = try past.targets(targets, listedBy: snapshot)
            guard found.version == version else {
                throw RepositoryError.version(
                    role: "targets", expected: version, found: found.version)
            }
            let record = found.targets.record?.custom
            return RepositoryHistory.Entry(
                since: UTCTime(unixSeconds: version),
                bundles: try PublishedBundle.read(found.targets), recalls: found.targets.recalls,
                targets: found.targets, isStillTrusted: found.isStillTrusted,
                rootsTrusting: found.rootsTrusting,
                previous: record?[RepositoryHistory.previousKey]?.integerValue)
        } catch {
            throw problem("\(error)", isComplete: true)
        }
    }

    private func problem(_ text: String, isComplete: Bool) -> RepositoryHistory.Problem {
        RepositoryHistory.Problem(
            version: version, isComplete: isComplete, message: "\(version).targets.json: \(text)")
    }
}
