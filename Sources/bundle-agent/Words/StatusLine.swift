import TUF
import UpdatePolicy

/// The service in one line, for `systemctl status`.
enum StatusLine {
    /// What is served, how the last poll ended, when the next one comes.
    ///
    /// - Parameters:
    ///   - report: the last poll's report, or that of the work before the first one.
    ///   - isPoll: whether it is a poll's.
    ///   - nextUnixSeconds: when the next one comes.
    /// - Returns: one line.
    static func text(_ report: PollReport, isPoll: Bool, nextUnixSeconds: Int64) -> String {
        let served = report.years.filter { $0.entry != nil }.count
        let finished = UTCTime(unixSeconds: report.finishedUnixSeconds)
        // Nothing has been asked yet, so nothing is known to be up to date.
        let state =
            isPoll || !report.outcome.meaning.hasNews
            ? "\(report.outcome.rawValue) at \(finished)" : "not checked yet"
        return "serving \(served) years; \(state); next check "
            + "\(UTCTime(unixSeconds: nextUnixSeconds))"
    }
}
