import ArgumentParser
import BundleUpdater
import JSON
import UpdatePolicy

/// `doctor`: examines the installation and names each finding's remedy.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the installation and names the remedy of each finding.",
        discussion: """
            Examines the configuration, the state folder, the clock, the root metadata, the \
            connection to the repository, its signatures, the self-test and the service. It changes \
            nothing. With --json it prints one object: schema and checks, each with check, level \
            (ok, note, warning or problem), finding and remedy (null if there is nothing to do).

            Examples:
              bundle-agent doctor
              sudo bundle-agent doctor --json | jq '.checks[] | select(.remedy)'

            \(ExitStatusText.help(done: "all is well", failed: "there are warnings or problems"))
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let found = Doctor(
            common: common, polling: polling, embedded: .program,
            environment: Environment.variables(), nowUnixSeconds: SystemClock.unixSeconds()
        ).run()
        let report: JSON = ["schema": 1, "checks": .array(found.map(\.json))]
        try json
            ? Console.result(report.text(.indented))
            : Console.result(lines: found.flatMap(\.lines))
        guard !found.contains(where: \.isFinding) else { throw ExitCode(ExitStatus.failed) }
    }
}
