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

    private func open(
        _ flag: String, columns: Int = 110, rows: Int = 40
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            "breakdown", [flag, "--color", "never", "2024necmp"], columns: columns, rows: rows,
            environment: event.environment)
    }

    @Test func aMatchIsPrintedOnceWithItsScoreAndOnceWithItsDetails() throws {
        let terminal = try open("--watch")
        #expect(terminal.waits(for: "1 of 3 matches have a score; new ones follow."))
        #expect(terminal.output.contains("Powered by The Blue Alliance"))
        terminal.forget()
        set(["qm2": .scored, "qm3": .unplayed])
        #expect(terminal.waits(for: "Qual 2"))
        #expect(terminal.waits(for: "its details are not there yet"))
        set(["qm3": .unplayed])
        #expect(terminal.waits(for: "Qualification 2"))
        // It vanishes and comes back: no news.
        event.server["event/2024necmp/matches"] = FetchedEvent.list(["qm1"])
        let asked = event.server.requests.count
        while event.server.requests.count < asked + 2 { sched_yield() }
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

    @Test func watchingSaysThatMatchesCannotBeRead() throws {
        event.server["event/2024necmp/matches"] = "[\(FetchedEvent.match("qm1")),7]"
        let terminal = try open("--watch")
        #expect(terminal.waits(for: "1 of 1 matches have a score"))
        #expect(terminal.waits(for: "2024necmp: 1 matches cannot be read"))
        terminal.signal(SIGKILL)
        #expect(terminal.end() == 128 + SIGKILL)
    }

    @Test func theScreenFollowsResizesAndEndsCleanly() throws {
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

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalGivesTheTerminalBack(
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
