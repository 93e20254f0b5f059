import BundleFormat
import SeasonClient
import TUF

/// The status, for people.
struct MachineStatusText {
    let status: Status
    /// The time for computing ages.
    let nowUnixSeconds: Int64
    var isColoured = false

    struct Season {
        let year: String
        /// The content, where it came from and since when it is served; nil if nothing is served.
        let served: (version: String, origin: String, since: String)?
        /// Whether a person at the machine has chosen it, and why it is not what is published.
        let remarks: [Remark]
    }

    /// Something about a season; it is trouble if its content was refused.
    struct Remark {
        let text: String
        var isTrouble = false
    }

    /// One line for each year, then the facts about the repository.
    var lines: [String] {
        let seasons = seasons.map(line)
        return (seasons.isEmpty ? [nothing] : seasons)
            + facts.map { "\($0.name.padded(to: 13)) \($0.text)" }
    }

    /// The text that is shown if there are no seasons.
    private var nothing: String {
        if case .broken(let problems) = status.freshness, problems != [Status.nothingAtAll] {
            return "no season can be shown; 'freshness' says why"
        }
        return status.hasEmbedded
            ? "no season: what is inside the program is recalled or withdrawn, and nothing else is here"
            : "no season: none is inside the program, and none was downloaded"
    }

    private func line(_ season: Season) -> String {
        let served = season.served.map { served in
            [served.version, served.origin.padded(to: 10), served.since].joined(separator: "  ")
        }
        return season.year + "  " + (served ?? paint("nothing served", .red))
            + season.remarks.map { remark in
                "; "
                    + (remark.isTrouble
                        ? paint(remark.text, .yellow) : remark.text)
            }.joined()
    }

    /// The seasons, oldest first.
    var seasons: [Season] {
        status.years.map { year in
            Season(
                year: "\(year.year)", served: year.entry.map(served),
                remarks: (year.choice.map {
                    [Remark(text: $0 == .pinned ? "pinned" : "rolled back")]
                } ?? []) + (year.delay.map(remarks) ?? []))
        }
    }

    /// Why a year does not serve what is published, and when that may end.
    private func remarks(_ delay: Status.Delay) -> [Remark] {
        let rest = delay.againUnixSeconds.map { $0 &- nowUnixSeconds } ?? 0
        let span = rest > 0 ? TimeSpan.words(seconds: rest) : nil
        guard delay.isWaiting else {
            return [Remark(text: "held back: \(delay.reason)", isTrouble: true)]
                + (span.map { [Remark(text: "next try in \($0)")] } ?? [])
        }
        return [Remark(text: "waiting: \(delay.reason)" + (span.map { " (in \($0))" } ?? ""))]
    }

    private func served(
        _ entry: SetIndex.Entry
    ) -> (version: String, origin: String, since: String) {
        // Before the first poll there was no switch, so the time when the season was embedded counts.
        let moment =
            entry.sinceUnixSeconds
            ?? (status.isBeforeFirstPoll ? entry.publishedUnixSeconds : nil)
        let since = moment.map { since in
            "since \(UTCTime(unixSeconds: since)) (\(age(since)))"
        }
        return (entry.version.short, entry.origin.rawValue, since ?? "since an unknown time")
    }

    /// What is known about the repository, in order.
    var facts: [(name: String, text: String)] {
        var facts = [("freshness", freshness)]
        if let problem = status.clockProblem { facts.append(("clock", problem)) }
        if let held = status.heldSinceUnixSeconds {
            facts.append(
                ("held", "since \(moment(held)); nothing changes until 'bundle-agent resume'"))
        }
        facts.append(("repository", status.repository ?? "none configured"))
        guard let report = status.lastPoll else {
            return facts + [("last check", status.hasLostReport ? "unknown" : "never")]
        }
        let other = report.repository.flatMap { $0 == status.repository ? nil : ", of \($0)" }
        let source = report.source == nil ? other : ", from a copy"
        facts.append(
            (
                "last check",
                "\(moment(report.finishedUnixSeconds)): \(report.outcome.rawValue)" + (source ?? "")
            ))
        if let contact = status.contact,
            contact.repository != nil || contact.lastSuccessUnixSeconds != nil
        {
            let never = contact.wasReached ? "unknown" : "never"
            facts.append(("last success", contact.lastSuccessUnixSeconds.map(moment) ?? never))
        }
        if let copy = report.lastCopy {
            facts.append(("last copy", "\(moment(copy.atUnixSeconds)): \(copy.path)"))
        }
        if let next = status.nextCheckUnixSeconds { facts.append(("next check", future(next))) }
        if let problem = report.problem { facts.append(("problem", problem)) }
        if let remedy = report.remedy { facts.append(("remedy", remedy)) }
        for repair in report.repairs { facts.append(("repaired", repair)) }
        if status.mayBeOutdated, status.freshness == .fresh {
            let since = status.outdatedSinceUnixSeconds.map { "since \(UTCTime(unixSeconds: $0))" }
            facts.append(("data may be outdated", since ?? "since an unknown time"))
        }
        return facts
    }

    private var freshness: String {
        switch status.freshness {
        case .fresh:
            paint("fresh", .green)
                + (status.isFreshByCopy ? " by the last copy, not by the repository" : "")
        case .unconfigured: "no repository is configured; what is on this machine is served"
        case .unknown:
            paint("unknown", .yellow)
                + ": when the repository was last reached is not known until the next poll; "
                + ReportText.mayBeOutdated
        case .stale(let since?):
            paint("stale", .yellow) + " since \(moment(since)): \(ReportText.mayBeOutdated)"
        case .stale(nil):
            paint("stale", .yellow)
                + ": the repository was never read; \(ReportText.mayBeOutdated)"
        case .expired(let since):
            paint("expired", .yellow) + " since \(moment(since)): \(ReportText.mayBeOutdated)"
        case .broken(let problems):
            paint("broken", .red) + ": " + problems.joined(separator: "; ")
        }
    }

    private func moment(_ unixSeconds: Int64) -> String {
        let age = age(unixSeconds)
        let isAhead = StoredTime.isAhead(unixSeconds, nowUnixSeconds: nowUnixSeconds)
        return "\(UTCTime(unixSeconds: unixSeconds)) (\(age)\(isAhead ? "" : " ago"))"
    }

    /// How long ago a moment was, or why that is not known.
    private func age(_ unixSeconds: Int64) -> String {
        StoredTime.isAhead(unixSeconds, nowUnixSeconds: nowUnixSeconds)
            ? "in the future: a clock was ahead"
            : TimeSpan.words(seconds: nowUnixSeconds &- unixSeconds)
    }

    private func future(_ unixSeconds: Int64) -> String {
        let rest = unixSeconds &- nowUnixSeconds
        return "\(UTCTime(unixSeconds: unixSeconds)) "
            + (rest >= 0
                ? "(in \(TimeSpan.words(seconds: rest)))" : "(overdue; is the service running?)")
    }

    private func paint(_ text: String, _ colour: TerminalColour) -> String {
        text.painted(colour, isColoured)
    }
}
