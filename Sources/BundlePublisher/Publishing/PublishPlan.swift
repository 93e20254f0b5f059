import BundleFormat
import TUF

/// What a publish will do, decided and explained before anything is written.
package struct PublishPlan: Equatable {
    /// What happens to one season.
    package struct Season: Equatable {
        package enum Change: String {
            case added, changed, removed, unchanged
            /// Its zip was gone from the directory and is put back.
            case restored
            /// The same content with a changed rollout or another list of recalls.
            case revised
            /// Its content is recalled, and nothing is shown instead.
            case withdrawn
        }
        package let year: BundleYear
        package let change: Change
        /// The version published before.
        package let old: ContentVersion?
        /// The version published from now on.
        package let new: ContentVersion?
    }

    /// What is signed, and why.
    package enum Signing: Equatable {
        /// Everything is up to date and will be for long enough.
        case nothing
        /// New roots only: they name the same online key, which signs nothing anew.
        case roots
        /// The timestamp alone: less than half of its life is left.
        case timestamp
        /// Targets, snapshot and timestamp.
        case everything(Reason)
    }

    /// Why all metadata is signed anew.
    package enum Reason: Equatable, Sendable {
        /// Nothing was published here before.
        case first
        /// The content of a season changed.
        case content
        /// A decision, or what is signed about a season, changed.
        case decisions
        /// The same contents are of another commit, which later publishes are compared with.
        case commit
        /// A published zip was gone.
        case files
        /// Nothing that the repository has counts: another key has signed it, or it is damaged.
        case nothingCounts
        /// The metadata's life is half over.
        case expiry
        /// The repository had an older state, or none that counts.
        case putBack
        /// A person asked for it.
        case asked
    }

    /// All seasons, published or to be published, by year.
    package let seasons: [Season]
    package let signing: Signing
    /// The version of everything signed: the clock's Unix second, or the next free one.
    package let version: Int64

    /// True if machines get a content of some season that was not live before.
    package var hasNewContent: Bool {
        seasons.contains { $0.change == .added || $0.change == .changed }
    }
}

/// One role's version, which is the second it was signed, and its expiry.
package struct SignedRole: Equatable, Sendable {
    package var version: Int64
    package var expires: UTCTime

    /// True if less than `part` of the time from signing to expiry is left; always once it is over.
    package func hasLess(than part: Double, at now: UTCTime) -> Bool {
        let life = Double(expires.unixSeconds) - Double(version)
        return Double(expires.unixSeconds) - Double(now.unixSeconds) < life * part
    }
}
