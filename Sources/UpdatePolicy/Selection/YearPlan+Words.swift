import BundleFormat
import TUF

extension YearPlan {
    /// What a published form needs beyond this machine's programs; nil if there is no such form.
    package var newerProgramNeeded: String? {
        let unreadable = candidates.first { $0.version == nil }
        return unreadable?.failed.first { $0.rule == .format }?.note
    }
}

extension YearPlan.Reason {
    /// The reason as a sentence.
    package var sentence: String {
        switch self {
        case .upToDate: "is what is published"
        case .published(let time): "published at \(time)"
        case .noNews: "no news from a repository"
        case .unpublished: "the repository has none of this year"
        case .embeddedFills: "comes with the program"
        case .embeddedChanged: "comes with the program, which was replaced"
        case .embeddedNewer: "comes with the program, published later than what was downloaded"
        case .embeddedStays: "comes with the program, published later than what is offered"
        case .pinned: "pinned by 'pin'"
        case .rolledBack: "gone back to by 'rollback'"
        case .recalled(let version): "\(version.short) is recalled by the publisher"
        case .forgotten(let version): "only a key that was replaced has signed \(version.short)"
        case .withdrawn: "what is published is recalled"
        case .notReached(let time): "another is published since \(time), and not fetched yet"
        case .blocked(let version, let finding):
            "\(version.short) is published, but \(finding.sentence)"
        case .damaged: "repaired"
        case .restored: "the newest one that is whole"
        case .lost: "nothing whole is left of this year"
        case .format(let format):
            "what is published \(YearSelection.needsNewerProgram(format))"
        case .refused(let sentence): sentence
        }
    }

    /// Why what is published cannot be taken; nil for every other reason.
    package var refusal: String? {
        switch self {
        case .refused: sentence
        case .blocked(_, let finding) where finding.rule == .trial: sentence
        default: nil
        }
    }

    /// Why this machine has not tested what is published; nil for every other reason.
    package var interruption: String? {
        guard case .blocked(_, let finding) = self, finding.rule == .machine else { return nil }
        return sentence
    }

    /// Whether only time keeps the year from what is published.
    package var isWaiting: Bool {
        guard case .blocked(_, let finding) = self else { return false }
        return finding.rule == .wave || finding.rule == .holdOff
    }

    /// When the obstacle may be gone; nil if that is not known.
    package var againUnixSeconds: Int64? {
        guard case .blocked(_, let finding) = self else { return nil }
        return finding.againUnixSeconds
    }
}
