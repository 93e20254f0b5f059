import ArgumentParser
import JSON

/// `poll`: one poll, for a person or a timer.
struct PollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Checks the repository once and follows it.",
        discussion: """
            Prints a line for each year: what happened to it and why. With --json the whole report, \
            which is also <state>/last-poll.json.

            With --from the seasons come from a stick, a folder or a file that 'bundle-agent export' \
            made. Every signature is checked as if it came from the repository, nothing older than \
            what is here is taken, and nothing is written to the stick.

            Examples:
              bundle-agent poll --repository https://example.org/bundles --root root.json
              bundle-agent poll --dry-run
              bundle-agent poll --from /media/stick/bundles
              bundle-agent poll --from bundles.zip --json

            Exit status: 0 done or nothing to do, 1 failed, 3 trust refused, 64 wrong usage.
            """)

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var state: StateOptions
    @Option(
        help: ArgumentHelp(
            "Take from this published folder, or file made by 'export', instead of the repository.",
            valueName: "path"))
    var from: String?
    @Flag(help: "Show what would be done and why; fetch no season, write nothing.")
    var dryRun = false
    @Flag(help: "Print the report as JSON.") var json = false

    func run() throws {
        let configuration = try Configuration(state, repository)
        let bar = ProgressBar.onTerminal()
        let report: PollReport
        do {
            let poller = try poller(configuration, bar)
            guard !dryRun else { return try preview(poller) }
            let started = ContinuousClock.now
            report = poller.poll()
            let milliseconds = (ContinuousClock.now - started) / .milliseconds(1)
            // Counted where somebody looks; what was asked for is done whether that works or not.
            if configuration.metricsFile != nil {
                try? Bookkeeping(configuration).note(
                    report, milliseconds: Int64(milliseconds), nextUnixSeconds: nil)
            }
        } catch let error as AgentError {
            Console.message(error.description)
            throw ExitCode(error.family == .refused ? 3 : 1)
        }
        bar?.finish()
        try Console.result(
            json
                ? report.json.text(.indented)
                : PollText.lines(report).map { "\($0)\n" }.joined())
        if let message = PollText.message(report) { Console.message(message) }
        guard report.exitStatus == 0 else { throw ExitCode(report.exitStatus) }
    }

    private func preview(_ poller: Poller) throws {
        let text = PlanText(plan: try poller.preview(), source: poller.repository?.address)
        try Console.result(
            json ? text.json.text(.indented) : text.lines.map { "\($0)\n" }.joined())
    }

    private func poller(_ configuration: Configuration, _ bar: ProgressBar?) throws -> Poller {
        if let from {
            guard !from.isEmpty else { throw ValidationError("--from: expected a path") }
            return try Poller(
                configuration, copy: RepositoryCopy(from),
                packagedRoot: configuration.rootToTrust())
        }
        guard configuration.repository != nil else {
            // Somebody asks for a check; to find nothing to check must not look like success.
            throw ValidationError(
                """
                no repository to poll; give --repository ADDRESS, 'repository = ADDRESS' in the \
                configuration or $BUNDLE_AGENT_REPOSITORY
                """)
        }
        return Poller(configuration, progress: { bar?.show($0) })
    }
}
