import BundleFormat
import Time

package enum ReportText {
    /// What an old repository means; scripts/web-package gives it to pages.
    package static let mayBeOutdated = "what is served may be outdated"
    /// A year of a poll that could not write its report.
    static let brokenOff = "the poll broke off"
    /// Follows the reason of a year that was repaired.
    static let damagedBefore = "; what was served before was damaged"

    package static func nothingServed(of years: [BundleYear]) -> String {
        "nothing is served of \(years.map { $0.description }.joined(separator: ", "))"
    }

    /// A year that was held back, or waited, at the time of a `reset`.
    static let resetSince = "'reset' came after this poll; the next poll decides anew"

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

extension YearPlan.Reason {
    package var sentence: String {
        switch self {
        case .upToDate: "is what is published"
        case .published(let time): "published at \(time)"
        case .noNews: "no news from a repository"
        case .unpublished: "the repository has nothing of this year"
        case .embeddedFills: "comes with the program"
        case .embeddedChanged: "comes with the program, which was replaced"
        case .embeddedNewer: "comes with the program, published later than what was downloaded"
        case .embeddedStays: "comes with the program, published later than what is offered"
        case .pinned: "pinned by 'pin'"
        case .rolledBack: "chosen by 'rollback'"
        case .undone: "'resume' ended the rollback"
        case .recalled(let version): "\(version.short) is recalled by the publisher"
        case .forgotten(let version): "only a superseded key has signed \(version.short)"
        case .withdrawn: "the publisher has withdrawn this year"
        case .notReached(let time): "another one was published at \(time), and is not fetched yet"
        case .blocked(let version, let finding):
            "\(version.short) is published, but \(finding.sentence)"
        case .damaged: "repaired"
        case .restored: "the newest one that is not damaged"
        case .lost: "every version of this year is damaged"
        case .format(let form):
            "what is published \(form.sentence)"
        case .refused(let sentence): sentence
        }
    }
}

extension Finding {
    /// What the rule says, and when it may say something else.
    package var sentence: String {
        guard let again = againUnixSeconds.map({ "\(UTCTime(unixSeconds: $0))" }) else {
            return note
        }
        switch rule {
        case .wave: return "its wave reaches this machine at \(again) (\(note))"
        case .holdOff: return "it is fetched after \(again), \(note)"
        default: return "\(note); tried again after \(again)"
        }
    }
}
