import ArgumentParser
import BundleUpdater
import Files
import Logging
import SeasonClient
import UpdatePolicy

extension PollRequest {
    /// Polls for a timer, like the service: one line for each change, or one line if nothing changed.
    ///
    /// Without a repository it serves the bundles inside the program, like the service.
    ///
    /// - Throws: `ValidationError` for wrong usage, `ExitCode` if the poll failed; its line is
    ///   already written.
    func performUnattended(_ configuration: AgentConfiguration) throws {
        guard from == nil, !isDryRun, !printsJSON else {
            throw ValidationError(
                "--unattended polls the repository for a timer; leave out --from, --dry-run and --json"
            )
        }
        let handler = StandardErrorLogHandler(
            configuration.logFormat,
            toJournal: StandardErrorLogHandler.isReadByJournal(
                Environment.variable("JOURNAL_STREAM")))
        let log = EventLog(
            Logger(label: "bundle-agent") { _ in handler },
            after: PollReport.read(configuration.state, .standard))
        let (report, uncounted) = Self.poll(Poller(configuration), configuration)
        log.logOnce(report)
        if let uncounted { log.bookkeeping(uncounted.description) }
        guard report.exitStatus == 0 else { throw ExitCode(report.exitStatus) }
    }
}
