import Foundation
import TestSupport
import Testing

/// `--kiosk` over three days at a real terminal; a library makes its clock fast.
@Suite(.needs(.pseudoTerminal)) struct KioskDaysTests {
    private let event: FetchedDays

    init() throws { event = try FetchedDays() }

    @Test func theScreenLivesThroughThreeDays() throws {
        let terminal = try PseudoTerminal(
            "breakdown", ["--kiosk", "--color", "never", "2024necmp"], columns: 120, rows: 40,
            environment: event.environment)
        #expect(terminal.waits(for: "Qualification 1"))
        var days = event.watch(terminal, untilHour: 20)
        let early = try event.residentBytes(terminal.processIdentifier)

        // The network is away for ten hours of a night, and the screen says so.
        event.server.failures = [.status(503, body: "<html>")]
        event.server.failuresEnd = false
        days.formUnion(event.watch(terminal, untilHour: 30))
        #expect(terminal.waits(for: "hours old: The Blue Alliance answered with status 503"))
        event.server.failures = []
        terminal.resize(columns: 80, rows: 24)

        days.formUnion(event.watch(terminal, untilHour: 72))
        #expect(days.count >= 4, "three midnights: \(days)")
        let late = try event.residentBytes(terminal.processIdentifier)
        #expect(late - early < 4 << 20, "\(early) bytes at first, \(late) three days later")

        // A quiet event is asked every five minutes, and never more often than once a minute.
        let asked = event.server.requests.count { $0.path == "event/2024necmp/matches" }
        #expect((500...4_400).contains(asked), "\(asked)")

        terminal.forget()
        event.server["event/2024necmp/matches"] = FetchedDays.matches(["qm1", "qm2"])
        #expect(terminal.waits(for: "Qualification 2", seconds: 40))
        terminal.type("q")
        #expect(terminal.end() == 0)
    }

    @Test func eachMinuteAllIsDrawnAgain() throws {
        let terminal = try PseudoTerminal(
            "breakdown", ["--kiosk", "--color", "never", "2024necmp"], columns: 120, rows: 40,
            environment: event.environment)
        for _ in 1...3 {
            // A row that does not change, and the modes that a reset of the terminal takes away.
            #expect(terminal.waits(for: "Qualification 1"))
            #expect(terminal.waits(for: "\u{1B}[?7l"))
            terminal.forget()
        }
        terminal.type("q")
        #expect(terminal.end() == 0)
    }

    /// A screen without the event's name still shows new matches.
    @Test func theMatchesComeAlsoIfTheEventNeverDoes() throws {
        event.server["event/2024necmp"] = nil
        let terminal = try PseudoTerminal(
            "breakdown", ["--kiosk", "--color", "never", "2024necmp"], columns: 120, rows: 40,
            environment: event.environment)
        #expect(terminal.waits(for: "Qualification 1"))
        event.server["event/2024necmp/matches"] = FetchedDays.matches(["qm1", "qm2"])
        #expect(terminal.waits(for: "Qualification 2", seconds: 40))
        terminal.type("q")
        #expect(terminal.end() == 0)
        let hours = max(1, event.skippedSeconds / 3_600 + 1)
        let asked = event.server.requests.count { $0.path == "event/2024necmp" }
        #expect(asked <= 61 * hours, "\(asked) in \(hours) hours")
    }
}

/// An event on a server like the API, and the clock of the programs that ask for it.
private struct FetchedDays {
    let server: LoopbackAPI
    private let folder: TemporaryDirectory
    private let clock: String
    private let library: String

    /// Seconds of a step: fewer than between two questions.
    private static let stepSeconds = 30

    init() throws {
        server = try LoopbackAPI()
        folder = try TemporaryDirectory()
        clock = folder["clock"]
        library = folder["fast-clock.so"]
        try Data(count: 8).write(to: URL(fileURLWithPath: clock))
        let compiled = try Program.run(
            "/usr/bin/env",
            [
                "clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library,
                Checkout.path("Tests/Clock/fast-clock.c"),
            ], environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
        try #require(compiled.status == 0, "\(compiled.messages)")
        server["event/2024necmp"] = #"""
            {"key":"2024necmp","event_code":"necmp","name":"New England Championship","playoff_type":10,
            "timezone":"America/New_York","start_date":"2024-04-03","end_date":"2024-04-06","year":2024}
            """#
        server["event/2024necmp/matches"] = Self.matches(["qm1"])
    }

    var environment: [String: String] {
        [
            "TBA_API_URL": server.address, "TBA_AUTH_KEY": "right-key",
            "XDG_CACHE_HOME": folder["cache"], "XDG_CONFIG_HOME": folder["config"],
            "LD_PRELOAD": library, "FAST_CLOCK": clock, "FAST_CLOCK_STEP": "\(Self.stepSeconds)",
        ]
    }

    static func matches(_ names: [String]) -> String {
        "[\(names.map { FetchedEvent.match($0) }.joined(separator: ","))]"
    }

    /// The seconds that the programs' clock is ahead.
    var skippedSeconds: Int {
        let bytes = FileManager.default.contents(atPath: clock) ?? Data()
        return bytes.prefix(8).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }

    /// Reads the screen until the clock is so far ahead.
    ///
    /// - Returns: the days that its clock showed.
    func watch(_ terminal: PseudoTerminal, untilHour hour: Int) -> Set<String> {
        var days: Set<String> = []
        // It ends after a screen that was drawn at that hour, however rarely this process gets its turn.
        var isOver = false
        while !isOver {
            isOver = skippedSeconds >= hour * 3_600
            guard terminal.waits(for: ":") else {
                Issue.record("the screen stands still")
                break
            }
            // `Sun 22 Nov 20:58`; times of matches have no month.
            for match in terminal.output.matches(of: /(\w{3} \d{1,2} \w{3}) \d{1,2}:\d\d/) {
                days.insert(String(match.output.1))
            }
            terminal.forget()
        }
        return days
    }

    func residentBytes(_ process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }
}
