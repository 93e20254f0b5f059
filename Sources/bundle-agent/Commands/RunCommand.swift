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
    @Option(help: ArgumentHelp("Between two polls: 90s, 15m, 1h.", valueName: "time"))
    var interval = Interval.standard

    func run() throws {
        let configuration = try Configuration(state, repository)
        let signals = EndSignals()
        let handler = StandardErrorLogHandler(
            toJournal: Configuration.environment("JOURNAL_STREAM") != nil)
        let logger = Logger(label: "bundle-agent") { _ in handler }
        let service = Service(
            poller: Poller(configuration, isCancelled: signals.haveCome),
            schedule: PollSchedule(
                interval: interval.duration, retryAfterMax: AgentLimits.standard.retryAfterMax),
            wait: signals.wait, log: EventLog(logger))
        logger.notice(
            "agent started",
            metadata: [
                "agent.version": "\(BundleAgent.version)",
                "poll.interval": "\(interval)",
                "repository.address":
                    "\(configuration.repository?.address.description ?? "none")",
                "state.path": "\(configuration.state.path)",
            ])
        service.run()
        logger.notice("agent ended")
    }
}

/// A pause as people type it.
struct Interval: ExpressibleByArgument, CustomStringConvertible {
    static let standard = Interval(seconds: 15 * 60)
    /// From a second to a day: less is no use, more is no agent.
    static let secondsRange = 1...86_400

    private let seconds: Int

    var duration: Duration { .seconds(seconds) }

    private init(seconds: Int) {
        self.seconds = seconds
    }

    /// Reads a number with `s`, `m` or `h` after it; nil for everything else and outside the range.
    init?(argument: String) {
        let factors: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        guard let factor = argument.last.flatMap({ factors[$0] }),
            let number = Int(argument.dropLast()), number <= Self.secondsRange.upperBound,
            Self.secondsRange.contains(number &* factor), number > 0
        else { return nil }
        seconds = number * factor
    }

    /// As it is typed.
    var description: String {
        if seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }

    var defaultValueDescription: String { description }
}
