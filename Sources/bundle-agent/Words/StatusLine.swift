import TUF
import UpdatePolicy

/// The service in one line, for `systemctl status`.
enum StatusLine {
    /// What is served, how the last poll ended, when the next one comes.
    ///
    /// - Parameters:
    ///   - report: the last poll's report.
    ///   - nextUnixSeconds: when the next one comes.
    /// - Returns: one line.
    static func text(_ report: PollReport, nextUnixSeconds: Int64) -> String {
        let served = report.years.filter { $0.entry != nil }.count
        let checked = UTCTime(unixSeconds: report.finishedUnixSeconds)
        return "serving \(served) years; \(report.outcome.rawValue) at \(checked); next check "
            + "\(UTCTime(unixSeconds: nextUnixSeconds))"
    }
}
