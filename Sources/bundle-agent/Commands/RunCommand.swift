import ArgumentParser
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
