import BundleFormat

/// The choices that people made for this machine; `choices.json` keeps them.
package struct Choices: Equatable, Sendable {
    /// A year that serves one version, whatever is published.
    package struct Pin: Equatable, Sendable {
        package var version: ContentVersion
        package var sinceUnixSeconds: Int64
    }

    /// A year that a person rolled back to an earlier version.
    package struct Rollback: Equatable, Sendable {
        /// The versions that it went back from, the latest first.
        package var left: [ContentVersion]
        /// The time when the newest of them was published: only a content that is published later is installed.
        package var publishedUnixSeconds: Int64
        package var sinceUnixSeconds: Int64
        /// The keys that signed seasons at that time; nil if that is not known.
        package var keys: Set<String>?
    }

    package var pins: [BundleYear: Pin] = [:]
    package var rollbacks: [BundleYear: Rollback] = [:]
    /// The time since when nothing may change; nil if there is no hold.
    package var heldSinceUnixSeconds: Int64?
}

extension Choices.Rollback {
    /// Whether the year went back from a version that was not published again since.
    package func isLeft(_ version: ContentVersion?, publishedUnixSeconds: Int64?) -> Bool {
        guard let version, left.contains(version) else { return false }
        return (publishedUnixSeconds ?? 0) <= self.publishedUnixSeconds
    }
}
