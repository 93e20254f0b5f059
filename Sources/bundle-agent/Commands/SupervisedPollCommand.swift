import ArgumentParser
import BundleUpdater
import CLinux
import JSON
import SeasonClient

struct SupervisedPollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "supervised-poll",
        abstract: "Polls once for 'bundle-agent run', and ends with it.",
        shouldDisplay: false)

    @OptionGroup var common: CommonOptions
    @OptionGroup var polling: PollOptions
    @Option(help: "The service's process id.") var parent: Int32
    @Flag(help: "Make sure that a whole set is served, without network.") var prepare = false

    func run() throws {
        guard clinux_end_with_parent(parent) == 0 else { throw ExitCode(ExitStatus.failed) }
        // The service prepares once after its start, and then polls.
        let configuration = try AgentConfiguration(
            common, polling, forPolling: true, environment: [:])
        let poller = Poller(configuration, readsAll: prepare)
        let report = prepare ? poller.prepare() : poller.poll()
        try Console.result(report.json.text(.indented))
        // The service reads only the report; a person who runs this by hand sees the exit status of
        // a poll.
        try report.severity.endCommand()
    }
}
