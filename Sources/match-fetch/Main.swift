import ArgumentParser
import Files
import Glibc
import PlainArguments
import PlainText

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
