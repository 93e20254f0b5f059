import BundleFormat
import TUF

/// The states that a place still holds, but that its timestamp does not name because it is older or gone.
///
/// Somebody who can write to the place, but has no key, can put an old timestamp back or delete it. The
/// files that our key has signed later show that.
struct NewerStates {
    let destination: any PublishDestination
    let roots: RootChain
    /// The versions of killed commands of this home, which have decided nothing.
    let killed: Set<Int64>
    let now: UTCTime

    /// Finds the newest state that was live.
    ///
    /// - Parameters:
    ///   - version: the version of the state that the timestamp names; 0 if it names none.
    ///   - count: how many of our roots count; the newest of them must trust the state. Nil for all.
    /// - Returns: the state; nil if none that is newer was live, or the place cannot list its files.
    /// - Throws: ``PublishError`` if the place cannot be read, a state that was live does not verify, or there are
    ///   too many files that keep no state.
    func newestLive(
        after version: Int64, underRoots count: Int? = nil
    ) throws(PublishError) -> LiveRepository? {
        try search(after: version, underRoots: count) { (_, error) throws(PublishError) in
            throw error
        }
    }

    /// Finds the newest state that was live and is whole.
    ///
    /// - Returns: the state, if there is one; and whether any state of ours was live.
    /// - Throws: ``PublishError`` if the place cannot be read.
    func newestWhole(
        underRoots count: Int? = nil
    ) throws(PublishError) -> (state: LiveRepository?, wasAnyLive: Bool) {
        var damaged = 0
        let state = try search(after: 0, underRoots: count) { (_, error) throws(PublishError) in
            guard case .refused = error else { throw error }
            damaged += 1
        }
        return (state, state != nil || damaged > 0)
    }

    private func search(
        after version: Int64, underRoots count: Int?,
        whenDamaged: (Int64, PublishError) throws(PublishError) -> Void
    ) throws(PublishError) -> LiveRepository? {
        let versions = try destination.listKeptTimestamps()
            .compactMap { KeptTimestamp.version(of: $0) }.filter { $0 > version }.sorted()
        let kept = KeptTimestamp(destination: destination)
        let chain = count.flatMap { RootChain(Array(roots.files.prefix($0))) } ?? roots
        let past = try RepositoryHistory.past(chain, of: destination)
        var strangers = 0
        for version in versions.reversed() {
            let trusting = try kept.bytes(version).flatMap(past.rootsTrusting)
            if trusting == chain.files.count {
                do throws(PublishError) {
                    if let state = try kept.state(version, roots: chain, now: now) { return state }
                } catch {
                    try whenDamaged(version, error)
                }
            }
            // What a replaced key of ours has signed is no stranger's, however much there is of it.
            guard trusting == nil || trusting == chain.files.count else { continue }
            strangers += 1
            guard strangers <= PublishLimits.newerStatesMax else {
                throw .refused(.newerStates(place: destination.name, count: versions.count))
            }
        }
        return nil
    }

    /// Throws if something was published here and its timestamp is gone.
    ///
    /// - Throws: ``PublishError/refused(_:)`` with the missing timestamp.
    func requireNone() throws(PublishError) {
        let states = try RepositoryHistory.readStates(
            newerThan: 0, in: destination, roots: roots)
        var isNone = states.allSatisfy { killed.contains($0.since.unixSeconds) }
        // Somebody may have damaged the states' files, too. A place without any of them has to be filled anew.
        if isNone, try !RepositoryHistory.versions(in: destination).isEmpty {
            isNone = try !newestWhole().wasAnyLive
        }
        guard isNone else {
            throw .refused(
                .live(place: destination.name, .transfer(.absent(path: "timestamp.json"))))
        }
    }
}
