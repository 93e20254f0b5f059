import ArgumentParser
import BundleFormat
import BundleUpdater
import JSON
import SeasonClient
import TUF

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Shows what was served when, and why.",
        discussion: """
            Prints one line for each switch, the oldest first. The history has a limit: the oldest \
            lines are dropped after years. With --json it prints one object: schema and entries, \
            each with time, year, version (null for nothing), origin, previous, why (published, \
            embedded, pinned, rollback, recall, forgotten, repaired or unknown) and reason.

            Examples:
              bundle-agent history
              bundle-agent history 2026 --json
            """)

    @Argument(help: ArgumentHelp("Only this season.", valueName: "year"))
    var year: BundleYear?

    @OptionGroup var common: CommonOptions
    // Not used; all commands accept the same flags.
    @OptionGroup(visibility: .hidden) var polling: PollOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let entries = try HistoryFile(AgentConfiguration(common).state, .standard).entries()
            .filter { year == nil || $0.year == year }
        guard !json else {
            let report: JSON = ["schema": 1, "entries": .array(entries.map(\.json))]
            return try Console.result(report.text(.indented))
        }
        guard !entries.isEmpty else {
            return Console.message(
                "no switch\(year.map { " of \($0)" } ?? "") is recorded yet")
        }
        try Console.result(lines: entries.map(\.line))
    }
}

extension History.Entry {
    /// One line: the time, the season, the version that it serves from then on, and the reason; aligned.
    var line: String {
        let before = previous.map { " (before: \($0.short))" } ?? ""
        return [
            "\(UTCTime(unixSeconds: atUnixSeconds))", "\(year)",
            (served?.version.short ?? "nothing").padded(to: 12),
            (served?.origin.rawValue ?? "").padded(to: 10), why.rawValue.padded(to: 9),
            reason + before,
        ].joined(separator: "  ")
    }
}
