import JSON
import ArgumentParser

/// `status`: what is served, from where, how fresh.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows what is served and how fresh it is.",
        discussion: """
            Reads the state folder and changes nothing. With --json one object: schema, state, \
            repository, years (year, version, origin, since, ageSeconds, heldBack), lastCheck, \
            lastSuccess, outcome, problem, mayBeOutdated, outdatedSince. Times are UTC, \
            2026-11-21T02:30:00Z; what is not known is null.
            """)

    @OptionGroup var state: StateOptions
    // Taken so that the commands have the same flags; what was polled stands in the report.
    @OptionGroup(visibility: .hidden) var repository: RepositoryOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let configuration = try Configuration(state)
        let now = SystemClock.unixSeconds()
        let status: Status
        do throws(AgentError) {
            status = try Status.read(
                configuration.state, embedded: .program, limits: .standard, nowUnixSeconds: now)
        } catch {
            Console.message(error.description)
            throw ExitCode(1)
        }
        try Console.result(
            json
                ? status.json(nowUnixSeconds: now).text(.indented)
                : StatusText.lines(status, nowUnixSeconds: now).map { "\($0)\n" }.joined())
    }
}
