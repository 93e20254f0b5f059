import ArgumentParser
import Glibc
import MatchKeys
import MatchSource
import Platform

/// Asks for a key, tries it, and stores it for its owner alone.
struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Ask for an API key, try it and store it.",
        discussion: """
            What is typed is not shown. Without a terminal it reads the key from standard input. \
            The file is $XDG_CONFIG_HOME/match-bundles/tba-key, readable only by you. \
            $TBA_AUTH_KEY comes before the file.
            """)

    func run() throws {
        do throws(SourceError) {
            try login()
        } catch {
            Console.report("\(error)")
            throw ExitCode(1)
        }
    }

    private func login() throws(SourceError) {
        let file = try APIKeyFile(environment: ProcessEnvironment.variable)
        let isTerminal = isatty(STDIN_FILENO) == 1
        let question = "Key for The Blue Alliance, from \(SourceError.keyPage): "
        let typed =
            isTerminal
            ? (try? HiddenLine.read(asking: question, show: Console.ask))
                .map { String(decoding: $0, as: UTF8.self) }
            : Self.readPiped()
        guard let typed else {
            throw .keyFile("no key was given; nothing is stored")
        }
        guard let key = APIKey(typed) else { throw .keyUnusable(source: "what was typed") }
        let source = try MatchSource(
            userAgent: Answering.userAgent, variable: ProcessEnvironment.variable)
        try source.tryKey(key)
        try file.replace(with: key)
        Console.print("The Blue Alliance accepts the key. It is stored in \(file.path).")
        if ProcessEnvironment.variable(APIKey.variable)?.isEmpty == false {
            Console.print("$\(APIKey.variable) is set too, and comes before the file.")
        }
    }

    /// Bytes of a key that comes through a pipe: prevents an endless one from filling the memory.
    private static let lengthBytesMax = 1 << 10

    /// Reads standard input to its end.
    ///
    /// - Returns: the text; nil if it is empty or too long.
    private static func readPiped() -> String? {
        var bytes: [UInt8] = []
        while bytes.count <= lengthBytesMax {
            var piece = [UInt8](repeating: 0, count: 512)
            let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        guard !bytes.isEmpty, bytes.count <= lengthBytesMax else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
