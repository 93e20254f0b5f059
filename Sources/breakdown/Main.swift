import ArgumentParser
import Files
import Glibc
import Platform
import Text

/// The program: arguments in, tables out.
@main enum Main {
    /// Runs the command line and ends the process.
    static func main() {
        StandardStreams.standInForClosed()
        let arguments = ProgramArguments.words
        if arguments.first == "self-test" { selfTest(arguments.dropFirst()) }
        // ArgumentParser takes longer than a match. A command line with only file names does not need it
        // (adr/0009).
        if let request = Request(filesOnly: arguments) {
            exit(request.perform())
        }
        run(Breakdown.self, FetchOptions.completing(Array(arguments)))
    }

    /// Tests a bundle and ends the process; to read a file with this name, write `./self-test`.
    private static func selfTest(_ arguments: ArraySlice<String>) -> Never {
        if let only = Request(filesOnly: arguments), only.files.count == 1 {
            let test = BundleTest(folder: only.files[0])
            exit(test.perform())
        }
        run(SelfTestCommand.self, Array(arguments))
    }

    /// Reads the arguments, runs the request and ends the process.
    private static func run(_ type: (some ParsableCommand).Type, _ arguments: [String]) -> Never {
        do {
            if let complaint = ProgramArguments.complaint() { throw ValidationError(complaint) }
            var command = try type.parseAsRoot(arguments)
            try command.run()
            exit(ExitStatus.done)
        } catch {
            let status = type.exitCode(for: error)
            let text = PlainText.usage(type.fullMessage(for: error), arguments: arguments)
            guard !text.isEmpty else { exit(status.rawValue) }
            let code = Messages.printUsage(text, isError: status != .success)
            guard code != 0, status == .success else { exit(status.rawValue) }
            Messages.print("cannot write to standard output: \(String(cString: strerror(code)))")
            exit(ExitStatus.failed)
        }
    }
}
