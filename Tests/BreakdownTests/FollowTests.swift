import Foundation
import TestSupport
import Testing

/// `--watch` and `--kiosk` at a real terminal, with a server that changes meanwhile.
@Suite struct FollowTests {
    private let event: FetchedEvent
    private let names = ["qm1", "qm2", "qm3"]

    init() throws {
        event = try FetchedEvent()
        event.server.maxAge = 1
        set(["qm2": .unplayed, "qm3": .unplayed])
    }

    private func set(_ states: [String: FetchedEvent.State]) {
        event.server["event/2024necmp/matches"] = FetchedEvent.list(names, states)
    }

    private func open(_ flag: String, columns: Int = 110, rows: Int = 40) throws -> PseudoTerminal {
        try PseudoTerminal(
            "breakdown", [flag, "--color", "never", "2024necmp"], columns: columns, rows: rows,
            environment: event.environment)
    }

    @Test(.needs(.pseudoTerminal))
    func aMatchIsPrintedOnceWithItsScoreAndOnceWithItsDetails() throws {
        let terminal = try open("--watch")
        #expect(
            terminal.waits(for: "1 of 3 matches have a score; what is new or corrected follows."))
        #expect(terminal.output.contains("Powered by The Blue Alliance"))
        terminal.forget()
        event.server["event/2024necmp/matches"] = Self.list(
            FetchedEvent.match("qm1"),
            FetchedEvent.match("qm2", .scored, startedAt: FetchedEvent.today))
        #expect(terminal.waits(for: "Qual 2"))
        #expect(terminal.waits(for: "its details are not there yet"))
        set(["qm3": .unplayed])
        #expect(terminal.waits(for: "Qualification 2"))
        // It vanishes and comes back: no news.
        event.server["event/2024necmp/matches"] = FetchedEvent.list(["qm1"])
        let asked = event.server.requests.count
        try #require(wait { event.server.requests.count >= asked + 2 })
        set(["qm3": .unplayed])
        event.server.failuresEnd = false
        event.server.failures = [.status(503, body: "<html>")]
        #expect(terminal.waits(for: "answered with status 503; still asking"))
        event.server.failures = []
        #expect(terminal.waits(for: "The Blue Alliance answers again", seconds: 40))
        set([:])
        #expect(terminal.waits(for: "Qualification 3"))
        let output = terminal.output
        #expect(output.components(separatedBy: "Qualification 2").count == 2, "\(output)")
        #expect(output.components(separatedBy: "Qual 2").count == 2, "\(output)")
        // Children of a test's thread have all other signals blocked.
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    private static func list(_ matches: String...) -> String {
        "[\(matches.joined(separator: ","))]"
    }

