import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// What the home that signs a repository finds there, with this home's memory and its list.
package struct LiveRepository {
    let place: any PublishDestination
    package let roots: RootChain
    let rootsThere: PublishedRoots
    package let choice: LiveChoice
    /// The live state; nil if there is none, or only what `decisions.txt` lists.
    package private(set) var live: LiveState?
    let list: DecisionsFile.Content?
    /// The version of what is signed there, by a key of any of our roots, even if it cannot be read; nil if nothing is.
    let newestThere: Int64?
    /// Why what the repository has now does not count; nil if it does, or if there is nothing.
    package private(set) var problem: PublishError?
    /// Seen states that neither came before nor after the live one: another publish has overwritten them.
    let lost: [LiveState]
    private let seen: [LiveState]
    private let memory: SeenStates?
    /// The names of kept states that no key of the newest root has signed.
    private let worthless: [String]
    private let now: UTCTime

    /// Reads the repository and the home; nothing is written.
    ///
    /// Throws if the repository does not answer, or has a root that follows from ours and that we lack.
    package init(
        _ place: any PublishDestination, home: Home, roots: RootChain? = nil,
        isRehearsal: Bool = false, now: UTCTime
    ) throws(PublishError) {
        (self.place, self.now) = (place, now)
        let chain = if let roots { roots } else { try home.roots(publishedIn: place) }
        self.roots = chain
        memory = isRehearsal ? nil : SeenStates(home: home)
        list = try DecisionsFile(home: home).read(now: now)
        rootsThere = try PublishedRoots.read(place, ours: chain)
        let reader = StateReader(place: place, roots: chain, now: now)
        let remembered = memory?.read() ?? []
        let verified = remembered.map { (kept: $0, state: reader.remembered($0)) }
        seen = verified.compactMap(\.state)
        // What a superseded key has signed does not count any more.
        worthless = verified.filter { $0.state == nil }.map(\.kept.name)
        let there = try reader.there(rootsThere, seen: remembered)
        newestThere = there.version
        choice = LiveChoice.decide(
            there: there.found, seen: seen.map(\.name), listedUpTo: list?.upTo)
        switch choice {
        case .first, .list: (live, lost, problem) = (nil, [], nil)
        case .nothing: (live, lost, problem) = (nil, [], there.problem)
        case .repository(let lost):
            (live, problem) = (there.state, nil)
            self.lost = lost.map { [seen] in seen[$0] }
        case .seen(let at, let lost):
            live = seen[at]
            live?.isInRepository = false
            problem = there.problem ?? Self.olderCopy(place.name)
            self.lost = lost.map { [seen] in seen[$0] }
        }
        try putBackRecord()
    }

    /// A state that is live must have its record in the repository, where other homes find it.
    private mutating func putBackRecord() throws(PublishError) {
        guard let live, live.isInRepository, let record = live.targets.record,
            try place.lengthBytes(of: record.publishedPath) != record.lengthBytes
        else { return }
        self.live?.isInRepository = false
        problem = .refused(
            "\(place.name): expected \(record.publishedPath), found none or another file",
            "\(.refresh()) signs the newest state again")
    }

    private static func olderCopy(_ place: String) -> PublishError {
        .refused(
            "\(place): expected the newest state that this home has seen there, found an older one or none",
            "an older copy was restored, or an old timestamp.json was put back: "
                + "\(.refresh()) signs the newest state again")
    }

    package func requireLive() throws(PublishError) -> LiveState {
        if let live { return live }
        throw problem ?? .unpublished(place.name)
    }

    /// The newest state in the repository that only a superseded key has signed; nil if there is none.
    func replacedKeyState() throws(PublishError) -> LiveState? {
        guard try place.exists() else { return nil }
        return try StateReader(place: place, roots: roots, now: now).replacedKeyState(seen: [])
    }

    // MARK: - What counts

    /// What is live: the live state's record, or what `decisions.txt` lists after a rotation.
    package var record: SignedRecord {
        if let live { return live.record }
        return choice == .list ? list?.record ?? SignedRecord() : SignedRecord()
    }

    /// All decisions count that live has, that this home has ever seen, or that `decisions.txt` lists.
    package var decisions: Decisions {
        seen.reduce(record.decisions.union(list?.record.decisions ?? Decisions())) {
            $0.union($1.record.decisions)
        }
    }

    /// The states that the next one comes after, newest first.
    var before: [Int64] {
        var versions = Set(lost.map(\.version))
        if let live { versions.formUnion([live.version] + live.record.after) }
        return Array(versions.sorted(by: >).prefix(SignedRecord.afterMax))
    }

    /// Every content of each season that live, the list or this home's memory knows.
    func known(_ year: BundleYear) -> [KnownContent] {
        ((live?.contents(year) ?? record.contents(year)) + lost.flatMap { $0.contents(year) }
            + (list?.record.contents(year) ?? []) + seen.flatMap { $0.record.contents(year) })
            .withoutRepeats
    }

    // MARK: - Memory

    /// What this home sees for the first time; nothing if it has seen nothing before.
    package var news: [Advice] {
        guard let live, !seen.isEmpty else { return [] }
        let before = seen.reduce(Decisions()) { $0.union($1.record.decisions) }
        var news: [Advice] = live.record.decisions.lacking(in: before).map { signed in
            let why = signed.why.isEmpty ? "" : ": \(signed.why)"
            return
                "new since this home's last command: \(signed.decision.year) \(signed.decision.short), "
                + "signed at \(UTCTime(unixSeconds: signed.since))\(why)"
        }
        let given = Set(
            seen.flatMap { $0.record.given.map { year, content in "\(year) \(content.version)" } })
        for (year, content) in live.record.given.inOrder
        where !given.contains("\(year) \(content.version)") {
            let commit = content.commit.map { ", commit \($0.prefix(12))" } ?? ", without a commit"
            news.append(
                "new since this home's last command: \(year) \(content.version.short) was published at "
                    + "\(content.published)\(commit)")
        }
        for state in lost {
            news.append(
                "the publish of \(UTCTime(unixSeconds: state.version)) was overwritten by another one: its "
                    + "decisions count, and its seasons must be published again")
        }
        return news
    }

    /// A state as a home remembers it.
    typealias Remembered = (name: StateName, decisions: Decisions, files: [String: [UInt8]])

    /// Remembers the live state, or the one that a command has just signed; the result says why it cannot.
    func remember(_ signed: Remembered? = nil) -> FileError? {
        guard let memory,
            let state = signed ?? live.map({ ($0.name, $0.record.decisions, $0.files) })
        else { return nil }
        let folder = { (name: StateName) in "\(name.version)-\(name.digest.prefix(16))" }
        let old = seen.filter {
            state.name.cameAfter($0.name) && state.decisions.includes($0.record.decisions)
        }
        return memory.remember(
            folder(state.name), state.files,
            superseding: old.map { folder($0.name) } + worthless.filter { $0 != folder(state.name) }
        )
    }
}
