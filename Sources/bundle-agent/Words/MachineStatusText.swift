import BundleFormat
import TUF
import UpdatePolicy

/// The status, for people.
struct MachineStatusText {
    let status: Status
    /// The time for computing ages.
    let nowUnixSeconds: Int64
    /// Whether the terminal takes colours.
    var isColoured = false

    /// One line for each year, then the facts about the repository.
    var lines: [String] {
        var lines = status.years.map(line)
        if lines.isEmpty { lines = ["no bundles: none is inside the program and none was fetched"] }
        lines.append("freshness     \(freshness)")
        if let held = status.heldSinceUnixSeconds {
            lines.append(
                "held          since \(moment(held)); nothing changes until 'bundle-agent resume'")
        }
        lines.append("repository    \(status.repository ?? "none configured")")
        guard let report = status.lastPoll else {
            return lines + ["last check    \(status.hasLostReport ? "unknown" : "never")"]
        }
        let other = report.repository.flatMap { $0 == status.repository ? nil : ", of \($0)" }
        lines.append(
            "last check    \(moment(report.finishedUnixSeconds)): \(report.outcome.rawValue)"
                + (other ?? ""))
        if report.repository != nil || report.lastSuccessUnixSeconds != nil {
            let never = report.expiresUnixSeconds == nil ? "never" : "unknown"
            lines.append("last success  \(report.lastSuccessUnixSeconds.map(moment) ?? never)")
        }
        if let copy = report.lastCopy {
            lines.append("last copy     \(moment(copy.atUnixSeconds)): \(copy.path)")
        }
        if let next = status.nextCheckUnixSeconds { lines.append("next check    \(future(next))") }
        if let problem = report.problem { lines.append("problem       \(problem)") }
        if status.mayBeOutdated, status.freshness == .fresh {
            let since = status.outdatedSinceUnixSeconds.map { "since \(UTCTime(unixSeconds: $0))" }
            lines.append("data may be outdated \(since ?? "since ever")")
        }
        return lines
    }

    private func line(_ year: Status.Year) -> String {
        var line = "\(year.year)  " + (year.entry.map(served) ?? paint("nothing served", .red))
        if let choice = year.choice { line += "; \(choice == .pinned ? "pinned" : "rolled back")" }
        return line + (year.delay.map(words) ?? "")
    }

    /// Why a year does not serve what is published, and when that may end.
    private func words(_ delay: Status.Delay) -> String {
        let rest = delay.againUnixSeconds.map { $0 &- nowUnixSeconds } ?? 0
        let span = rest > 0 ? " (in \(TimeSpan.words(seconds: rest)))" : ""
        // The reason of a year that waits names the moment.
        if delay.isWaiting { return "; waiting: \(delay.reason)\(span)" }
        let again = delay.againUnixSeconds.map { "; tried again after \(UTCTime(unixSeconds: $0))" }
        return "; " + paint("held back: \(delay.reason)", .yellow) + (again ?? "") + span
    }

    private func served(_ entry: SetIndex.Entry) -> String {
        // An embedded season has no time of a switch; the time when it was embedded counts.
        let moment = entry.sinceUnixSeconds ?? entry.publishedUnixSeconds
        let since = moment.map { since in
            "since \(UTCTime(unixSeconds: since)) (\(age(since)))"
        }
        return [
            entry.version.short, entry.origin.rawValue.padded(to: 10),
            since ?? "since an unknown time",
        ].joined(separator: "  ")
    }

    private var freshness: String {
        switch status.freshness {
        case .fresh: paint("fresh", .green)
        case .unconfigured: "no repository is configured; the bundles inside the program are served"
        case .unknown:
            paint("unknown", .yellow)
                + ": when the repository was last reached is not known; what is served may be outdated"
        case .stale(let since?):
            paint("stale", .yellow) + " since \(moment(since)): what is served may be outdated"
        case .stale(nil):
            paint("stale", .yellow)
                + ": a repository was never reached; what is served may be outdated"
        case .expired(let since):
            paint("expired", .yellow) + " since \(moment(since)): what is served may be outdated"
        case .broken(let problems):
            paint("broken", .red) + ": " + problems.map(\.sentence).joined(separator: "; ")
        }
    }

    private func moment(_ unixSeconds: Int64) -> String {
        let age = age(unixSeconds)
        let isAhead = Clock.isAhead(unixSeconds, nowUnixSeconds: nowUnixSeconds)
        return "\(UTCTime(unixSeconds: unixSeconds)) (\(age)\(isAhead ? "" : " ago"))"
    }

    /// How long ago a moment was, or why that is not known.
    private func age(_ unixSeconds: Int64) -> String {
        Clock.isAhead(unixSeconds, nowUnixSeconds: nowUnixSeconds)
            ? "to come: a clock was ahead"
            : TimeSpan.words(seconds: nowUnixSeconds &- unixSeconds)
    }

    private func future(_ unixSeconds: Int64) -> String {
        let rest = unixSeconds &- nowUnixSeconds
        return "\(UTCTime(unixSeconds: unixSeconds)) "
            + (rest >= 0
                ? "(in \(TimeSpan.words(seconds: rest)))" : "(overdue; is the service running?)")
    }

    private enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
    }

    private func paint(_ text: String, _ colour: Colour) -> String {
        isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}
