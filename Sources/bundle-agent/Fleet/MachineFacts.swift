import BundleFormat
import UpdatePolicy

/// What a machine reports about itself: the parts of `status --json` that a person compares between machines.
package struct MachineFacts: Equatable, Sendable {
    /// How fresh it is, in the word of `status`: `fresh`, `unconfigured`, `unknown`, `stale`, `expired`, `broken`.
    package var freshness: String
    /// The time since when it is stale or expired, in seconds since 1970.
    package var staleSinceUnixSeconds: Int64?
    /// The time since when a person holds everything as it is, in seconds since 1970.
    package var heldSinceUnixSeconds: Int64?
    /// The trouble, in the words of that machine.
    package var problem: String?
    /// The version of its agent; nil before 0.5.
    package var agentVersion: String?
    /// Its seasons, in the order of the years.
    package var years: [Year]

    /// One season on a machine.
    package struct Year: Equatable, Sendable {
        package let year: BundleYear
        /// What it serves; nil for nothing.
        package let version: ContentVersion?
        /// The time when the repository began to offer that version, or when it was embedded; in seconds
        /// since 1970.
        package let publishedUnixSeconds: Int64?
        /// `pinned` or `rolled-back`, if a person chose for this year.
        package let choice: String?
        /// Why a newer version is not served, in the words of that machine.
        package let heldBack: String?

        /// Describes one season.
        package init(
            year: BundleYear, version: ContentVersion?, publishedUnixSeconds: Int64?,
            choice: String? = nil, heldBack: String? = nil
        ) {
            self.year = year
            self.version = version
            self.publishedUnixSeconds = publishedUnixSeconds
            self.choice = choice
            self.heldBack = heldBack
        }
    }

    /// Describes a machine.
    package init(
        freshness: String, staleSinceUnixSeconds: Int64? = nil, heldSinceUnixSeconds: Int64? = nil,
        problem: String? = nil, agentVersion: String? = nil, years: [Year]
    ) {
        self.freshness = freshness
        self.staleSinceUnixSeconds = staleSinceUnixSeconds
        self.heldSinceUnixSeconds = heldSinceUnixSeconds
        self.problem = problem
        self.agentVersion = agentVersion
        self.years = years
    }

    /// The exit status that `status` has on that machine; nil for a word that no `status` prints.
    package var exitStatus: Int32? { Freshness.exitStatus(ofWord: freshness) }
}
