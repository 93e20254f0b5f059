import Foundation
import TestSupport
import Testing

/// A terminal that obeys no escape sequences gets none, from any program; on another one they are there.
@Suite(.needs(.pseudoTerminal)) struct DumbTerminalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let program: String
        let arguments: [String]
        /// What shows that it has drawn; then it is ended.
        let words: String
        /// Whether it has escape sequences on a usual terminal.
        var isColourful = true
        var testDescription: String { "\(program) \(arguments.joined(separator: " "))" }
    }

    static let cases = [
        Case(
            program: "breakdown",
            arguments: [
                "--no-pager", Checkout.path("bundles/2024/samples/2024nytr_qm19.json"),
            ], words: "Total Score"),
        Case(
            program: "bundle-publish",
            arguments: ["preview", "2024", "--bundles", Checkout.path("bundles")],
            words: "2024isde1_f1m2"),
        Case(
            program: "bundle-agent",
            arguments: ["fleet", "--watch", "--ssh", "/bin/false", "pit1"], words: "pit1"),
        Case(
            program: "bundle-agent", arguments: ["fleet", "--ssh", "/bin/false", "pit1"],
            words: "pit1"),
        Case(
            program: "bundle-publish", arguments: ["check", "2024", "--bundles", "/nonexistent"],
            words: "nonexistent", isColourful: false),
    ]

    private func screen(_ example: Case, _ environment: [String: String]) throws -> String {
        let terminal = try PseudoTerminal(
            example.program, example.arguments, environment: environment)
        #expect(terminal.waits(for: example.words), "\(terminal.output)")
        terminal.signal(SIGKILL)
        _ = terminal.end()
        return terminal.output
    }

    @Test(arguments: cases, ["dumb", "unknown"])
    func getsNoEscapes(_ example: Case, _ name: String) throws {
        for forced in [[:], ["CLICOLOR_FORCE": "1"]] {
            let text = try screen(example, ["TERM": name].merging(forced) { $1 })
            #expect(!text.contains("\u{1B}"), "\(text)")
        }
    }

    @Test(arguments: cases.filter(\.isColourful))
    func anotherOneGetsThem(_ example: Case) throws {
        #expect(try screen(example, ["TERM": "xterm"]).contains("\u{1B}"))
    }

    @Test func aPollDrawsItsBarOnlyWhereItCanBeRemoved() throws {
        let venue = try Venue()
        // A season that the program does not have already, so that a poll downloads it.
        try venue.edit("2024", "Auto Amp Note Count", "Amp Notes in Auto")
        try venue.publish()
        for (name, hasEscapes) in [("dumb", false), ("xterm", true)] {
            let state = venue.folder["state of \(name)"]
            let terminal = try PseudoTerminal(
                "bundle-agent",
                [
                    "poll", "--state", state, "--repository", venue.site, "--root",
                    venue.folder["home/metadata/1.root.json"],
                ], environment: ["TERM": name])
            #expect(terminal.end() == 0, "\(terminal.output)")
            #expect(terminal.output.contains("\u{1B}") == hasEscapes, "\(terminal.output)")
        }
    }

    /// A server that takes the connection and says nothing.
    @Test func aPollShowsThatItAsksBeforeAnAnswerComes() throws {
        let venue = try Venue()
        let (listener, port) = try Loopback.listen()
        defer { close(listener) }
        let terminal = try PseudoTerminal(
            "bundle-agent",
            [
                "poll", "--state", venue.state, "--repository", "http://127.0.0.1:\(port)",
                "--root", venue.folder["home/metadata/1.root.json"],
            ])
        #expect(terminal.waits(for: "asking http://127.0.0.1:\(port)"), "\(terminal.output)")
        terminal.signal(SIGKILL)
        _ = terminal.end()
    }

    /// Who asks for colours on the command line gets them.
    @Test func aDefaultOfTheFileYieldsToTheTerminal() throws {
        let folder = try TemporaryDirectory()
        try folder.write("color = always\n", to: "match-bundles/breakdown.conf")
        let example = Self.cases[0]
        let text = try screen(example, ["TERM": "dumb", "XDG_CONFIG_HOME": folder.path])
        #expect(!text.contains("\u{1B}"))
        let asked = Case(
            program: "breakdown", arguments: ["--color", "always"] + example.arguments,
            words: example.words)
        #expect(try screen(asked, ["TERM": "dumb"]).contains("\u{1B}"))
    }
}
