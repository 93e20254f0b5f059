import BundleFormat
import TUF

/// The states that a place still holds, but that its timestamp does not name because it is older or gone.
///
/// Somebody who can write to the place, but has no key, can put an old timestamp back or delete it. The
/// files that our key has signed later show that.
struct NewerStates {
    let destination: any PublishDestination
    let roots: RootChain
    /// The version of a killed command of this home, which may have decided nothing; nil if there is none.
    let killed: Int64?

    /// Finds the contents that newer states have recalled.
    ///
    /// - Parameter version: the version of the live state.
    /// - Returns: the contents by season; empty if the place cannot list its files.
    /// - Throws: ``PublishError`` if the place cannot be read.
    func recalls(after version: Int64) throws(PublishError) -> [BundleYear: [ContentVersion]] {
        var recalls: [BundleYear: [ContentVersion]] = [:]
        for state in try states(after: version) {
            for (year, bundle) in state.bundles where !bundle.custom.recalled.isEmpty {
                recalls[year] = bundle.custom.recalled
            }
        }
        return recalls
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
            .filter { $0.since.unixSeconds != killed }
    }
}
