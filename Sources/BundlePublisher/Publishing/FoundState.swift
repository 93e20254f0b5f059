import BundleFormat
import TUF

/// What counts as live in a place: the newest state that was live, whatever its timestamp names.
struct FoundState {
    /// Nil if nothing is published, or nothing that may be read.
    let live: LiveRepository?
    /// How many of our roots vouch for it.
    let rootsCount: Int
    /// How many of our roots need not be written again.
    let rootsThere: Int
    /// True if what is newest does not verify, so that the newest state that does counts as live.
    let isMended: Bool
    /// True if the timestamp there names an older state.
    let isRewound: Bool

    /// Reads what is live.
    ///
    /// Somebody who can write to the place, but has no key, can damage its files. A person who signs
    /// everything again (`--force`) continues from the newest state that verifies.
    ///
    /// - Parameters:
    ///   - publisher: where, and with which key.
    ///   - roots: our chain.
    ///   - rootsThere: the roots that the place has.
    ///   - states: the states that the place holds.
    /// - Throws: ``PublishError`` if the place cannot be read or trusted.
    init(
        of publisher: Publisher, roots: RootChain, _ rootsThere: PublishedRoots,
        _ states: NewerStates
    ) throws(PublishError) {
        do throws(PublishError) {
            self = try Self.named(publisher, roots, rootsThere, states)
        } catch {
            guard case .refused(.live(let place, let damage)) = error, publisher.isForced,
                let key = publisher.key
            else { throw error }
            var found = try DamagedTimestamp(
                destination: publisher.destination, roots: roots, rootsThere: rootsThere,
                key: key, newer: states
            ).readNewest(now: publisher.now)
            if found == nil { found = try Self.mended(states, rootsThere) }
            guard let found else { throw .refused(.noWholeState(place: place, damage)) }
            self = found
        }
    }

    init(
        _ live: LiveRepository?, rootsCount: Int, rootsThere: Int, isMended: Bool = false,
        isRewound: Bool = false
    ) {
        (self.live, self.rootsCount, self.rootsThere) = (live, rootsCount, rootsThere)
        (self.isMended, self.isRewound) = (isMended, isRewound)
    }

    private static func named(
        _ publisher: Publisher, _ roots: RootChain, _ rootsThere: PublishedRoots,
        _ states: NewerStates
    ) throws(PublishError) -> FoundState {
        let place = publisher.destination
        let (live, count) = try LiveRepository.read(
            place, roots: roots, rootsThere, now: publisher.now)
        var timestamp = live?.stored["timestamp.json"]
        if timestamp == nil, try place.exists() {
            timestamp = try place.fetcher.wholeFile(
                "timestamp.json", lengthBytesMax: TUFLimits.standard.timestampBytesMax,
                at: place.name)
        }
        let isRotation = try roots.replacesOnlineKey(since: rootsThere.trusted)
        // A newer root than what is live is written again beside it.
        let kept = min(count, rootsThere.count)
        guard let timestamp else {
            if isRotation, let found = try mended(states, rootsThere) { return found }
            try states.requireNone()
            return FoundState(nil, rootsCount: count, rootsThere: kept)
        }
        // Without the online key a command only adds roots to what the timestamp names.
        guard publisher.key != nil || publisher.isDryRun else {
            return FoundState(live, rootsCount: count, rootsThere: kept)
        }
        let isReplaced = try roots.replacesOnlineKey(since: count)
        let version = live?.role(.snapshot)?.version ?? 0
        // What our newest key has signed counts before all that older keys have signed.
        if let newest = try states.newestLive(after: isReplaced ? 0 : version) {
            return FoundState(
                newest, rootsCount: isReplaced ? roots.files.count : count, rootsThere: kept,
                isRewound: newest.stored["timestamp.json"] != timestamp)
        }
        if live == nil {
            if isRotation, let found = try mended(states, rootsThere) { return found }
            try states.requireNone()
        }
        if isReplaced, live != nil, let newest = try whole(states, count).state,
            newest.role(.snapshot)?.version ?? 0 > version
        {
            return FoundState(newest, rootsCount: count, rootsThere: kept)
        }
        return FoundState(live, rootsCount: count, rootsThere: kept)
    }

    /// The newest state of a replaced key, where the timestamp is gone or damaged; nil if none is whole.
    ///
    /// It holds what other checkouts have decided.
    private static func mended(
        _ states: NewerStates, _ rootsThere: PublishedRoots
    ) throws(PublishError) -> FoundState? {
        for count in (1...max(1, rootsThere.trusted)).reversed() {
            let (newest, wasAnyLive) = try whole(states, count)
            if let newest {
                return FoundState(
                    newest, rootsCount: count, rootsThere: rootsThere.count, isMended: true)
            }
            // What an older key has signed does not take the place of what is damaged.
            if wasAnyLive { return nil }
        }
        return nil
    }

    /// The newest state that the key of a root has signed and that is whole; and whether any was live.
    ///
    /// Whatever else lies there cannot keep us from replacing the key.
    private static func whole(
        _ states: NewerStates, _ count: Int
    ) throws(PublishError) -> (state: LiveRepository?, wasAnyLive: Bool) {
        do throws(PublishError) {
            return try states.newestWhole(underRoots: count)
        } catch {
            guard case .refused = error else { throw error }
            return (nil, false)
        }
    }
}
