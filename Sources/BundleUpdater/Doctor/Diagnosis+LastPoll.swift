import BundleFormat
import SeasonClient
import TUF
import UpdatePolicy

extension Diagnosis {
    /// How the last poll ended; nil if no poll has ever read a repository.
    static func lastPoll(_ state: StateFolder) -> Diagnosis? {
        if let report = PollReport.read(state, .standard) { return lastPoll(report) }
        guard state.hasTimestamp else { return nil }
        return .warning(
            .lastPoll, "its report is gone", remedy: "'bundle-agent poll' writes a new one")
    }

    /// How a poll ended.
    ///
    /// Trouble is a warning: the next poll may go well, and only the other checks know whether the reason is still there.
    package static func lastPoll(_ report: PollReport) -> Diagnosis {
        let severity = report.severity
        let end =
            "\(UTCTime(unixSeconds: report.finishedUnixSeconds)): it ended with \(severity.rawValue)"
        guard severity != .harmless else { return .ok(.lastPoll, end) }
        let troubled = report.years.filter { $0.family?.severity == severity }
        let leftOut = report.leftOut.sentence
        let isOfYears = report.outcome.meaning.severity == nil
        if isOfYears, let first = troubled.first {
            let years = troubled.map { "\($0.year)" }.joined(separator: ", ")
            let reason = ([first.reason] + [leftOut].compactMap { $0 }).joined(separator: "; ")
            return .warning(
                .lastPoll, "\(end): \(years): \(reason)",
                remedy: "'bundle-agent why \(first.year)' says more")
        }
        if isOfYears, let leftOut {
            return .warning(
                .lastPoll, "\(end): \(leftOut)",
                remedy: "ask the publisher whether so many seasons are intended: a thief of the"
                    + " online key can publish any number")
        }
        return .warning(
            .lastPoll, "\(end): \(report.problem ?? report.outcome.rawValue)",
            remedy: report.remedy ?? "if the other checks find nothing, the next poll tries again")
    }
}
