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
        /// Where everything that it vouched for is, below the directory.
        package let paths: Set<String>
        let record: TargetFile?
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

    /// Reads what is there, one state at a time; the place must list its files.
    ///
    /// - Parameter year: the season whose bundles are kept; nil keeps those of all.
    package static func read(
        _ destination: any PublishDestination, roots: RootChain, newest: Int64,
        year: BundleYear? = nil
    ) throws(PublishError) -> RepositoryHistory {
        let states = try States(destination, roots)
        var history = RepositoryHistory()
        for version in states.versions {
            let state = try states.read(version)
            do throws(Problem) {
                history.entries.append(try state.verified(by: states.past, year: year))
            } catch {
                history.problems.append(error)
            }
        }
        // A publish that failed has signed a higher version than the live one; a superseded key, too, if its clock was ahead.
        history.entries.removeAll { $0.since.unixSeconds > newest && $0.isStillTrusted }
        // What a superseded key has signed came before all that its successor signs, whatever its clock said.
        history.entries.sort { ($0.rootsTrusting, $0.since) < ($1.rootsTrusting, $1.since) }
        history.close()
        return history
    }

    /// Finds a content in older states, newest first; nil if none has it.
    static func content(
        of year: BundleYear, in place: any PublishDestination, roots: RootChain,
        where matches: (ContentVersion) -> Bool
    ) throws(PublishError) -> KnownContent? {
        let states = try States(place, roots)
        for version in states.versions.reversed() {
            let files = try states.read(version)
            let state = try? files.verified(by: states.past, year: year)
            guard let bundle = state?.bundles[year], matches(bundle.custom.version) else {
                continue
            }
            return KnownContent(
                StoredZip(bundle), since: bundle.since, commit: bundle.custom.commit)
        }
        return nil
    }

    /// Every decision that some state has signed, also those that another one has superseded.
    package func decisions(
        in place: any PublishDestination, beside live: SignedRecord
    ) -> Set<SignedDecision> {
        var decisions = Set(live.decisions.all)
        var read: Set<String> = []
        for record in entries.filter(\.wasLive).compactMap(\.record)
        where read.insert(record.publishedPath).inserted {
            let bytes = try? place.fetcher.fetchFile(
                record.publishedPath, lengthBytesMax: record.lengthBytes, at: place.name)
            guard let bytes = bytes ?? nil, bytes.isWhole(record) else { continue }
            decisions.formUnion(SignedRecord(bytes)?.decisions.all ?? [])
        }
        return decisions
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
    /// A publish that failed has left a state that no other one names, so it never was live. What a superseded key has
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

/// The older states of a repository, which are read one at a time.
private struct States {
    let place: any PublishDestination
    let past: PastMetadata
    /// Oldest first.
    let versions: [Int64]

    init(_ place: any PublishDestination, _ roots: RootChain) throws(PublishError) {
        self.place = place
        past = try converting(try PastMetadata(roots: roots.files.map(\.bytes))) {
            (error: RepositoryError) in .refused("\(place.name): \(error)")
        }
        versions = try place.list()
            .compactMap { RepositoryHistory.version(of: "targets", in: $0.path) }
            .sorted().suffix(PublishLimits.historyStatesMax)
    }

    func read(_ version: Int64) throws(PublishError) -> StateFiles {
        func file(_ name: String) throws(PublishError) -> [UInt8]? {
            try place.fetcher.wholeFile(
                name, lengthBytesMax: TUFLimits.standard.targetsBytesMax, at: place.name)
        }
        return StateFiles(
            version: version, snapshot: try file("\(version).snapshot.json"),
            targets: try file("\(version).targets.json"))
    }
}

/// The two files that say what one state offered, as they are served.
private struct StateFiles: Sendable {
    /// Of targets and snapshot; a publish gives both the same.
    let version: Int64
    let snapshot: [UInt8]?
    let targets: [UInt8]?

    /// The state, its end still open, with the bundle of one year or of all.
    func verified(
        by past: PastMetadata, year: BundleYear?
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
            let record = found.targets.record
            var bundles = try PublishedBundle.read(found.targets)
            if let year { bundles = bundles.filter { $0.key == year } }
            return RepositoryHistory.Entry(
                since: UTCTime(unixSeconds: version), bundles: bundles,
                recalls: found.targets.recalls, paths: Set(found.targets.map(\.publishedPath)),
                record: record, isStillTrusted: found.isStillTrusted,
                rootsTrusting: found.rootsTrusting,
                previous: record?.custom?[RepositoryHistory.previousKey]?.integerValue)
        } catch {
            throw problem("\(error)", isComplete: true)
        }
    }

    private func problem(_ text: String, isComplete: Bool) -> RepositoryHistory.Problem {
        RepositoryHistory.Problem(
            version: version, isComplete: isComplete, message: "\(version).targets.json: \(text)")
    }
}
