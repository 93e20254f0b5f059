import ArgumentParser

struct PollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Checks the repository once and follows it.",
        discussion: """
            Prints one line for each year: what happened to it and why. With --json it prints the \
            whole report, which is also in <state>/last-poll.json.

            With --from the seasons come from a stick: a folder, an archive (.zip, .tar.gz, .7z, .iso \
            and whatever else libarchive reads), or an archive on standard input ('-'). It does not \
            matter who packed it. It checks every signature as if it came from the repository, uses nothing that \
            is older than what this machine has, and writes nothing to the stick. Archives need \
            libarchive (apt-get install libarchive13), except a .zip that 'bundle-agent export' wrote.

            Examples:
              bundle-agent poll --repository https://example.org/bundles --root root.json
              bundle-agent poll --dry-run
              bundle-agent poll --from /media/stick/bundles
              bundle-agent poll --from bundles.tar.zst --json
              ssh laptop bundle-agent export - | bundle-agent poll --from -

            \(ExitStatus.pollHelp)
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Option(
        help: ArgumentHelp(
            "Read this published folder or archive, or '-', instead of the repository.",
            valueName: "path"))
    var from: String?
    @Flag(help: "Show what would be done and why; download no season, write nothing.")
    var dryRun = false
    @Flag(help: "Print the report as JSON.") var json = false
    @Flag(
        help: """
            For a timer: log a line for each change, or one that there is none; without a repository, \
            serve what is inside the program.
            """)
    var unattended = false

    func run() throws { try request.perform() }

    /// The request that the options describe.
    var request: PollRequest {
        var given = common.state.given
        given.overlay(polling.given)
        return PollRequest(
            configurationFile: common.config, given: given, from: from, isDryRun: dryRun,
            printsJSON: json, isUnattended: unattended)
    }
}
