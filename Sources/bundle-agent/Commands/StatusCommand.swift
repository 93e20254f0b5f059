import JSON
import ArgumentParser
import Files

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
        let now = SystemClock.unixSeconds()
        do throws(FileError) {
            let status = try Status.read(
                Configuration(state).state, embedded: .program, limits: .standard,
                nowUnixSeconds: now)
            if json {
                print(status.json(nowUnixSeconds: now).text(.indented), terminator: "")
            } else {
                for line in StatusText.lines(status, nowUnixSeconds: now) { print(line) }
            }
        } catch {
            Console.message(error.description)
            throw ExitCode(1)
        }
    }
}
