import JSON
import ArgumentParser

/// `poll`: one poll, for a person or a timer.
struct PollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Checks the repository once and follows it.",
        discussion: """
            Prints a line for each year: what happened to it and why. With --json the whole report, \
            which is also <state>/last-poll.json.
            """)

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var state: StateOptions
    @Flag(help: "Print the report as JSON.") var json = false

    func run() throws {
        let configuration = try Configuration(state, repository)
        guard configuration.repository != nil else {
            // Somebody asks for a check; to find nothing to check must not look like success.
            throw ValidationError(
                """
                no repository to poll; give --repository ADDRESS, 'repository = ADDRESS' in the \
                configuration or $BUNDLE_AGENT_REPOSITORY
                """)
        }
        let report = Poller(configuration).poll()
        try Console.result(
            json
                ? report.json.text(.indented)
                : PollText.lines(report).map { "\($0)\n" }.joined())
        if let message = PollText.message(report) { Console.message(message) }
        guard report.exitStatus == 0 else { throw ExitCode(report.exitStatus) }
    }
}
