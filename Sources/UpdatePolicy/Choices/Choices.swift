import BundleFormat

/// What people have asked of this machine; `choices.json` keeps it.
package struct Choices: Equatable, Sendable {
    /// A year that is to serve one version, whatever is published.
    package struct Pin: Equatable, Sendable {
        package var version: ContentVersion
        package var sinceUnixSeconds: Int64

        /// A pin.
        package init(
            version: ContentVersion, sinceUnixSeconds: Int64
        ) {
            self.version = version
            self.sinceUnixSeconds = sinceUnixSeconds
        }
    }

    /// A year that somebody took back.
    package struct Rollback: Equatable, Sendable {
        /// What was left, the latest first.
        package var left: [ContentVersion]
        /// When the newest of them was published: only what is published later is installed.
        package var publishedUnixSeconds: Int64
        package var sinceUnixSeconds: Int64
        /// The keys that signed for seasons then; nil where that is not known.
        package var keys: Set<String>?

        /// A rollback.
        package init(
            left: [ContentVersion], publishedUnixSeconds: Int64, sinceUnixSeconds: Int64,
            keys: Set<String>? = nil
        ) {
            self.left = left
            self.publishedUnixSeconds = publishedUnixSeconds
            self.sinceUnixSeconds = sinceUnixSeconds
            self.keys = keys
        }
    }

    package var pins: [BundleYear: Pin] = [:]
    package var rollbacks: [BundleYear: Rollback] = [:]
    /// Since when nothing is to change; nil where things may.
    package var heldSinceUnixSeconds: Int64?

    /// Choices; without arguments nobody has chosen anything.
    package init(
        pins: [BundleYear: Pin] = [:], rollbacks: [BundleYear: Rollback] = [:],
        heldSinceUnixSeconds: Int64? = nil
    ) {
        self.pins = pins
        self.rollbacks = rollbacks
        self.heldSinceUnixSeconds = heldSinceUnixSeconds
    }
}

extension Choices.Rollback {
    /// Whether a version is one that was left, and has not been published anew since.
    package func isLeft(_ version: ContentVersion?, publishedUnixSeconds: Int64?) -> Bool {
        guard let version, left.contains(version) else { return false }
        return (publishedUnixSeconds ?? 0) <= self.publishedUnixSeconds
    }
}
