import ArgumentParser
import BundleFormat
import BundleUpdater
import JSON
import SeasonClient

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
