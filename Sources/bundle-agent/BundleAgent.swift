import ArgumentParser
import BundleFormat
import Files
import Glibc
import Platform
import SeasonClient
import Text

/// Keeps the seasons' bundles of this machine up to date.
@main
struct BundleAgent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle-agent",
        abstract: "Keeps the seasons' bundles of this machine up to date.",
        discussion: """
            The agent polls a signed repository, fetches the years that changed, verifies them and \
            switches to them in one step. Without network it serves what it has, and with nothing \
            the bundles inside the program. What it serves is <state>/current.

            Examples:
              bundle-agent poll --repository https://example.org/bundles --root root.json
              bundle-agent run --interval 15m
              bundle-agent status --json
              bundle-agent why 2026
              bundle-agent rollback 2026
              bundle-agent doctor
              bundle-agent fleet pit1 pit2 pit3
              bundle-agent export /media/stick/bundles

            \(ExitStatus.pollHelp)
            """,
        version: programVersion,
        subcommands: [
            PollCommand.self, RunCommand.self, StatusCommand.self, HistoryCommand.self,
            ExportCommand.self, DoctorCommand.self, ConfigCommand.self, WhyCommand.self,
            RollbackCommand.self, PinCommand.self, UnpinCommand.self, HoldCommand.self,
            ResumeCommand.self, ResetCommand.self, FleetCommand.self, SupervisedPollCommand.self,
            ReadContainerCommand.self,
        ])

    /// Runs the command line; for a mistyped command it names the nearest one.
    static func main() {
        StandardStreams.standInForClosed()
        do {
            if let request = PollRequest(plain: ProgramArguments.words) {
                return try request.perform()
            }
            let names = configuration.subcommands.map { $0.commandNameAsTyped } + ["help"]
            if let word = ProgramArguments.words.first, !word.hasPrefix("-"),
                let complaint = Spelling.complaint(word, commands: names, of: "bundle-agent")
            {
                throw Failure(
                    PlainText.usage(complaint, arguments: [word]), status: ExitStatus.usage)
            }
            if let complaint = ProgramArguments.complaint() { throw ValidationError(complaint) }
            var command = try parseAsRoot(Array(ProgramArguments.words))
            try command.run()
        } catch {
            end(error)
        }
    }

    func run() throws { throw ValidationError("expected a command, found none") }

    /// Prints why the program ends, or the requested help, and ends it.
    private static func end(_ error: any Error) -> Never {
        if let failure = Failure(error) {
            Console.message(failure.message)
            Glibc.exit(failure.status)
        }
        // A mistake in a file is none of the command line, so no usage is shown.
        if let error = error as? ConfigurationError {
            error.problems.forEach(Console.message)
            Glibc.exit(ExitStatus.usage)
        }
        let status = exitCode(for: error)
        let text = PlainText.usage(fullMessage(for: error), arguments: ProgramArguments.words)
        if !text.isEmpty, status != .success { Console.usage(text) }
        if !text.isEmpty, status == .success {
            do throws(Failure) { try Console.result("\(text)\n") } catch { end(error) }
        }
        Glibc.exit(status.rawValue)
    }
}

extension ParsableCommand {
    fileprivate static var commandNameAsTyped: String { configuration.commandName ?? _commandName }
}
