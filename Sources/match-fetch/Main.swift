import ArgumentParser
import BundleFormat
import Files
import Glibc
import Platform
import Text

/// The program: asks The Blue Alliance for `breakdown`, which knows no network.
@main enum Main {
    /// Runs the command line and ends the process.
    static func main() {
        StandardStreams.standInForClosed()
        // If the reader has closed the pipe, that must be the result of a write and not kill the program.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(ProgramArguments.words)
        // This is how breakdown runs it, so it starts without reading options.
        if arguments == [AnswerCommand.configuration.commandName ?? ""] {
            exit(Answering().run())
        }
        if let word = arguments.first, !word.hasPrefix("-"),
            let complaint = Spelling.complaint(
                word, commands: MatchFetch.commands, of: "match-fetch")
        {
            Console.report(complaint)
            exit(ExitCode.validationFailure.rawValue)
        }
        do {
            if let complaint = ProgramArguments.complaint() { throw ValidationError(complaint) }
            var command = try MatchFetch.parseAsRoot(arguments)
            try command.run()
            exit(0)
        } catch {
            let status = MatchFetch.exitCode(for: error)
            let text = PlainText.usage(MatchFetch.fullMessage(for: error), arguments: arguments)
            let isWritten = text.isEmpty || Console.printUsage(text, isError: status != .success)
            guard status == .success, !isWritten else { exit(status.rawValue) }
            Console.report("cannot write to standard output")
            exit(1)
        }
    }
}

/// The command line with its help.
struct MatchFetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match-fetch",
        abstract: "Fetch matches from The Blue Alliance for breakdown.",
        discussion: """
            breakdown runs this program when you ask for a match or an event by its key. It \
            keeps answers under $XDG_CACHE_HOME/match-bundles, asks again only when they may have \
            changed, and sends the key from $TBA_AUTH_KEY, or the one that 'breakdown --login' \
            stored, to The Blue Alliance alone.

            $TBA_API_URL replaces the address of the API.
            """,
        version: programVersion,
        subcommands: [AnswerCommand.self, LoginCommand.self])

    /// The words that begin a command line.
    static var commands: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    func run() throws { throw ValidationError("expected a command, found none") }
}

/// Answers the requests on standard input; `breakdown` is the other end.
struct AnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer requests on standard input until it ends.",
        discussion: """
            A request is a line: {"get":"event/2026casj/matches","freshness":"usual"}, with usual, \
            refresh or offline. The answer is a line with lengthBytes, ageSeconds, freshSeconds \
            and trouble, then so many bytes, or a line with error.
            """)

    func run() throws {
        let status = Answering().run()
        if status != 0 { throw ExitCode(status) }
    }
}
