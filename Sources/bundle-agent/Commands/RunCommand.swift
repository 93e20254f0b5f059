import ArgumentParser
import BundleUpdater
import CLinux
import JSON
import SeasonClient

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Polls every 15 minutes until it is stopped.",
        discussion: """
            Without a repository it serves the bundles inside the program. Trouble with network, \
            metadata or disk never ends it, and neither does a poll that crashes or hangs, because \
            each poll is its own process. SIGHUP makes it read the configuration again and poll; \
            SIGTERM and SIGINT end it within two seconds. It tells systemd when it is ready, and \
            feeds its watchdog.
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var service: ServiceOptions

    func run() throws {
        let environment = ProcessEnvironment.variables()
        let read = {
            try AgentConfiguration(
                common, polling, service, forPolling: true, environment: environment)
        }
        let configuration = try read()
        let log = EventLog(configuration)
        let supervisor = try Supervisor(
            configuration, environment: environment, log: log, reread: read)
        log.started(configuration)
        supervisor.run()
        log.ended()
    }
}

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
