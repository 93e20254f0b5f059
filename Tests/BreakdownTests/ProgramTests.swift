import TestSupport
import Testing

/// The program as a user meets it: what goes in, what comes out, and the exit status.
@Suite struct ProgramTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        var arguments: [String] = []
        var input = ""
        var status: Int32 = 0
        /// What each line of output begins with, for one line a match.
        var keys: [String] = []
        var messages = ""
        var testDescription: String { name }
    }

    private static let a = #"{"key":"2099a_qm1"}"#
    private static let b = #"{"key":"2099a_qm2"}"#

    static let cases = [
        Case(name: "one match", input: a, keys: ["2099a_qm1"]),
        Case(name: "standard input by its name", arguments: ["-"], input: a, keys: ["2099a_qm1"]),
        Case(name: "a list", input: "[\(a),\(b)]", keys: ["2099a_qm1", "2099a_qm2"]),
        Case(name: "one a line", input: "\(a)\n\(b)\n", keys: ["2099a_qm1", "2099a_qm2"]),
        Case(
            name: "a match by its key", arguments: ["--match", "2099a_qm2"], input: "[\(a),\(b)]",
            keys: ["2099a_qm2"]),
        Case(
            name: "a key that no match has", arguments: ["--match", "x"], input: a, status: 1,
            messages: "standard input: expected a match with the key x, found none"),
        Case(name: "an empty list", input: "[]", messages: "standard input: no matches"),
        Case(
            name: "no input", status: 1,
            messages: "standard input: expected a match, found nothing"),
        Case(
            name: "a broken line between good ones", input: "\(a)\n{\"key\": 07}\n\(b)\n",
            status: 1,
            keys: ["2099a_qm1", "2099a_qm2"],
            messages: "standard input: line 2, column 9: expected no leading zero in a number"),
        Case(
            name: "a broken line over several lines", input: "{\n  \"key\" 1\n}", status: 1,
            messages: "standard input: line 2, column 9: expected ':' after a key, found '1'"),
        Case(
            name: "what is no match", input: "7", status: 1,
            messages: "standard input: line 1, column 1: match: expected an object, found 7"),
        Case(
            name: "a match of the wrong shape", input: #"[{"key":"2099a_qm1","alliances":[]}]"#,
            status: 1,
            messages:
                "standard input: line 1, column 2: match.alliances: expected an object, found a list"
        ),
        Case(
            name: "nesting without an end", input: String(repeating: "[", count: 100_000),
            status: 1,
            messages:
                "standard input: line 1, column 66: expected at most 64 levels of lists and objects"
        ),
        Case(
            name: "control characters in a message are shown", arguments: ["--match", "\u{1B}[1m"],
            input: a, status: 1,
            messages:
                "standard input: expected a match with the key \\u{1b}[1m, found none"
        ),
        Case(
            name: "a file that is not there", arguments: ["/nowhere/match.json"], status: 1,
            messages: "cannot open /nowhere/match.json: No such file or directory"),
        Case(
            name: "a folder in a file's place", arguments: ["/"], status: 1,
            messages: "cannot read /: Is a directory"),
        Case(
            name: "a bundle folder that is not there", arguments: ["--bundles", "/nowhere"],
            input: a, status: 1, messages: "cannot open /nowhere: No such file or directory"),
    ]

    @Test(arguments: cases)
    func answers(_ example: Case) throws {
        let result = try Program.run(
            "breakdown", example.arguments + ["--format", "json"], input: example.input,
            environment: ["BUNDLE_AGENT_STATE": "/nowhere"])
        let lines = result.output.split(separator: "\n")
        #expect(result.status == example.status)
        #expect(lines.count == example.keys.count)
        for (line, key) in zip(lines, example.keys) {
            #expect(line.hasPrefix(#"{"key":"\#(key)","#))
        }
        #expect(
            result.messages == (example.messages.isEmpty ? "" : "breakdown: \(example.messages)\n"))
    }

    @Test(arguments: [
        ["--width", "3"], ["--year", "7"], ["--format", "xml"], ["--nonsense"], ["a", "b"],
    ])
    func usageIs64(_ arguments: [String]) throws {
        let result = try Program.run("breakdown", arguments, input: Self.a)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    @Test func manyProblemsAreToldInAFewLines() throws {
        let page = String(repeating: "<p>\n", count: 5_000)
        let result = try Program.run("breakdown", input: page)
        #expect(result.status == 1)
        #expect(result.messages.split(separator: "\n").count == 21)
        #expect(result.messages.hasSuffix("breakdown: standard input: 4980 more problems\n"))
    }

    @Test func aReaderThatGoesAwayIsNoError() throws {
        let result = try Program.run(
            "/bin/bash",
            [
                "-c",
                "for i in {1..20000}; do echo \"$1\"; done | { \"$0\" --format json; "
                    + "echo $? >&2; } | head -n 1 > /dev/null",
                Program.path(of: "breakdown"), Self.a,
            ])
        #expect(result.messages.hasPrefix("0\n"), "\(result.messages)")
    }

    @Test func aFullDiskIsAnError() throws {
        let result = try Program.run(
            "/bin/bash",
            ["-c", "echo \"$1\" | \"$0\" > /dev/full", Program.path(of: "breakdown"), Self.a])
        #expect(result.status == 1)
        #expect(
            result.messages
                == "breakdown: cannot write to standard output: No space left on device\n")
    }
}
