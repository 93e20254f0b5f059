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
    /// - Parameter version: the version of the state that the timestamp names; 0 if it names none.
    /// - Returns: the state; nil if none that is newer was live, or the place cannot list its files.
    /// - Throws: ``PublishError`` if the place cannot be read, a state that was live does not verify, or there are
    ///   too many files to look through.
    func newestLive(after version: Int64) throws(PublishError) -> LiveRepository? {
        let versions = try RepositoryHistory.versions(in: destination)
            .filter { $0 > version }.sorted()
        guard versions.count <= PublishLimits.newerStatesMax else {
            throw .refused(.newerStates(place: destination.name, count: versions.count))
        }
        let kept = KeptTimestamp(destination: destination)
        for version in versions.reversed() {
            if let state = try kept.state(version, roots: roots, now: now) { return state }
        }
        return nil
    }

    /// Throws if something was published here and its timestamp is gone.
    ///
    /// - Throws: ``PublishError/refused(_:)`` with the missing timestamp.
    func requireNone() throws(PublishError) {
        let states = try RepositoryHistory.readStates(
            newerThan: 0, in: destination, roots: roots)
        guard states.allSatisfy({ killed.contains($0.since.unixSeconds) }) else {
            throw .refused(
                .live(place: destination.name, .transfer(.absent(path: "timestamp.json"))))
        }
    }
}
