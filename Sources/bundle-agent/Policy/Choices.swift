import BundleFormat

/// What people have asked of this machine; `choices.json` keeps it.
struct Choices: Equatable, Sendable {
    /// A year that is to serve one version, whatever is published.
    struct Pin: Equatable, Sendable {
        var version: ContentVersion
        var sinceUnixSeconds: Int64
    }

    /// A year that somebody took back.
    struct Rollback: Equatable, Sendable {
        /// What was left, the latest first.
        var left: [ContentVersion]
        /// When the newest of them was published: only what is published later is installed.
        var publishedUnixSeconds: Int64
        var sinceUnixSeconds: Int64
        /// The keys that signed for seasons then; nil where that is not known.
        var keys: Set<String>?
    }

    var pins: [BundleYear: Pin] = [:]
    var rollbacks: [BundleYear: Rollback] = [:]
    /// Since when nothing is to change; nil where things may.
    var heldSinceUnixSeconds: Int64?
}

extension Choices.Rollback {
    /// Whether a version is one that was left, and has not been published anew since.
    func isLeft(_ version: ContentVersion?, publishedUnixSeconds: Int64?) -> Bool {
        guard let version, left.contains(version) else { return false }
        return (publishedUnixSeconds ?? 0) <= self.publishedUnixSeconds
    }
}
