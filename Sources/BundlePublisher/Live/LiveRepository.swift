import BundleFormat
import SeasonAuthoring
import TUF

/// What the home that signs a repository finds there, read as a TUF client with this home's memory.
///
/// Live is the newest state that the newest root's keys have signed, in the repository or seen there before. Everything
/// else in the repository counts for nothing: a publish that was cut off, an older copy, a damaged timestamp, and what a
/// replaced key has signed.
package struct LiveRepository {
    let place: any PublishDestination
    package let roots: RootChain
    let rootsThere: PublishedRoots
    package private(set) var live: LiveState?
    /// Why what the repository has now does not count; nil if it does, or if there is nothing.
    package private(set) var problem: PublishError?
    private let seen: [String: [UInt8]]
    private let now: UTCTime

    /// Reads the repository and the home's memory.
    ///
    /// Throws if the repository does not answer, or has a root that follows from ours and that we lack.
    ///
    /// - Parameters:
    ///   - remembers: true for a command that acts on what it finds: the home remembers the live state at once, even if
    ///     the command then does nothing. So a later command notices an older copy.
    package init(
        _ place: any PublishDestination, home: Home, roots: RootChain? = nil, remembers: Bool,
        now: UTCTime
    ) throws(PublishError) {
        (self.place, self.now) = (place, now)
        self.roots = if let roots { roots } else { try home.roots(publishedIn: place) }
        seen = home.seen()
        rootsThere = try PublishedRoots.read(place, ours: self.roots)
        if try place.exists() { (live, problem) = try fetched(under: self.roots) }
        let there = live
        let isNothing = problem == nil && there == nil
        if let kept = remembered(under: self.roots), kept.age > there?.age ?? (0, 0) {
            live = kept
            live?.isInRepository = false
            if there != nil {
                problem = .refused(
                    "\(place.name): expected the newest state that this home has seen there, found an older one",
                    "an older copy was restored, or an old timestamp.json was put back: "
                        + "\(.refresh()) signs the newest state again")
            }
        }
        if there == nil, try self.roots.replacesOnlineKey(since: rootsThere.trusted) {
            problem =
                isNothing
                ? nil
                : PublishError(
                    "\(place.name): expected the online key that signed it, found it replaced",
                    kind: .keyReplaced, remedy: "\(.publish) packs and signs everything anew")
        } else if isNothing, rootsThere.trusted > 0 {
            problem = .noTimestamp(place.name)
        }
        try live?.requireOurs()
        try live?.readRecord(seen: seen)
        // This home remembers the record and did not fetch it, but others must find it there.
        if let record = live?.targets.record, let known = seen["record.json"],
            known == live?.recordBytes,
            try place.lengthBytes(of: record.publishedPath) != record.lengthBytes
        {
            live?.isInRepository = false
            problem =
                problem
                ?? .refused(
                    "\(place.name): expected \(record.publishedPath), found none or another file",
                    "\(.refresh()) signs the newest state again")
        }
        if remembers, let live { _ = home.remember(live.files) }
    }

    /// The live state; throws if nothing counts.
    package func requireLive() throws(PublishError) -> LiveState {
        if let live { return live }
        throw problem ?? .unpublished(place.name)
    }

    /// The zip of a content in the repository, since when and of which commit it was offered; nil if no whole zip is there.
    ///
    /// We look in the live state first, then in states that do not count, then in the history. A thief may have signed
    /// those, but a line names a content by its hash: a zip with that content is the right one.
    func zip(
        of version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        if let near = try whole(live?.contents(year) ?? [], version, year) { return near }
        let past = try pastStates().flatMap { $0.contents(year) }
        if let earlier = try whole(past, version, year) { return earlier }
        // A repository that cannot list its files has no history.
        let history = try? RepositoryHistory.read(place, roots: roots, newest: .max)
        let bundles = (history?.entries ?? []).reversed().compactMap { $0.bundles[year] }
        return try whole(bundles.map { OfferedContent($0) }, version, year)
    }

    private func whole(
        _ contents: [OfferedContent], _ version: ContentVersion, _ year: BundleYear
    ) throws(PublishError) -> OfferedContent? {
        for content in contents where content.version == version {
            if try place.hasWhole(content.zip, year) { return content }
        }
        return nil
    }

    /// States that do not count, newest first: a zip of theirs may have the content that a line names.
    private func pastStates() throws(PublishError) -> [LiveState] {
        var states: [LiveState] = []
        for count in (1...roots.files.count).reversed() {
            guard let chain = RootChain(Array(roots.files.prefix(count))) else { continue }
            for state in [try fetched(under: chain).state, remembered(under: chain)] {
                guard var state, (try? state.readRecord(seen: seen)) != nil else { continue }
                states.append(state)
            }
        }
        return states
    }

    /// What the repository serves, or why that does not count.
    private func fetched(
        under roots: RootChain
    ) throws(PublishError) -> (state: LiveState?, problem: PublishError?) {
        do throws(PublishError) {
            let state = try LiveState.fetched(
                from: fetcher(under: roots), at: place.name, firstRoot: roots.first, now: now)
            return (state, nil)
        } catch {
            guard [.refused, .webPage, .tooLong].contains(error.kind) else { throw error }
            return (nil, error)
        }
    }

    private func remembered(under roots: RootChain) -> LiveState? {
        LiveState.remembered(seen, fetcher(under: roots), at: place.name, roots: roots, now: now)
    }

    /// The repository with our chain of roots instead of its own.
    private func fetcher(under roots: RootChain) -> any Fetcher {
        let next = RootChain.name(roots.files.count + 1)
        return MemoryFetcher(
            metadata: roots.files,
            over: HidingFetcher(hiding: ["metadata/\(next)"], of: place.fetcher))
    }
}

extension Decisions {
    /// The live lines that these lack; none if the record is gone.
    func lacking(of live: LiveState?) -> [DecisionLine] {
        live?.record.map { lacking(of: $0.decisions) } ?? []
    }
}
