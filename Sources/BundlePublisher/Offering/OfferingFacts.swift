import BundleFormat
import TUF

/// Everything that an ``Offering`` follows from.
package struct OfferingFacts {
    /// The lines, the contents that are given, and their commit; the contents that seasons showed before the live one.
    let record: SignedRecord
    /// The entries that are live; none if nothing counts.
    var live: [BundleYear: PublishedBundle] = [:]
    var withdrawn: Set<BundleYear> = []
    /// The zips of replacements that are whole, by year and content.
    var replacements: [BundleYear: [ContentVersion: OfferedContent]] = [:]
    /// The rollout with which a given content begins; nil for every machine at once.
    var rollout: Rollout?
    let now: UTCTime

    var decisions: Decisions { record.decisions }
}