    /// Zeros first, the score without details, the real match, a correction, a replay.
    @Test(.needs(.pseudoTerminal)) func whatWasPrintedIsCorrected() throws {
        let terminal = try open("--watch")
        #expect(terminal.waits(for: "new or corrected follows"))
        let looks: [(String, String)] = [
            (FetchedEvent.match("qm2", red: 0, blue: 0), "Tie"),
            (
                FetchedEvent.match("qm2", .scored, red: 32, blue: 41),
                "corrected: 32–41 (was 0–0); The Blue Alliance has no details"
            ),
            (FetchedEvent.match("qm2", red: 32, blue: 41), "Blue wins"),
            (FetchedEvent.match("qm2", red: 32, blue: 71), "Qual 2 corrected: 32–71 (was 32–41)"),
            (FetchedEvent.match("qm2", .unplayed), "taken back: it has no result now (was 32–71)"),
            (FetchedEvent.match("qm2", red: 90, blue: 71), "Red wins"),
        ]
        for (match, words) in looks {
            terminal.forget()
            event.server["event/2024necmp/matches"] = Self.list(FetchedEvent.match("qm1"), match)
            #expect(terminal.waits(for: words), "\(words): \(terminal.output)")
        }
        // The match that was there from the beginning is corrected, too.
        event.server["event/2024necmp/matches"] = Self.list(
            FetchedEvent.match("qm1", red: 51, blue: 30),
            FetchedEvent.match("qm2", red: 90, blue: 71))
        #expect(terminal.waits(for: "Qual 1 corrected: 51–30 (was 50–30)"))
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    @Test(.needs(.pseudoTerminal)) func linesOfJSONSayWhatTheyReplace() throws {
        let terminal = try PseudoTerminal(
            "breakdown", ["--watch", "--format", "json", "2024necmp"], columns: 400,
            environment: event.environment)
        let asked = event.server.requests.count
        try #require(wait { event.server.requests.count >= asked + 2 })
        let looks: [(String, String)] = [
            (FetchedEvent.match("qm2", .scored, red: 32, blue: 41), #""replaces":null}"#),
            (
                FetchedEvent.match("qm2", red: 32, blue: 41),
                #""replaces":{"state":"scored","winner":"blue","alliances":{"red":{"score":32,"ranking_points":null}"#
            ),
            (
                FetchedEvent.match("qm2", red: 32, blue: 71),
                #""replaces":{"state":"complete","winner":"blue","alliances":{"red":{"score":32,"ranking_points":3},"blue":{"score":41,"ranking_points":1}}}}"#
            ),
            (
                FetchedEvent.match("qm2", .unplayed),
                #""state":"unplayed""#
            ),
            (FetchedEvent.match("qm2", red: 32, blue: 71), #""replaces":null}"#),
        ]
        for (match, words) in looks {
            terminal.forget()
            event.server["event/2024necmp/matches"] = Self.list(FetchedEvent.match("qm1"), match)
            #expect(terminal.waits(for: words), "\(words): \(terminal.output)")
            #expect(terminal.waits(for: "}\r\n"))
        }
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    @Test(
        .needs(.pseudoTerminal),
        arguments: [
            ["--team", "9003"], ["--level", "qm"], ["--match", "2024necmp_qm3"],
        ])
    func onlyTheChosenMatchesAreFollowed(_ choice: [String]) throws {
        event.server["event/2024necmp/matches"] = FetchedEvent.list(["qm1"])
        let terminal = try PseudoTerminal(
            "breakdown", ["--watch", "--color", "never"] + choice + ["2024necmp"],
            environment: event.environment)
        #expect(terminal.waits(for: "matches have a score"))
        event.server["event/2024necmp/matches"] = Self.list(
            FetchedEvent.match("f1m1"), FetchedEvent.match("qm1"), FetchedEvent.match("qm3"))
        #expect(terminal.waits(for: "Qualification 3"))
        #expect(terminal.waits(for: "╰"))
        #expect(!terminal.output.contains("Final"), "\(terminal.output)")
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    @Test(.needs(.pseudoTerminal), arguments: [["--summary"], ["--format", "markdown"]])
    func messagesForAChatAreCorrectedAndHaveTheCredit(_ options: [String]) throws {
        let terminal = try PseudoTerminal(
            "breakdown", ["--watch"] + options + ["2024necmp"], environment: event.environment)
        let asked = event.server.requests.count
        try #require(wait { event.server.requests.count >= asked + 2 })
        event.server["event/2024necmp/matches"] = Self.list(FetchedEvent.match("qm1", red: 20))
        #expect(terminal.waits(for: ": 20–30 (was 50–30)"), "\(terminal.output)")
        #expect(terminal.waits(for: "Powered by"))
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    @Test(.needs(.pseudoTerminal)) func aScreenOfATeamShowsItsMatchesAlone() throws {
        event.server["event/2024necmp/matches"] = FetchedEvent.list(["qm1", "qm3", "f1m1"])
        let terminal = try PseudoTerminal(
            "breakdown", ["--kiosk", "--color", "never", "--team", "9003", "2024necmp"],
            columns: 120, environment: event.environment)
        #expect(terminal.waits(for: "Qualification 3"))
        #expect(!terminal.output.contains("qm1") && !terminal.output.contains("f1m1"))
        terminal.type("q")
        #expect(terminal.end() == 0)
    }

    @Test(.needs(.pseudoTerminal), arguments: ["dumb", "unknown"])
    func aDumbTerminalGetsNoEscapes(_ name: String) throws {
        let environment = event.environment.merging(["TERM": name, "CLICOLOR_FORCE": "1"]) { $1 }
        for arguments in [
            ["--kiosk", "2024necmp"], ["2024necmp"], ["2024necmp_qm1"], ["--watch", "2024necmp"],
        ] {
            let terminal = try PseudoTerminal("breakdown", arguments, environment: environment)
            if arguments[0] == "--watch" {
                #expect(terminal.waits(for: "new or corrected follows"))
                terminal.signal(SIGKILL)
            }
            let status = terminal.end()
            #expect((status == 1) == (arguments[0] == "--kiosk"), "\(String(describing: status))")
            #expect(!terminal.output.contains("\u{1B}"), "\(terminal.output)")
            if arguments[0] == "--kiosk" {
                #expect(terminal.output.contains("--watch prints lines"))
            }
        }
    }

    @Test(.needs(.pseudoTerminal)) func watchingSaysThatMatchesCannotBeRead() throws {
        event.server["event/2024necmp/matches"] = "[\(FetchedEvent.match("qm1")),7]"
        let terminal = try open("--watch")
        #expect(terminal.waits(for: "1 of 1 matches have a score"))
        #expect(
            terminal.waits(for: "2024necmp: left out match 2: match: expected an object, found 7"))
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    @Test(.needs(.pseudoTerminal)) func theScreenFollowsResizesAndEndsCleanly() throws {
        let terminal = try open("--kiosk", columns: 120, rows: 40)
        #expect(terminal.waits(for: "\u{1B}[?1049h"))
        #expect(terminal.waits(for: "New England Championship"))
        #expect(terminal.waits(for: "Qualification 1"))
        // The score is large, the list beside it has all matches.
        #expect(terminal.output.contains("█████  █████"))
        #expect(terminal.output.contains("qm3"))
        terminal.forget()
        set(["qm3": .unplayed])
        #expect(terminal.waits(for: "Qualification 2"))
        event.server.failuresEnd = false
        event.server.failures = [.status(503, body: "<html>")]
        #expect(terminal.waits(for: "old: The Blue Alliance answered with status 503"))
        terminal.forget()
        terminal.resize(columns: 60, rows: 20)
        #expect(terminal.waits(for: "\u{1B}[2J"))
        #expect(terminal.waits(for: "\u{1B}[20;1H"))
        #expect(!terminal.output.contains("\u{1B}[21;1H"))
        event.server.failures = []
        set([:])
        #expect(terminal.waits(for: "Qualification 3", seconds: 40))
        terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(terminal.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test(.needs(.pseudoTerminal), arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalGivesTheTerminalBack(
        _ signal: Int32
    ) throws {
        let terminal = try open("--kiosk")
        #expect(terminal.waits(for: "Qualification 1"))
        terminal.signal(signal)
        #expect(terminal.end() == 0)
        #expect(terminal.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test func withoutATerminalThereIsNoScreen() throws {
        let result = try event.run(["--kiosk", "2024necmp"])
        #expect(result.status == 1 && result.messages.contains("expected a terminal"))
        for flag in ["--kiosk", "--watch"] {
            let wrong = try event.run([flag, "2024necmp_qm1"])
            #expect(wrong.status == 64 && wrong.messages.contains("expected one event"))
        }
    }

    @Test func watchingEndsWhenNobodyReads() throws {
        let process = Program.make(
            "/bin/sh",
            ["-c", "\"$1\" --watch 2024necmp | head -n 1", "sh", Program.path(of: "breakdown")],
            event.environment)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
