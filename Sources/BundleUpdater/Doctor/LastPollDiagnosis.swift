import BundleFormat
import SeasonClient
import UpdatePolicy

/// How the last poll ended.
package enum LastPollDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// The repository was read, and the report of that is gone or cannot be read.
    case lost
    /// It ended with 0.
    case good(atUnixSeconds: Int64)
    /// The poll itself failed; with the report's sentence and remedy.
    case failed(atUnixSeconds: Int64, exitStatus: Int32, problem: String, remedy: String?)
    /// Seasons could not be taken; with the report's reason for the first one.
    case heldBack(atUnixSeconds: Int64, exitStatus: Int32, years: [BundleYear], reason: String)
    /// More seasons are published than a machine keeps; with the report's sentence.
    case leftOut(atUnixSeconds: Int64, exitStatus: Int32, sentence: String)

    package var check: Diagnosis.Check { .lastPoll }

    package var level: Diagnosis.Level {
        switch self {
        case .good: .ok
        // The next poll may go well: only the other checks know whether the reason is still there.
        case .lost, .failed, .heldBack, .leftOut: .warning
        }
    }
}

extension LastPollDiagnosis {
    /// Reads the report of the last poll, if there was one.
    ///
    /// - Returns: nil if no poll has ever read a repository.
    static func examine(_ state: StateFolder) -> Self? {
        guard let report = PollReport.read(state, .standard) else {
            return state.hasTimestamp ? .lost : nil
        }
        return examine(report)
    }

    /// Reads a report.
    package static func examine(_ report: PollReport) -> Self {
        let (at, status) = (report.finishedUnixSeconds, report.exitStatus)
        guard status != ExitStatus.done else { return .good(atUnixSeconds: at) }
        let troubled = report.years.filter { $0.family?.exitStatus == status }
        let leftOut = report.leftOut.sentence
        if report.outcome.meaning.exitStatus == nil, let first = troubled.first {
            return .heldBack(
                atUnixSeconds: at, exitStatus: status, years: troubled.map(\.year),
                reason: ([first.reason] + [leftOut].compactMap { $0 }).joined(separator: "; "))
        }
        if report.outcome.meaning.exitStatus == nil, let leftOut {
            return .leftOut(atUnixSeconds: at, exitStatus: status, sentence: leftOut)
        }
        return .failed(
            atUnixSeconds: at, exitStatus: status,
            problem: report.problem ?? report.outcome.rawValue, remedy: report.remedy)
    }
}
