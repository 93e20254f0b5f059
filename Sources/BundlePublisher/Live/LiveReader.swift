import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// Finds out what is live, as a TUF client with this home's memory does.
///
/// Everything else in the repository counts for nothing: a publish that was cut off, an older copy, a damaged
/// timestamp, and what a replaced key has signed.
package struct LiveReader {
    let place: any PublishDestination
    package let roots: RootChain
    let seen: [String: [UInt8]]
    let now: UTCTime

    package init(
        _ place: any PublishDestination, home: Home, roots: RootChain? = nil, now: UTCTime
    ) throws(PublishError) {
        self.place = place
        self.roots = if let roots { roots } else { try home.roots(publishedIn: place) }
        seen = SeenStore(home: home).read()
        self.now = now
    }

    /// What a repository has, and what of it counts.
    package struct Found {
        package let live: LiveState?
        let roots: PublishedRoots
        /// Why what the repository has now does not count; nil if it does, or if there is nothing.
        package let problem: PublishError?
    }

    /// Reads the repository and the home's memory.
    ///
    /// Throws if the repository does not answer, or has a root that follows from ours and that we lack.
    package func read() throws(PublishError) -> Found {
        let rootsThere = try PublishedRoots.read(place, ours: roots)
        var problem: PublishError?
        var there: LiveRepository?
        if try place.exists() {
            (there, problem) = try refusals { () throws(PublishError) in
                try repository(rootsThere)
            }
        }
        let isNothing = problem == nil && there == nil
        let kept = LiveRepository.remembered(
            seen, fetcher(rootsThere), at: place.name, roots: roots, now: now)
        let newest: LiveRepository?
        if let kept, kept.age > there?.age ?? (0, 0) {
            newest = kept
            if there != nil {
                problem = .refused(
                    "\(place.name): expected the newest state that this home has seen there, found an older one",
                    "an older copy was restored, or an old timestamp.json was put back: "
                        + "\(.refresh()) signs the newest state again")
            }
        } else {
            newest = there
        }
        if there == nil, try roots.replacesOnlineKey(since: rootsThere.trusted) {
            problem =
                isNothing
                ? nil
                : PublishError(
                    "\(place.name): expected the online key that signed it, found it replaced",
                    kind: .keyReplaced, remedy: "\(.publish) packs and signs everything anew")
        } else if isNothing, rootsThere.trusted > 0 {
            problem = .noTimestamp(place.name)
        }
        let live = try newest.map { (newest) throws(PublishError) in
            try LiveState(newest, seen: seen, isInRepository: there?.age ?? (0, 0) == newest.age)
        }
        return Found(live: live, roots: rootsThere, problem: problem)
    }

    /// States that do not count, newest first: their zips may have the very content that a line names.
    func pastStates(_ rootsThere: PublishedRoots) throws(PublishError) -> [LiveState] {
        var states: [LiveState] = []
        for count in (0..<roots.files.count).reversed() {
            guard let chain = RootChain(Array(roots.files.prefix(count + 1))) else { continue }
            let older = LiveReader(place, roots: chain, seen: seen, now: now)
            let fetcher = older.fetcher(rootsThere)
            let kept = LiveRepository.remembered(
                seen, fetcher, at: place.name, roots: chain, now: now)
            let there = try refusals { () throws(PublishError) in
                try older.repository(rootsThere)
            }.value
            for state in [there, kept].compactMap({ $0 }) {
                if let state = try? LiveState(state, seen: seen, isInRepository: false) {
                    states.append(state)
                }
            }
        }
        return states
    }

    private init(
        _ place: any PublishDestination, roots: RootChain, seen: [String: [UInt8]], now: UTCTime
    ) {
        (self.place, self.roots, self.seen, self.now) = (place, roots, seen, now)
    }

    private func repository(_ rootsThere: PublishedRoots) throws(PublishError) -> LiveRepository? {
        try LiveRepository.read(
            fetcher(rootsThere), at: place.name, firstRoot: roots.first, now: now)
    }

    /// The repository with our chain of roots instead of its own.
    private func fetcher(_ rootsThere: PublishedRoots) -> any Fetcher {
        let next = RootChain.name(roots.files.count + 1)
        return MemoryFetcher(
            metadata: roots.files,
            over: HidingFetcher(
                hiding: rootsThere.falsePaths + ["metadata/\(next)"], of: place.fetcher))
    }

    /// Runs `body`; what it refuses is returned instead of thrown.
    private func refusals<Value>(
        _ body: () throws(PublishError) -> Value?
    ) throws(PublishError) -> (value: Value?, problem: PublishError?) {
        do throws(PublishError) {
            return (try body(), nil)
        } catch {
            guard [.refused, .webPage, .tooLong].contains(error.kind) else { throw error }
            return (nil, error)
        }
    }
}
