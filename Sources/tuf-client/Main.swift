import ArgumentParser
import Files
import Glibc
import PlainArguments
import PlainText
import RepositoryTransport

/// The program: arguments in, exit status out; the conformance suite knows only 0 and 1.
@main enum Main {
    static func main() {
        StandardStreams.standInForClosed()
        // It is no error if the reader of the messages has gone.
        signal(SIGPIPE, SIG_IGN)
        do {
            let client = try TUFClient.parse(Array(ProgramArguments.words))
            if client.command != .initialize { CurlFetcher.loadAhead() }
            run(client)
        } catch {
            let text = PlainText.usage(
                TUFClient.fullMessage(for: error), arguments: ProgramArguments.words)
            guard TUFClient.exitCode(for: error) == .success else { fail(text) }
            let code = StandardStreams.write(Array("\(text)\n".utf8), to: STDOUT_FILENO)
            guard code == 0 else {
                fail(
                    "tuf-client: cannot write to standard output: \(String(cString: strerror(code)))"
                )
            }
        }
    }

    private static func run(_ client: TUFClient) {
        do {
            try client.run()
        } catch {
            fail(PlainText.line("tuf-client: \(error)"))
        }
    }

    private static func fail(_ message: String) -> Never {
        _ = StandardStreams.write(Array("\(PlainText.lines(message))\n".utf8), to: STDERR_FILENO)
        // Not exit(): it would unload libraries that another thread may just be loading.
        _exit(1)
    }
}
