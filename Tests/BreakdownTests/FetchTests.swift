import Foundation
import TestSupport
import Testing

/// Keys and addresses instead of files, as a person meets them.
@Suite struct FetchTests {
    private let event: FetchedEvent

    init() throws { event = try FetchedEvent() }

    @Test(arguments: ["2024necmp_qm1", "https://www.thebluealliance.com/match/2024necmp_qm1?x#y"])
    func aMatchIsShownWithItsEvent(_ word: String) throws {
        let result = try event.run([word])
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.messages.isEmpty)
        #expect(
            result.output.hasPrefix(
                "New England Championship · Qualification 1 · 5 Apr 2024, 14:10\n"),
            "\(result.output)")
        #expect(result.output.contains("971 DQ") || result.output.contains("971\u{A0}DQ"))
        let words = result.output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(
            words.hasSuffix(
                "Powered by The Blue Alliance, https://www.thebluealliance.com/match/2024necmp_qm1"
            ), "\(words)")
    }

    @Test func anEventIsAListInPlayOrder() throws {
        let result = try event.run(["--width", "100", "2024necmp"])
        #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
        #expect(
            result.output == """
                New England Championship · 2024necmp · 3–6 Apr 2024

                Key    Match      Red              Score        Blue              RP   Time
                qm1    Qual 1     254 971 DQ 1678  ★ 50 – 30    1114 2056 S 9001  3–1  Fri 14:10
                qm2    Qual 2     254 971 DQ 1678  ★ 50 – 30    1114 2056 S 9002  3–1  Fri 14:10
                qm10   Qual 10    254 971 DQ 1678  ★ 50 – 30    1114 2056 S 9010  3–1  Fri 14:10
                sf5m1  Playoff 5  254 971 DQ 1678  ★ 50 – 30    1114 2056 S 9001       Fri 14:10
                f1m1   Final 1    254 971 DQ 1678  ★ 50 – 30    1114 2056 S 9001       Fri 14:10

                DQ: disqualified. S: surrogate, the match does not count for its ranking.
                One match: breakdown 2024necmp_f1m1
                Powered by The Blue Alliance, https://www.thebluealliance.com/event/2024necmp

                """, "\(result.output)")
    }

    struct Choice: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        /// The short keys of the list; one for a table.
        let keys: [String]
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let choices = [
        Choice(arguments: ["--last"], keys: ["f1m1"]),
        Choice(arguments: ["--last", "2"], keys: ["sf5m1", "f1m1"]),
        Choice(arguments: ["--level", "qm"], keys: ["qm1", "qm2", "qm10"]),
        Choice(arguments: ["--team", "9010"], keys: ["qm10"]),
        Choice(arguments: ["--team", "frc9001", "--level", "qm"], keys: ["qm1"]),
        Choice(arguments: ["--team", "254", "--last", "3"], keys: ["qm10", "sf5m1", "f1m1"]),
    ]

    @Test(arguments: choices) func aChoiceIsAListAndOneMatchATable(_ row: Choice) throws {
        let result = try event.run(row.arguments + ["--format", "json", "2024necmp"])
        #expect(result.status == 0, "\(result.messages)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == row.keys.count)
        for (line, key) in zip(lines, row.keys) {
            #expect(line.contains(#""key":"2024necmp_\#(key)""#))
            #expect(line.contains(#""state":"complete""#) == (row.keys.count > 1))
        }
    }

    /// Lists and whole matches fit the documented schema.
    @Test(.needs(.jsonSchema))
    func aListFitsTheSchema() throws {
        event.server["event/2024necmp/matches"] = FetchedEvent.list(
            ["qm1", "qm2", "qm3"], ["qm2": .scored, "qm3": .unplayed])
        let list = try event.run(["--format", "json", "2024necmp"])
        let whole = try event.run(["--format", "json", "--tables", "2024necmp"])
        let lines = list.output + whole.output
        #expect(lines.split(separator: "\n").count == 6)
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            validator = Draft202012Validator(json.load(open(sys.argv[1])))
            kinds = []
            for line in sys.stdin:
                value = json.loads(line)
                validator.validate(value)
                kinds.append(value["subject"])
                for name in list(value):
                    assert not validator.is_valid({k: v for k, v in value.items() if k != name}), name
            print(*kinds)
            """
        let verdict = try Program.run(
            try #require(JSONSchema.python),
            ["-c", script, Checkout.path("docs/breakdown.schema.json")], input: lines)
        #expect(verdict.output == "list list list match match match\n", "\(verdict.messages)")
    }

    @Test func theCreditOfCSVIsAMessage() throws {
        let result = try event.run(["--format", "csv", "2024necmp_qm1"])
        #expect(result.status == 0)
        #expect(
            result.messages
                == "breakdown: Powered by The Blue Alliance, https://www.thebluealliance.com/match/2024necmp_qm1\n"
        )
        #expect(!result.output.contains("Powered"))
        #expect(result.output.hasPrefix("key,side,table,label,kind,text,number,raw\r\n"))
    }

    /// At a terminal, the two keys are all that a user has to type.
    @Test(
        .needs(.pseudoTerminal),
        arguments: [
            ["2024necmp_qm1", "2024necmp_qm2"], ["2024necmp_qm1:red", "2024necmp_qm1:blue"],
        ])
    func twoKeysAreComparedAtATerminal(_ keys: [String]) throws {
        let terminal = try PseudoTerminal(
            "breakdown", ["--no-pager", "--color", "never", "--compare"] + keys, columns: 100,
            rows: 60,
            environment: event.environment)
        #expect(terminal.end() == 0)
        let output = terminal.output
        let names = keys.map { $0.replacing(":", with: " ") }
        #expect(output.contains("\(names[0]) and \(names[1])"), "\(output)")
        // These two matches have the same score; the two alliances have not.
        #expect(output.contains("≠") == keys[0].contains(":"), "\(output)")
        #expect(output.contains("Powered by The Blue Alliance"), "\(output)")
        let asked = Set(event.server.requests.map(\.path).filter { $0.hasPrefix("match/") })
        #expect(asked == Set(keys.map { "match/\($0.prefix { $0 != ":" })" }))
    }

    @Test(arguments: ["0", "-1", "1001"])
    func howManyMatchesAreWantedHasBounds(_ number: String) throws {
        let result = try Program.run("breakdown", ["--last", number, "2024necmp"])
        #expect(result.status == 64)
        #expect(
            result.messages.contains("--last: expected 1 to 1000, found \(number)"),
            "\(result.messages)")
    }

    @Test func noMatchOfAChoiceIsSaid() throws {
        let result = try event.run(["--team", "4", "2024necmp"])
        #expect(
            result.messages == "breakdown: 2024necmp: none of its 5 matches fits these options\n")
    }

    @Test func aFileWithThatNameWins() throws {
        let file = event.folder["2024necmp_qm1"]
        try #"{"key":"2099x_qm7"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let process = Program.make(
            "/bin/sh",
            [
                "-c", "cd \"$1\" && exec \"$2\" --format json 2024necmp_qm1 2024necmp_qm2 > out",
                "sh", event.folder.path, Program.path(of: "breakdown"),
            ], event.environment)
        try process.run()
        process.waitUntilExit()
        let lines = try String(contentsOfFile: event.folder["out"], encoding: .utf8)
            .split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("2099x_qm7") == true)
        #expect(lines.last?.contains("2024necmp_qm2") == true)
        // The file's source is the file.
        #expect(lines.first?.contains("thebluealliance") == false)
        #expect(event.server.requests.allSatisfy { $0.path != "match/2024necmp_qm1" })
    }

    @Test func whatTheAPIDoesNotHaveIsSaid() throws {
        let match = try event.run(["2024necmp_qm99"])
        #expect(match.status == 1)
        #expect(
            match.messages
                == "breakdown: The Blue Alliance has no match 2024necmp_qm99; breakdown 2024necmp lists the event's matches\n"
        )
        let page = try event.run(["https://www.thebluealliance.com/team/254"])
        #expect(page.status == 1 && page.messages.contains("expected the address of a match"))
        let file = try event.run(["nothing.json"])
        #expect(file.messages.contains("nothing.json: No such file or directory"))
    }

    /// Cron, a service and CI have no terminal, and their standard input is empty.
    @Test(arguments: [
        ["--match", "2024necmp_qm1", "--match", "2024necmp_qm2"],
        ["--compare", "2024necmp_qm1", "2024necmp_qm2"],
        ["--compare", "2024necmp_qm1:red", "2024necmp_qm2:blue"],
    ])
    func matchesNamedByTheirKeysAreFetchedWithoutATerminal(_ arguments: [String]) throws {
        let result = try event.run(arguments)
        #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
        #expect(
            result.output.contains("Qualification 1") || result.output.contains("2024necmp_qm1"))
        let paths = Set(event.server.requests.map(\.path))
        #expect(paths.isSuperset(of: ["match/2024necmp_qm1", "match/2024necmp_qm2"]))
        // What stands on standard input is read.
        let given = "[\(FetchedEvent.match("qm1")),\(FetchedEvent.match("qm2"))]"
        let count = event.server.requests.count
        #expect(try event.run(arguments, input: given).status == 0)
        #expect(event.server.requests.count == count)
    }

    @Test func aSignInPageHidesNothingStored() throws {
        #expect(try event.run(["2024necmp_qm1"]).status == 0)
        event.server.failuresEnd = false
        for page in ["<html>Sign in</html>", #"{"error":"sign in"}"#, #"{"status":"ok"}"#] {
            for status in [200, 401, 404] {
                event.server.failures = [.status(status, body: page)]
                let result = try event.run(["--refresh", "2024necmp_qm1"])
                #expect(result.status == 0 && result.output.contains("Qualification 1"))
                #expect(result.messages.contains("sign in to this network"), "\(result.messages)")
            }
        }
        #expect(try event.run(["--offline", "2024necmp_qm1"]).status == 0)
    }

    @Test func aKeyIsAskedForInOneSentence() throws {
        let none = try event.run(["2024necmp_qm1"], ["TBA_AUTH_KEY": ""])
        #expect(none.status == 1 && none.output.isEmpty)
        #expect(none.messages.contains("https://www.thebluealliance.com/account"))
        #expect(none.messages.contains("breakdown --login"))
        let wrong = try event.run(["2024necmp_qm1"], ["TBA_AUTH_KEY": "S3cretButWrong"])
        #expect(wrong.status == 1 && wrong.output.isEmpty)
        #expect(wrong.messages.contains("does not accept the key"))
        #expect(!wrong.messages.contains("S3cret"))
    }

    @Test func aStoredAnswerSaysItsAgeAndWhy() throws {
        #expect(try event.run(["2024necmp_qm1"]).status == 0)
        event.server.failuresEnd = false
        event.server.failures = [.status(503, body: "<html>")]
        let old = try event.run(["--refresh", "2024necmp_qm1"])
        #expect(old.status == 0)
        #expect(old.output.contains("stored answer"))
        #expect(
            old.messages
                == "breakdown: The Blue Alliance answered with status 503; this is the stored answer\n"
        )
        event.server.stop()
        let offline = try event.run(["--offline", "2024necmp_qm1"])
        #expect(offline.status == 0 && offline.messages.isEmpty)
        #expect(offline.output.contains("stored answer"))
        let never = try event.run(["--offline", "2024necmp_qm2"])
        #expect(never.status == 1 && never.messages.contains("run it once without --offline"))
    }

    @Test func anEventThatGetsNoNewsIsSaidToBeSo() throws {
        event.server["match/2024necmp_qm1"] = FetchedEvent.match(
            "qm1", .scored, startedAt: FetchedEvent.today)
        let soon = try event.run(["2024necmp_qm1"])
        #expect(soon.messages.contains("its details are not there yet"))
        event.server["status"] = #"{"down_events":["2024necmp"]}"#
        let down = try event.run(["--refresh", "2024necmp_qm1"])
        #expect(down.messages.contains("gets no news of this event just now"))
    }

    /// A match of 2015 has no details and never gets any.
    @Test func absenceOfOldDetailsIsNoDelay() throws {
        event.server["match/2024necmp_qm1"] = FetchedEvent.match("qm1", .scored)
        event.server["status"] = #"{"down_events":["2024necmp"],"is_datafeed_down":true}"#
        let match = try event.run(["2024necmp_qm1"])
        #expect(
            match.messages
                == "breakdown: 2024necmp_qm1: it has a score, and The Blue Alliance has no details of it\n"
        )
        event.server["event/2024necmp/matches"] = FetchedEvent.list(["qm1"], ["qm1": .scored])
        let list =
            try event.run(["--tables", "2024necmp"]).messages + event.run(["2024necmp"]).output
        #expect(list.contains("…: without the details."), "\(list)")
        event.server["event/2024necmp/matches"] = "[]"
        let none = try event.run(["--refresh", "2024necmp"])
        #expect(
            none.messages
                == "breakdown: 2024necmp: The Blue Alliance has no matches of this event\n")
        for text in [match.messages + match.output, list, none.messages] {
            #expect(!text.contains("yet") && !text.contains("soon") && !text.contains("just now"))
        }
    }

    @Test func aBreakdownWithoutAScoreIsNotUnplayed() throws {
        event.server["match/2024necmp_qm1"] = FetchedEvent.match("qm1")
            .replacing(#/"score":\d+/#, with: #""score":-1"#)
            .replacing(#""winning_alliance":"red""#, with: #""winning_alliance":"""#)
        let result = try event.run(["2024necmp_qm1"])
        #expect(result.status == 0 && result.output.contains("No score"), "\(result.output)")
        #expect(!result.output.contains("Not played yet"), "\(result.output)")
    }

    @Test func insightsAreTheEvents() throws {
        event.server["event/2024necmp/insights"] = #"{"qual":{"a":[1,2,50.0]},"playoff":null}"#
        let result = try event.run(["--insights", "--format", "json", "2024necmp"])
        #expect(result.status == 0 && result.output.contains("2024necmp"), "\(result.messages)")
        event.server["event/2024necmp/insights"] = "null"
        let none = try event.run(["--insights", "--refresh", "2024necmp"])
        #expect(none.messages.contains("has no insights of this event"))
    }

    @Test func aCopyAloneSaysWhatIsMissing() throws {
        let alone = event.folder["alone"]
        try FileManager.default.createDirectory(atPath: alone, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Program.path(of: "breakdown"), toPath: "\(alone)/breakdown")
        let result = try Program.run(
            "\(alone)/breakdown", ["2024necmp_qm1"],
            environment: event.environment.merging(["PATH": "/nowhere"]) { $1 })
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.messages.contains("match-fetch: it is missing"))
        #expect(result.messages.contains(alone))
        // Files need no network.
        let file = try Program.run(
            "\(alone)/breakdown", input: #"{"key":"2099a_qm1"}"#,
            environment: ["PATH": "/nowhere"])
        #expect(file.status == 0)
    }

    @Test func hostileTextsStayHarmless() throws {
        event.server["event/2024necmp"] = #"""
            {"key":"2024necmp","event_code":"x","name":"Evil\u001b[31m\u202e name","playoff_type":10}
            """#
        event.server["event/2024necmp/matches"] =
            #"[{"key":"2024necmp_qm1\u001b[2J","comp_level":"q\u0007","alliances":{"red":{"team_keys":["frc\u001b[1m"],"score":1},"blue":{"team_keys":[],"score":2}}},{"key":"2024necmp_qm2"},7]"#
        let result = try event.run(["2024necmp"])
        for text in [result.output, result.messages] {
            #expect(
                !text.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E
                })
        }
        #expect(result.messages.contains("left out match 3: match: expected an object, found 7"))
    }

    /// As of a file: the rest is shown.
    @Test(arguments: [[], ["--tables"], ["--last"], ["--strict"], ["--format", "json"]])
    func leftOutMatchesAreNamedWithTheirReason(_ options: [String]) throws {
        let damaged = FetchedEvent.match("qm2").replacing(
            #""set_number":1"#, with: #""set_number":-5"#)
        event.server["event/2024necmp/matches"] = "[\(FetchedEvent.match("qm1")),\(damaged)]"
        let some = try event.run(options + ["2024necmp"])
        #expect(some.status == 1 && some.output.contains("30"), "\(some.output)")
        let reason = "match.set_number: expected an integer from 0 to 99999, found -5"
        #expect(some.messages == "breakdown: 2024necmp: left out 2024necmp_qm2: \(reason)\n")
        event.server["event/2024necmp/matches"] = "[\(damaged),7]"
        let none = try event.run(options + ["--refresh", "2024necmp"])
        #expect(none.status == 1 && none.output.isEmpty)
        #expect(
            none.messages == """
                breakdown: 2024necmp: left out 2024necmp_qm2: \(reason)
                breakdown: 2024necmp: left out match 2: match: expected an object, found 7

                """)
        let six = (1...6).map {
            FetchedEvent.match("qm\($0)").replacing(
                #""set_number":1"#, with: #""set_number":-5"#)
        }
        event.server["event/2024necmp/matches"] = "[\(six.joined(separator: ","))]"
        let all = try event.run(options + ["--refresh", "2024necmp"])
        let names = (1...5).map { "2024necmp_qm\($0)" }.joined(separator: ", ")
        #expect(all.messages == "breakdown: 2024necmp: left out \(names) and 1 more: \(reason)\n")
        event.server["event/2024necmp/matches"] = "null"
        let null = try event.run(options + ["--refresh", "2024necmp"])
        #expect(null.status == 1 && null.output.isEmpty)
        #expect(null.messages.contains("it sent null instead of a list of matches"))
    }

    @Test func aLargeEventIsOneRequest() throws {
        event.server["event/2024necmp/matches"] = FetchedEvent.list((1...600).map { "qm\($0)" })
        let result = try event.run(["2024necmp"])
        #expect(result.output.split(separator: "\n").count > 600)
        #expect(event.server.requests.count { $0.path == "event/2024necmp/matches" } == 1)
    }
}
