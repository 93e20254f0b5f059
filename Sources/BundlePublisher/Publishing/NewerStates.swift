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

    /// Finds the newest state.
    ///
    /// - Parameter version: the version of the live state.
    /// - Returns: the state; nil if none is newer, or the place cannot list its files.
    /// - Throws: ``PublishError`` if the place cannot be read.
    func newest(after version: Int64) throws(PublishError) -> RepositoryHistory.Entry? {
        try states(after: version).last
    }

    /// Throws if something was published here and its timestamp is gone.
    ///
    /// - Throws: ``PublishError/refused(_:)`` with the missing timestamp.
    func requireNone() throws(PublishError) {
        guard try states(after: 0).isEmpty else {
            throw .refused(
                .live(place: destination.name, .transfer(.absent(path: "timestamp.json"))))
        }
    }

    private func states(
        after version: Int64
    ) throws(PublishError) -> [RepositoryHistory.Entry] {
        try RepositoryHistory.readStates(newerThan: version, in: destination, roots: roots)
            .filter { !killed.contains($0.since.unixSeconds) }
    }
}
