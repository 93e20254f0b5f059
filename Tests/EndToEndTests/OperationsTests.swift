import Foundation
import TestSupport
import Testing

/// `docs/OPERATIONS.md` is held against the programs it is about.
@Suite struct OperationsTests {
    private let document: String

    init() throws {
        document = try String(contentsOfFile: Checkout.path("docs/OPERATIONS.md"), encoding: .utf8)
    }

    /// Every command line of ours in it has a subcommand and options that there are.
    @Test func commandsAreTheProgramsOwn() throws {
        let commands = try commands()
        #expect(commands.count >= 5)
        for (line, program, words) in commands {
            let path = words.prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } && $0 != "-" }
                .filter { !$0.hasPrefix("-") }
            let help = try Program.run(program, path + ["--help"])
            let usage = "USAGE: \(([program] + path).joined(separator: " "))"
            #expect(help.status == 0 && help.output.contains(usage), "\(line)\n\(help.messages)")
            for option in words where option.hasPrefix("--") {
                #expect(help.output.contains(option), "\(line): no \(option)")
            }
        }
    }

    /// Every event of the journal stands there with what to do.
    @Test func everyEventIsExplained() throws {
        let sources = try #require(
            FileManager.default.enumerator(atPath: Checkout.path("Sources/bundle-agent")))
        var events: Set<String> = []
        for case let file as String in sources where file.hasSuffix(".swift") {
            let text = try String(
                contentsOfFile: Checkout.path("Sources/bundle-agent/\(file)"), encoding: .utf8)
            for match in text.matches(
                of: /logger\.(?:debug|info|notice|warning|error|critical)\(\s*"([^"\\]+)"/)
            {
                events.insert(String(match.1))
            }
        }
        #expect(events.count > 5)
        for event in events { #expect(document.contains("`\(event)`"), "not explained: \(event)") }
    }

    /// The lines of shell examples that run a program of ours, with its words.
    private func commands() throws -> [(line: String, program: String, words: [String])] {
        let programs = ["breakdown", "bundle-agent", "bundle-publish"]
        var found: [(String, String, [String])] = []
        for block in document.matches(of: /```sh\n([^`]*)```/) {
            for line in block.1.split(separator: "\n") {
                let bare = line.replacing(/^sudo (-u [a-z-]+ )?/, with: "")
                let words = bare.split(separator: " ").map(String.init)
                guard let program = words.first, programs.contains(program) else { continue }
                found.append((String(line), program, Array(words.dropFirst())))
            }
        }
        return found
    }
}
