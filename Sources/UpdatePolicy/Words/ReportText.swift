import BundleFormat

/// Other sentences that reports keep.
package enum ReportText {
    /// A year of a poll that could not write its report.
    static let brokenOff = "the poll broke off"
    /// Follows the reason of a year that was repaired.
    package static let damagedBefore = "; what was served before was damaged"

    /// Years that must be served, and are not.
    package static func nothingServed(of years: [BundleYear]) -> String {
        "nothing is served of \(years.map { $0.description }.joined(separator: ", "))"
    }

    /// A year that was held back, or waited, at the time of a `reset`.
    static let resetSince = "'reset' came after this poll; the next poll decides anew"

    /// A year whose pin is not what is served.
    static func pinNotServed(_ version: ContentVersion) -> String {
        "pinned to \(version.short), which cannot be served now"
    }

    /// A pin to a content that no key vouches for any more.
    static func pinForgotten(_ year: BundleYear, _ version: ContentVersion) -> String {
        "\(year): the pin to \(version.short) is gone: only a superseded key had signed it"
    }

    /// A rollback that was chosen before a key was replaced.
    static func rollbackForgotten(_ year: BundleYear) -> String {
        "\(year): the rollback is gone: the online key has changed since"
    }
}
