import BundleFormat
import TUF

/// Everything that an ``Offering`` follows from.
package struct OfferingFacts {
    /// The contents of the folder, of another repository, or those that the live state was given.
    var given: [BundleYear: StoredZip]
    let decisions: Decisions
    /// The entries that are live; none if nothing counts.
    var live: [BundleYear: PublishedBundle] = [:]
    var withdrawn: Set<BundleYear> = []
    /// The contents that each season showed before the live one.
    var offered: [BundleYear: [OfferedContent]] = [:]
    /// The zips of replacements that are whole, by year and content.
    var replacements: [BundleYear: [ContentVersion: OfferedContent]] = [:]
    /// The rollout with which a given content begins; nil for every machine at once.
    var rollout: Rollout?
    var commit: CheckoutCommit?
    let now: UTCTime
}
