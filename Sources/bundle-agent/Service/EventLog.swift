import BundleFormat
import BundleUpdater
import Logging
import RepositoryTransport
import SeasonClient
import TUF

/// Writes the journal: one event for each change, and no repeated complaint at every poll.
final class EventLog {
    private let logger: Logger
    /// The poll before; nil for none.
    private var previous: PollReport?
    private var bookkeepingProblem: String?
    /// The events that were logged.
    private var count = 0

    /// Makes a log.
    ///
    /// - Parameter report: the poll before, whose events are in an earlier log; nil for none.
    init(_ logger: Logger, after report: PollReport? = nil) {
        self.logger = logger
        previous = report
    }

    /// Makes the log on standard error in the configured format.
    convenience init(_ configuration: AgentConfiguration, after report: PollReport? = nil) {
        let handler = StandardErrorLogHandler(
            format: configuration.logFormat,
            toJournal: StandardErrorLogHandler.isReadByJournal(
                ProcessEnvironment.variable("JOURNAL_STREAM")))
        self.init(Logger(label: "bundle-agent") { _ in handler }, after: report)
    }

    func started(_ configuration: AgentConfiguration) {
        logger.notice("agent started", metadata: Self.metadata(configuration))
    }

    func ended() {
        logger.notice("agent ended")
    }

    func reloaded(_ configuration: AgentConfiguration) {
        logger.notice("configuration read again", metadata: Self.metadata(configuration))
    }

    func refused(_ problem: String) {
        logger.error("configuration refused; the old one stays", metadata: ["error": "\(problem)"])
    }

    /// Logs that counters or metrics could not be written, once for each reason.
    ///
    /// - Parameter problem: the reason; nil if they were written.
    func bookkeeping(_ problem: String?) {
        defer { bookkeepingProblem = problem }
        guard let problem, problem != bookkeepingProblem else { return }
        logger.warning("metrics not written", metadata: ["error": "\(problem)"])
    }

    private static func metadata(_ configuration: AgentConfiguration) -> Logger.Metadata {
        let addresses = configuration.repository?.addresses.map(\.description) ?? ["none"]
        let files = configuration.files.paths
        return [
            "agent.version": "\(programVersion)",
            "configuration.files": "\(files.isEmpty ? "none" : files.joined(separator: " "))",
            "poll.interval": "\(UnitText.time(configuration.interval))",
            "repository.address": "\(addresses.joined(separator: " "))",
            "state.path": "\(configuration.state.path)",
        ]
    }

    /// Logs a poll that no service makes: its changes, or one line that there are none.
    func logOnce(_ report: PollReport) {
        let before = count
        logChanges(in: report)
        guard count == before else { return }
        var metadata: Logger.Metadata = ["poll.outcome": "\(report.outcome.rawValue)"]
        if let problem = report.problem { metadata["error"] = "\(problem)" }
        write(.info, "nothing new", metadata)
    }

    private func write(
        _ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata
    ) {
        count += 1
        logger.log(level: level, message, metadata: metadata)
    }

    /// Logs the differences between a report and the previous one.
    func logChanges(in report: PollReport) {
        defer { previous = report }
        for repair in report.repairs {
            write(.warning, "state repaired", ["reason": "\(repair)"])
        }
        for year in report.years { logChange(of: year) }
        if let sentence = report.leftOut.sentence, sentence != previous?.leftOut.sentence {
            write(.warning, "bundle held back", ["reason": "\(sentence)"])
        }
        guard report.outcome != previous?.outcome,
            let event = PollText.event(report.outcome, after: previous?.outcome)
        else { return }
        var metadata: Logger.Metadata = [:]
        if let repository = report.repository { metadata["repository.address"] = "\(repository)" }
        let meaning = report.outcome.meaning
        if meaning.isFailure || meaning.trouble != nil {
            let never = report.wasReached ? "unknown" : "never"
            let reached = report.lastSuccessUnixSeconds.map { UTCTime(unixSeconds: $0).description }
            metadata["error"] = "\(report.problem ?? "none")"
            metadata["poll.last_success"] = "\(reached ?? never)"
            metadata["repository.address"] = "\(report.repository ?? "none")"
        }
        write(event.level, event.message, metadata)
    }

    private func logChange(of year: PollReport.Year) {
        let metadata: Logger.Metadata = [
            "bundle.year": "\(year.year)", "reason": "\(year.reason)",
            "bundle.version": "\(year.entry?.version.hex ?? "none")",
        ]
        // A year that is held back may have been switched all the same: away from what was recalled.
        if year.previous != nil || year.action == .installed || year.action == .embedded {
            var metadata = metadata
            metadata["bundle.previous"] = "\(year.previous?.hex ?? "none")"
            if let entry = year.entry {
                metadata["bundle.origin"] = "\(entry.origin.rawValue)"
                write(.notice, "bundle switched", metadata)
            } else {
                write(.warning, "bundle no longer served", metadata)
            }
        }
        // If the agent was asked to end, the bundle is not at fault.
        guard year.action == .heldBack, year.family != .cancelled else { return }
        let wasHeldBack = previous?.years.contains {
            $0.year == year.year && $0.action == .heldBack
        }
        if wasHeldBack != true { write(.warning, "bundle held back", metadata) }
    }
}
