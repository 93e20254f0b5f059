import ArgumentParser
import Glibc
import PlainText

/// The program: arguments in, tables out.
@main enum Main {
    /// Does what the command line asks for and ends the process.
    static func main() {
        // Not even its own name: the Swift runtime could not open the /proc/self/maps by which it finds them.
        // Going on would read a match from standard input.
        guard !CommandLine.arguments.isEmpty else {
            Messages.print(
                "cannot read the command line: the system lets no file of /proc be opened")
            exit(BundleTest.untested)
        }
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "self-test" { selfTest(arguments.dropFirst()) }
        // Reading options costs more time than a match; who only names files does not wait for it
        // (adr/0009).
        if let request = Request(filesOnly: arguments) {
            exit(request.perform())
        }
        run(Breakdown.self, Array(arguments))
    }

    /// Tests a bundle and ends the process; a file of this name is read as `./self-test`.
    private static func selfTest(_ arguments: ArraySlice<String>) -> Never {
        if let only = Request(filesOnly: arguments), only.files.count == 1 {
            var test = BundleTest(folder: only.files[0])
            exit(test.perform())
        }
        run(SelfTestCommand.self, Array(arguments))
    }

    /// Reads the arguments, does what they ask for and ends the process.
    private static func run(_ type: (some ParsableCommand).Type, _ arguments: [String]) -> Never {
        do {
            var command = try type.parseAsRoot(arguments)
            try command.run()
            exit(Request.Status.done)
        } catch {
            let status = type.exitCode(for: error)
            let text = PlainText.usage(type.fullMessage(for: error), arguments: arguments)
            if !text.isEmpty { Messages.printUsage(text, isError: status != .success) }
            exit(status.rawValue)
        }
    }
}
