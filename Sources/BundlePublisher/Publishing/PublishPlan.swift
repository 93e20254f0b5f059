import BundleFormat
import TUF

/// What a publish will do, decided and explained before anything is written.
package struct PublishPlan: Equatable {
    /// A season before and after the publish.
    package struct Season: Equatable {
        package typealias Change = SeasonPublisher.Outcome.Change
        package let year: BundleYear
        package let change: Change
        package let old: ContentVersion?
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
        case everything(Reason)
    }

    /// Why all metadata is signed anew.
    package enum Reason: String, Sendable {
        case first = "nothing was published here before"
        case content = "the content changed"
        case decisions = "a decision, or what is signed about a season, changed"
        /// Later publishes are compared with the commit.
        case commit = "the same contents are of another commit"
        case files = "a published zip was gone"
        /// Another key has signed it, or it is damaged.
        case nothingCounts = "nothing in the repository is valid"
        case expiry = "the metadata's life is half over"
        case putBack = "the repository had an older state, or none that counts"
        case asked = "it was asked for"
    }

    package let seasons: [Season]
    package let signing: Signing
    /// The version of everything signed: the clock's Unix second, or the next free one.
    package let version: Int64
}

extension RoleStatus {
    /// True if less than `part` of the time from signing to expiry is left; always once it is over.
    ///
    /// The version is the second it was signed.
    func hasLess(than part: Double, at now: UTCTime) -> Bool {
        let life = Double(expires.unixSeconds) - Double(version)
        return Double(expires.unixSeconds) - Double(now.unixSeconds) < life * part
    }
}
