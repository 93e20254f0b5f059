import ArgumentParser

/// `poll`: one poll, for a person or a timer.
struct PollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Checks the repository once and follows it.",
        discussion: """
            Prints one line for each year: what happened to it and why. With --json it prints the \
            whole report, which is also in <state>/last-poll.json.

            With --from the seasons come from a stick, a folder or a file that 'bundle-agent export' \
            made. It checks every signature as if it came from the repository, uses nothing that is \
            older than what this machine has, and writes nothing to the stick.

            Examples:
              bundle-agent poll --repository https://example.org/bundles --root root.json
              bundle-agent poll --dry-run
              bundle-agent poll --from /media/stick/bundles
              bundle-agent poll --from bundles.zip --json

            \(ExitStatusText.poll)
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Option(
        help: ArgumentHelp(
            "Read this published folder, or file made by 'export', instead of the repository.",
            valueName: "path"))
    var from: String?
    @Flag(help: "Show what would be done and why; download no season, write nothing.")
    var dryRun = false
    @Flag(help: "Print the report as JSON.") var json = false

    func run() throws { try request.perform() }

    /// What was typed.
    var request: PollRequest {
        var given = common.state.given
        given.overlay(polling.given)
        return PollRequest(
            configurationFile: common.config, given: given, from: from, isDryRun: dryRun,
            printsJSON: json)
    }
}
