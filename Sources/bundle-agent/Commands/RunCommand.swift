import RepositoryTransport
import ArgumentParser
import Logging

/// `run`: polls for as long as the machine is up.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Polls every 15 minutes until it is ended.",
        discussion: """
            Without a repository it serves the bundles inside the program. Trouble with network, \
            metadata or disk never ends it. SIGTERM and SIGINT do, within two seconds.
            """)

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var state: StateOptions
    @OptionGroup var service: ServiceOptions

    func run() throws {
        let configuration = try Configuration(state, repository, service)
        let signals = EndSignals()
        let handler = StandardErrorLogHandler(
            toJournal: Environment.variable("JOURNAL_STREAM") != nil)
        let logger = Logger(label: "bundle-agent") { _ in handler }
        let service = Service(
            poller: Poller(configuration, isCancelled: signals.haveCome),
            schedule: PollSchedule(
                interval: configuration.interval, retryAfterMax: AgentLimits.standard.retryAfterMax),
            wait: signals.wait, log: EventLog(logger))
        logger.notice(
            "agent started",
            metadata: [
                "agent.version": "\(BundleAgent.version)",
                "poll.interval": "\(TimeText.text(configuration.interval))",
                "repository.address":
                    "\(configuration.repository?.address.description ?? "none")",
                "state.path": "\(configuration.state.path)",
            ])
        service.run()
        logger.notice("agent ended")
    }
}
