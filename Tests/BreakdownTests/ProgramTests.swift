import Foundation
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
            messages: "expected a match with the key x, found none"),
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
            messages: "expected a match with the key \\u{1b}[1m, found none"
        ),
        Case(
            name: "a file that is not there", arguments: ["/nowhere/match.json"], status: 1,
            messages: "cannot open /nowhere/match.json: No such file or directory"),
        Case(
            name: "a file that is not there between others", arguments: ["-", "/nowhere/a", "-"],
            input: a, status: 1, keys: ["2099a_qm1"],
            messages: "cannot open /nowhere/a: No such file or directory\n"
                + "breakdown: standard input: expected a match, found nothing"),
        Case(
            name: "a bare breakdown", arguments: ["--year", "2099"], input: #"{"red":{"a":1}}"#,
            keys: [""]),
        Case(
            name: "a bare breakdown of an unknown season", input: #"{"red":{"a":1}}"#, status: 1,
            messages: "standard input: line 1, column 1: "
                + "score breakdown: expected a match around it, or its season with --year"),
        Case(
            name: "insights", input: #"{"key":"2099a","qual":{"a":1},"playoff":null}"#,
            keys: ["2099a"]),
        Case(
            name: "matches and insights behind each other",
            input: #"\#(a) {"event_key":"2099a","qual":{}}"#, keys: ["2099a_qm1", "2099a"]),
        Case(
            name: "a folder in a file's place", arguments: ["/"], status: 1,
            messages: "cannot read /: Is a directory"),
        Case(
            name: "a bundle folder that is not there", arguments: ["--bundles", "/nowhere"],
            input: a, status: 1, messages: "cannot open /nowhere: No such file or directory"),
        Case(
            name: "a bundle folder without compiled seasons", arguments: ["--bundles", "/proc"],
            input: a, status: 1,
            messages: "/proc: expected compiled seasons, found none; "
                + "'bundle-publish build --output <dir>' compiles them"),
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

    @Test func anEventInTheInputNamesTheMatchesBehindIt() throws {
        let match = #"{"key":"2099a_sf5m1","comp_level":"sf","set_number":5,"match_number":1}"#
        let event = #"{"key":"2099a","event_code":"a","name":"A Cup","playoff_type":10}"#
        let source =
            #"{"retrieved":{"source":"T","address":"https://t","age_seconds":9,"is_stored":true}}"#
        let result = try Program.run("breakdown", input: "\(match)\n\(event)\n\(source)\n\(match)")
        #expect(result.output.hasPrefix("2099a · Playoff Match 5\n"))
        #expect(result.output.contains("A Cup · Playoff Match 5 (Round 2, lower bracket)\n"))
        #expect(
            result.output.hasSuffix("\nPowered by T, https://t · stored answer, 9 seconds old\n"))
        #expect(try Program.run("breakdown", input: event).messages.isEmpty)
        let wrong = try Program.run("breakdown", input: #"{"retrieved":{"source":"T"}}"#)
        #expect(wrong.status == 1)
        #expect(
            wrong.messages.hasSuffix("retrieved.address: expected a short address with https\n"))
    }

    @Test(arguments: [
        ["--width", "3"], ["--year", "7"], ["--format", "xml"], ["--nonsense"], ["--list", "a"],
        ["--last", "a.json"], ["--last", "3"], ["--team", "254", "-"], ["--level", "qm", "a.json"],
        ["--tables", "a.json"], ["--insights", "2024necmp_f1m1"], ["--list", "--match", "x"],
        ["--list", "--format", "csv"], ["--list", "--last"], ["--login", "a.json"],
    ])
    func usageIs64(_ arguments: [String]) throws {
        let result = try Program.run("breakdown", arguments, input: Self.a)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    @Test func theSameProblemManyTimesIsOneLine() throws {
        let place = "breakdown: standard input: line 1, column"
        for (line, column, reason) in [
            ("{\"key\": 07}", 9, "expected no leading zero in a number"),
            ("{\"a\": 1}", 1, "expected a match, found an object with `a`"),
            ("{}", 1, "expected a match, found an empty object"),
            (
                "{\"red\": {}}", 1,
                "score breakdown: expected a match around it, or its season with --year"
            ),
        ] {
            let lines = String(repeating: "\(line)\n", count: 5_000)
            let result = try Program.run("breakdown", input: lines)
            #expect(result.status == 1)
            #expect(result.messages == "\(place) \(column): \(reason) (5000 times)\n")
        }
    }

    @Test func whatComesBetweenStaysInItsOrder() throws {
        let bad = #"{"key":7}"#
        let result = try Program.run(
            "/bin/bash",
            [
                "-c", "\"$0\" --format json 2>&1 <<< \"$1\"", Program.path(of: "breakdown"),
                [bad, bad, Self.a, bad, "{", Self.b].joined(separator: "\n"),
            ])
        let begins = result.output.split(separator: "\n").map { line in
            line.hasPrefix("{") ? line.prefix(18) : line.prefix(40).suffix(13)
        }
        #expect(
            begins == [
                "line 1, colum", #"{"key":"2099a_qm1""#, "line 4, colum", "line 6, colum",
                #"{"key":"2099a_qm2""#,
            ], "\(result.output)")
        #expect(result.output.contains("found 7 (2 times)\n"))
    }

    @Test func manyProblemsAreToldInAFewLines() throws {
        let lines = (1...5_000).map { "{\"key\": \($0)}\n" }.joined()
        let result = try Program.run("breakdown", input: lines)
        #expect(result.status == 1)
        #expect(result.messages.split(separator: "\n").count == 21)
        #expect(result.messages.hasSuffix("breakdown: 4980 more problems\n"))
    }

    @Test(arguments: [
        (String(repeating: "<p>\n", count: 5_000), "found a web page or XML"),
        ("not found\nat all\n", "found text that begins with 'not found'"),
        ("{\0\"\0k\0", "found text in UTF-16LE; save it as UTF-8"),
        ("\0[\0{\0", "found text in UTF-16BE; save it as UTF-8"),
        ("%PDF-1.4\n\u{1}\u{2}", "found a file that is no text"),
        (
            #"{"key":"2099a_qm1","alliances":NaN}"#,
            "found NaN, which JSON does not have; write null"
        ),
        ("{'key': None}", "found ', which JSON does not have; write null, true, false, or text"),
        (#"{"error":"Not Found","status":404}"#, "the server answered with an error instead"),
        (#"{"message":"No API key"}"#, "an error instead of a match: No API key; ask it again"),
        (#"{"errors":[{"message":"Oops"}]}"#, "an error instead of a match: Oops; ask it again"),
    ])
    func whatIsNoMatchIsOneSentence(_ input: String, _ words: String) throws {
        let result = try Program.run("breakdown", input: input)
        #expect(result.status == 1)
        #expect(result.messages.split(separator: "\n").count == 1)
        #expect(result.messages.contains(words), "\(result.messages)")
    }

    /// Windows PowerShell writes a byte order mark and UTF-16 what a program prints.
    @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"])
    func aFileInWideCharactersNamesTheRemedy(_ encoding: String) throws {
        let result = try runShell(
            "printf '[%s]' \"$1\" | iconv -t \"$2\" | \"$0\"", Self.a, encoding)
        let remedy = "iconv -f \(encoding) -t UTF-8"
        #expect(result.messages.hasSuffix("pass it through \(remedy)\n"), "\(result.messages)")
        #expect(result.messages.split(separator: "\n").count == 1 && result.output.isEmpty)
        let helped = try runShell(
            "printf '[%s]' \"$1\" | iconv -t \"$2\" | \(remedy) | \"$0\"", Self.a, encoding)
        #expect(helped.status == 0 && helped.output.hasPrefix("2099a "), "\(helped.messages)")
    }

    /// Files whose packer is free software; that leaves out rar.
    @Test(
        .needs(programs: "7z", "bzip2", "gzip", "lz4", "unzip", "xz", "zip", "zstd"),
        arguments: [
            "gzip -c m > f", "xz -c m > f", "bzip2 -c m > f", "zstd -qc m > f", "lz4 -qc m > f",
            "zip -q f m && mv f.zip f", "7z a -bd f.7z m && mv f.7z f",
        ])
    func aPackedFileNamesTheCommandThatUnpacksIt(_ packing: String) throws {
        let folder = try TemporaryDirectory()
        let result = try runShell(
            "cd \"$2\"; printf '[%s]' \"$1\" > m; { \(packing); } > /dev/null; \"$0\" f",
            Self.a, folder.path)
        #expect(result.status == 1 && result.messages.contains("found a packed file"))
        let command = try #require(
            result.messages.firstMatch(of: #/unpack it first: (.+) FILE\n$/#)?.1,
            "\(result.messages)")
        let helped = try runShell("cd \"$1\"; \(command) f | \"$0\"", folder.path)
        #expect(helped.status == 0 && helped.output.hasPrefix("2099a "), "\(helped.messages)")
    }

    private func runShell(_ script: String, _ arguments: String...) throws -> Program.Result {
        try Program.run(
            "/bin/bash", ["-c", script, Program.path(of: "breakdown")] + arguments)
    }

    @Test(arguments: [
        (
            "necmp",
            "necmp: no file has this name, and it is no key; an event's key begins with the year, such as 2024necmp"
        ),
        ("2024", "no file has this name, and it is no key"), ("frc254", "it is no key"),
        ("qm12", "a match such as 2024necmp_f1m1"),
        ("2024NECMP-qm1", "try breakdown 2024necmp_qm1"),
        ("2024necmp qm1", "try breakdown 2024necmp_qm1"),
        (
            "https://www.statbotics.io/match/2024necmp_f1m1",
            "www.statbotics.io: expected a page of thebluealliance.com, found another server's; try breakdown 2024necmp_f1m1"
        ),
        ("statbotics.io/event/2024necmp", "try breakdown 2024necmp"),
        ("https://frc-events.firstinspires.org/2024/NECMP/playoffs/1", "try breakdown 2024necmp"),
        ("frc-events.firstinspires.org/2024/NECMP", "try breakdown 2024necmp"),
        (
            "https://user:s3cret@example.org/x?key=s3cret",
            "example.org: expected a page of thebluealliance.com"
        ),
        ("192.168.1.5:8080/match/2024necmp_f1m1", "192.168.1.5: expected a page"),
        ("10.0.0.1", "10.0.0.1: expected a page"),
        ("folder/match.json", "cannot open folder/match.json"),
        ("match.json", "cannot open match.json"), ("./necmp", "cannot open ./necmp"),
    ])
    func anUnknownWordIsOneSentenceWithARemedy(_ word: String, _ words: String) throws {
        let result = try Program.run("breakdown", [word])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.messages.contains(words), "\(result.messages)")
        #expect(result.messages.split(separator: "\n").count == 1)
        #expect(!result.messages.contains("s3cret"))
    }

    /// In a checkout a person waits for changes of the source, which this program does not read.
    @Test func aSampleBesideItsSourceNamesPreview() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.a, to: "2099/samples/a.json")
        try folder.write(Self.b, to: "2099/samples/b.json")
        let samples = ["a", "b"].map { folder["2099/samples/\($0).json"] }
        #expect(try Program.run("breakdown", samples).messages.isEmpty)
        try folder.write("", to: "2099/match.yaml")
        let result = try Program.run("breakdown", samples)
        #expect(result.status == 0)
        #expect(
            result.messages
                == "breakdown: drawn with the 2099 season that is compiled, and not with"
                + " \(folder["2099/match.yaml"]); bundle-publish preview 2099 draws with that file\n"
        )
        let inside = try Program.run(
            "/bin/sh",
            [
                "-c", "cd \"$1\" && \"$0\" ./../samples/a.json", Program.path(of: "breakdown"),
                folder["2099/samples"],
            ])
        #expect(inside.messages.contains("bundle-publish preview 2099"))
        #expect(try Program.run("breakdown", input: Self.a).messages.isEmpty)
    }

    @Test(arguments: [
        ("X-TBA-Auth-Key is invalid", "https://www.thebluealliance.com/account"),
        ("match key: 2024a_qm1 does not exist", "correct the key"),
        ("Invalid endpoint", "https://www.thebluealliance.com/apidocs"),
    ])
    func anErrorOfTheServiceHasARemedy(_ error: String, _ remedy: String) throws {
        let result = try Program.run("breakdown", input: #"{"Error": "\#(error)"}"#)
        #expect(result.status == 1)
        #expect(result.messages.contains("instead of a match: \(error)"))
        #expect(result.messages.contains(remedy), "\(result.messages)")
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

    @Test(arguments: ["breakdown", "match-fetch"])
    func helpThatIsLostIsAnError(_ program: String) throws {
        let result = try Program.run(
            "/bin/bash", ["-c", "\"$0\" --help > /dev/full", Program.path(of: program)])
        #expect(result.status == 1)
        #expect(result.messages.contains("cannot write to standard output"), "\(result.messages)")
    }

    // MARK: - Several files, --all, --strict, --list

    @Test func filesAreShownInTheOrderTheyAreNamed() throws {
        let folder = try TemporaryDirectory()
        for (number, name) in [(2, "1.json"), (1, "2.json")] {
            try folder.write(
                #"{"key":"2099a_qm\#(number)","comp_level":"qm","match_number":\#(number)}"#,
                to: name)
        }
        // With and without options, which are read in different ways.
        for arguments in [[], ["--width", "80"]] {
            let result = try Program.run(
                "breakdown", [folder["1.json"], folder["2.json"]] + arguments)
            #expect(result.status == 0)
            let second = try #require(result.output.range(of: "Qualification 2"))
            let first = try #require(result.output.range(of: "Qualification 1"))
            #expect(second.lowerBound < first.lowerBound)
        }
    }

    @Test func allShowsWhatIsZeroOnBothSides() throws {
        let match =
            #"{"key":"2099a_qm1","score_breakdown":{"red":{"aa":0,"b":1},"blue":{"aa":0,"b":2}}}"#
        #expect(try !Program.run("breakdown", input: match).output.contains("Aa"))
        #expect(try Program.run("breakdown", ["--all"], input: match).output.contains("Aa"))
    }

    @Test func strictIsStatus2WhereACellFailsAndWhereABundleCannotBeUsed() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            #"{"format":1,"title":"x","tables":[{"rows":[{"label":"x","value":"1 / red.a"}]}]}"#,
            to: "b/2099/match.json")
        let match = #"{"key":"2099a_qm1","score_breakdown":{"red":{"a":0},"blue":{"a":1}}}"#
        let arguments = ["--bundles", folder["b"]]
        #expect(try Program.run("breakdown", arguments, input: match).status == 0)
        #expect(try Program.run("breakdown", arguments + ["--strict"], input: match).status == 2)
        try folder.write("{", to: "b/2099/match.json")
        #expect(try Program.run("breakdown", arguments, input: match).status == 0)
        #expect(try Program.run("breakdown", arguments + ["--strict"], input: match).status == 2)
        #expect(try Program.run("breakdown", ["--strict"], input: match).status == 0)
    }

    @Test func aSeasonInThePlaceOfAFolderOfSeasonsIsRefused() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "b/2099/match.json")
        let one = try Program.run("breakdown", ["--list", "--bundles", folder["b/2099"]])
        #expect(one.status == 1 && one.messages.contains("found one season"))
        // As authors write it.
        try folder.write("format: 1", to: "source/2099/match.yaml")
        let source = try Program.run("breakdown", ["--list", "--bundles", folder["source"]])
        #expect(source.status == 1)
        #expect(source.messages.contains("bundle-publish build --output <dir>"))
    }

    @Test func listNamesSeasonsVersionsAndOrigins() throws {
        let folder = try TemporaryDirectory()
        let version = String(repeating: "0123456789abcdef", count: 4)
        try folder.write(
            #"{"bundles":{"2098":{"version":"\#(version)","origin":"folder"}}}"#, to: "set.json")
        for year in [2098, 2099] {
            try folder.write(
                #"{"format":1,"title":"T","tables":[{"rows":[{"label":"x","text":"x"}]}]}"#,
                to: "\(year)/match.json")
        }
        let arguments = ["--list", "--bundles", folder.path]
        let environment = ["BUNDLE_AGENT_STATE": "/nowhere"]
        let text = try Program.run("breakdown", arguments, environment: environment)
        #expect(text.status == 0)
        #expect(text.output.contains("2098  0123456789ab  folder      T\n"))
        #expect(text.output.contains("2099  no version    folder      T\n"))
        let json = try Program.run(
            "breakdown", arguments + ["--format", "json"], environment: environment)
        #expect(
            json.output.contains(
                #"{"year":2099,"version":null,"origin":"folder","title":"T","insights":false}"#
            ))
    }
}
