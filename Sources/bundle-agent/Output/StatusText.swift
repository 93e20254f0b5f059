import BundleFormat
import TUF

/// The status for people.
enum StatusText {
    /// A line a year, then what is known of the repository.
    ///
    /// - Parameters:
    ///   - status: what is served.
    ///   - nowUnixSeconds: the time that ages are counted to.
    /// - Returns: the lines.
    static func lines(_ status: Status, nowUnixSeconds: Int64) -> [String] {
        var lines = status.years.map { year in
            "\(year.year)  " + (year.entry.map { served($0, nowUnixSeconds) } ?? "nothing served")
                + (year.heldBack.map { "; held back: \($0)" } ?? "")
        }
        if lines.isEmpty { lines = ["no bundles: none is inside the program and none was fetched"] }
        guard let report = status.lastPoll else {
            return lines + ["never polled"]
        }
        lines.append("repository    \(report.repository ?? "none configured")")
        lines.append(
            "last check    \(moment(report.finishedUnixSeconds, nowUnixSeconds)): \(report.outcome.rawValue)"
        )
        lines.append(
            "last success  \(report.lastSuccessUnixSeconds.map { moment($0, nowUnixSeconds) } ?? "never")"
        )
        if let problem = report.problem { lines.append("problem       \(problem)") }
        if status.mayBeOutdated {
            let since = status.outdatedSinceUnixSeconds.map { "since \(UTCTime(unixSeconds: $0))" }
            lines.append(
                "data may be outdated \(since ?? "since ever: the repository was never reached")")
        }
        return lines
    }

    private static func served(_ entry: SetIndex.Entry, _ nowUnixSeconds: Int64) -> String {
        let since = entry.sinceUnixSeconds.map { since in
            "since \(UTCTime(unixSeconds: since)) (\(age(nowUnixSeconds &- since)))"
        }
        return [
            entry.version.short, entry.origin.rawValue.padded(to: 10),
            since ?? "since an unknown time",
        ].joined(separator: "  ")
    }

    /// A stretch of time in its largest whole unit: `3 hours`.
    ///
    /// - Parameter seconds: how long; a negative one, of a clock set back, counts as none.
    /// - Returns: the number and the unit.
    static func age(_ seconds: Int64) -> String {
        let units: [(name: String, seconds: Int64)] = [
            ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1),
        ]
        let unit = units.first { seconds >= $0.seconds } ?? ("second", 1)
        let count = max(0, seconds) / unit.seconds
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }

    private static func moment(_ unixSeconds: Int64, _ nowUnixSeconds: Int64) -> String {
        "\(UTCTime(unixSeconds: unixSeconds)) (\(age(nowUnixSeconds &- unixSeconds)) ago)"
    }
}
