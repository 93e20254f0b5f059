import BundleFormat
import UTC

/// The sentences for reasons; `last-poll.json` and the history keep them, so the library makes them.
extension YearPlan.Reason {
    /// Why the year does what it does.
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
