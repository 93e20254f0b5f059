import ArgumentParser
import BundleUpdater
import JSON
import SeasonClient

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows what is served and how fresh it is.",
        discussion: """
            Reads the state folder and changes nothing. With --json it prints one object \
            (docs/status.schema.json). Times are UTC, 2026-11-21T02:30:00Z; unknown values are null.

            Examples:
              bundle-agent status
              bundle-agent status --stale-after 12h || echo look at it
              bundle-agent status --json | jq .freshness

            Exit status, for monitoring: \(ExitStatus.done) fresh, or no repository is configured; \
            \(ExitStatus.failed) stale: the repository could not be read for --stale-after, or its \
            metadata has expired; \(ExitStatus.broken) broken: a season is not served, or the state \
            folder fails; \(ExitStatus.usage) wrong usage.
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var freshness: FreshnessOptions
    @OptionGroup(visibility: .hidden) var polling: PollOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let configuration = try AgentConfiguration(common, polling, freshness)
        let now = SystemClock.unixSeconds()
        let status = Status.read(
            configuration.state, repository: configuration.repositoryAddress,
            embedded: .program, limits: .standard,
            staleAfterSeconds: configuration.staleAfter.components.seconds, nowUnixSeconds: now)
        try show(status, nowUnixSeconds: now)
        try status.freshness.severity.endCommand()
    }

    private func show(_ status: Status, nowUnixSeconds now: Int64) throws {
        guard !json else {
            return try Console.result(status.json(nowUnixSeconds: now).text(.indented))
        }
        let text = MachineStatusText(
            status: status, nowUnixSeconds: now, isColoured: Console.takesColours)
        try Console.result(lines: text.lines, keepsColours: text.isColoured)
    }
}
