import SeasonClient
import TUF

extension PollReport {
    /// The service in one line, for `systemctl status`: what is served, how the last poll ended, when the next one comes.
    func statusLine(isPoll: Bool, nextUnixSeconds: Int64) -> String {
        let served = years.filter { $0.entry != nil }.count
        // Nothing has been asked yet, so nothing is known to be up to date.
        let state =
            isPoll || !hasNews
            ? "\(outcome.rawValue) at \(UTCTime(unixSeconds: finishedUnixSeconds))"
            : "not checked yet"
        return "serving \(served) years; \(state); next check"
            + " \(UTCTime(unixSeconds: nextUnixSeconds))"
    }
}
