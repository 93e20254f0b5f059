import ArgumentParser
import BundleFormat
import BundleUpdater
import JSON
import SeasonClient
import TUF

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Shows why a season serves what it does, and when that may change.",
        discussion: """
            Shows for each season every version that the last poll considered, with what speaks \
            against it; *** marks the chosen one. Rules: format, trust, recall, whole, pin, hold, \
            rollback, trial, machine, wave, hold-off, reach, room, newest.

            With --json it prints one object: schema, finished (when the poll ended), yearsLeftOut \
            (how many years no report has room for) and years, each as in 'poll --json' with its \
            candidates (version, from, published, chosen, passed, failed with rule, note and again). \
            Times are UTC; unknown values are null.

            Examples:
              bundle-agent why
              bundle-agent why 2026 --json

            \(ExitStatus.help(done: "shown", failed: "no report of a poll, or no such season"))
            """)

    @Argument(help: "The season; by default all.") var year: BundleYear?
    @OptionGroup var common: CommonOptions
    // Not used; all commands accept the same flags. The report has the repository.
    @OptionGroup(visibility: .hidden) var polling: PollOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let folder = try AgentConfiguration(common).state
        guard let report = PollReport.read(folder, .standard) else {
            throw Failure("\(folder.path): no report of a poll; run 'bundle-agent poll'")
        }
        let years = report.years.filter { year == nil || $0.year == year }
        guard !years.isEmpty else {
            throw Failure(
                year.map { WhyText.unknown($0, report) }
                    ?? "\(folder.path): the last poll knew no such season")
        }
        if json { return try Console.result(WhyText.json(report, years).text(.indented)) }
        let served = (try? SetIndex.read(folder)) ?? SetIndex()
        try Console.result(lines: WhyText.lines(report, years, served: served))
    }
}

/// The decisions of a poll, for people and programs.
enum WhyText {
    /// A heading for each year, then its candidates with what speaks against each.
    ///
    /// ```
    /// 2024  installed: published at 2026-03-01T12:00:00Z
    ///   *** 10cf8a3b9d21  served, offered  published 2026-03-01T12:00:00Z
    ///       75f55fea9d40  embedded         published 2026-01-01T00:00:00Z
    ///         newest: 10cf8a3b9d21 comes before it
    /// ```
    static func lines(
        _ report: PollReport, _ years: [PollReport.Year], served: SetIndex
    ) -> [String] {
        var lines = [
            "poll of \(UTCTime(unixSeconds: report.finishedUnixSeconds)): \(report.outcome.rawValue)"
        ]
        for year in years {
            lines.append("\(year.year)  \(year.action.words): \(year.reason)")
            let sources = year.candidates.map { $0.sources.map(\.rawValue).joined(separator: ", ") }
            let width = sources.map(\.count).max() ?? 0
            for (candidate, source) in zip(year.candidates, sources) {
                let published = candidate.publishedUnixSeconds
                    .map { "published \(UTCTime(unixSeconds: $0))" }
                lines.append(
                    "  \(candidate.isChosen ? "***" : "   ") "
                        + "\(candidate.version?.short ?? "unreadable  ")  "
                        + "\(source.padded(to: width))  \(published ?? "at an unknown time")")
                lines += candidate.failed.map { "        \($0.rule.rawValue): \($0.sentence)" }
            }
            if let now = served.entries[year.year]?.version, now != year.entry?.version {
                lines.append(
                    "  since then \(now.short) is served: bundle-agent history \(year.year)")
            }
        }
        // Who asks for one year gets an answer about that year.
        guard years.count == report.years.count, let sentence = report.leftOut.sentence else {
            return lines
        }
        return lines + [sentence]
    }

    /// Why there is nothing to show of a year.
    static func unknown(_ year: BundleYear, _ report: PollReport) -> String {
        "\(year): "
            + (report.leftOut.sentence.map { "the last poll did not take it: \($0)" }
                ?? "the last poll knew no such season")
    }

    /// The same for programs: `{"schema": 1, "finished": TIME, "years": [YEAR], "yearsLeftOut": N}`.
    static func json(_ report: PollReport, _ years: [PollReport.Year]) -> JSON {
        [
            "schema": 1, "finished": .time(report.finishedUnixSeconds),
            "years": .array(years.map(\.json)),
            "yearsLeftOut": .integer(Int64(report.yearsLeftOut)),
        ]
    }
}
