import ArgumentParser
import Glibc
import RepositoryTransport

/// A TUF client as the public conformance suite drives one: `init`, `refresh`, `download`.
@main
struct TUFClient: ParsableCommand {
    /// How it is called.
    static let configuration = CommandConfiguration(
        commandName: "tuf-client",
        abstract: "Follows a TUF repository, as the public conformance suite asks for it.",
        discussion: """
            Metadata lies in the metadata folder as received, one file a role. A target lies in the \
            target folder under its percent-encoded path. TUF_NOW, a date and time as in RFC 3339, \
            replaces the clock.

            Examples:
              tuf-client --metadata-dir md init root.json
              tuf-client --metadata-url http://localhost/metadata --metadata-dir md refresh
              tuf-client --metadata-url http://localhost/metadata --metadata-dir md \
            --target-name a/b --target-dir t --target-base-url http://localhost/targets download

            Exit status: 0 done, 1 anything else.
            """)

    /// The flags, which stand before the command.
    @OptionGroup var flags: Flags

    /// What to do.
    @Argument(help: "What to do: init, refresh or download.")
    var command: Command

    /// What to start from, for `init`.
    @Argument(help: ArgumentHelp("The root to start from, for init.", valueName: "root"))
    var root: String?

    /// The commands, by the name they are called with.
    enum Command: String, ExpressibleByArgument {
        case initialize = "init"
        case refresh
        case download
    }

    /// Runs the command.
    func run() throws(ClientError) {
        switch (command, root) {
        case (.initialize, let root?): try InitCommand(root, flags).run()
        case (.refresh, nil): try RefreshCommand(flags).run()
        case (.download, nil): try DownloadCommand(flags).run()
        case (.initialize, nil): throw .usage("init: expected a root file after it, found nothing")
        case (_, _?):
            throw .usage("\(command.rawValue): expected nothing after it, found a file")
        }
    }

    /// Parses, runs, and ends with 0 or 1.
    static func main() {
        // Nobody need be listening to messages.
        signal(SIGPIPE, SIG_IGN)
        CurlFetcher.loadAhead()
        do {
            try parse().run()
        } catch let error as ClientError {
            fail("tuf-client: \(error)")
        } catch {
            guard exitCode(for: error) != .success else { exit(withError: error) }
            fail(fullMessage(for: error))
        }
    }

    /// The suite knows no other status than 0 and 1.
    private static func fail(_ message: String) -> Never {
        let line = Array("\(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        Glibc.exit(1)
    }
}
