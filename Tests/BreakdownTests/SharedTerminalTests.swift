import Foundation
import TestSupport
import Testing

/// A `--kiosk` whose terminal others use, too: they write on it, stop the program and change the terminal's modes.
@Suite(.needs(.pseudoTerminal)) struct SharedTerminalTests {
    private let event: FetchedEvent
    private static let other = "\u{1B}[?1047h"

    init() throws {
        event = try FetchedEvent()
        event.server.maxAge = 1
        event.server["event/2024necmp/matches"] = FetchedEvent.list(["qm1"])
    }

    private func open(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            "breakdown", ["--kiosk", "--color", "never", "2024necmp"], columns: 110, rows: 40,
            environment: event.environment.merging(environment) { $1 })
        try #require(terminal.waits(for: "Qualification 1"), "\(terminal.output)")
        // What is drawn next has changed, or is drawn again.
        try #require(terminal.waits(for: "New England Championship"))
        terminal.forget()
        return terminal
    }

    /// Everything is there again: the other screen, the rows, and keys without a line's end.
    private func works(_ terminal: PseudoTerminal) -> Bool {
        let isDrawn = terminal.waits(for: Self.other) && terminal.waits(for: "Qualification 1")
        terminal.type("q")
        return isDrawn && terminal.end() == 0
    }

    @Test func controlLDrawsAllAgain() throws {
        let terminal = try open()
        terminal.type("\u{C}")
        #expect(terminal.waits(for: "\u{1B}[2J"))
        #expect(works(terminal), "\(terminal.output)")
    }

    @Test func afterAStopTheKeyboardWorksAgain() throws {
        let terminal = try open()
        terminal.signal(SIGSTOP)
        let changed = try Program.run("/usr/bin/stty", ["-F", terminal.path, "sane"])
        #expect(changed.status == 0, "\(changed.messages)")
        terminal.signal(SIGCONT)
        #expect(works(terminal), "\(terminal.output)")
    }

    /// As a person does in a shell: the terminal is the shell's meanwhile.
    @Test(.needs(programs: "setsid", "bash")) func controlZAndFgShareTheTerminalWithAShell() throws
    {
        let shell = try PseudoTerminal(
            Program.find("setsid") ?? "",
            ["--ctty", "--wait", Program.find("bash") ?? "", "--norc", "--noprofile", "-i"],
            columns: 110, rows: 40,
            environment: event.environment.merging(["PS1": "ready> "]) { $1 })
        try #require(shell.waits(for: "ready> "), "\(shell.output)")
        shell.type("\(Program.path(of: "breakdown")) --kiosk --color never 2024necmp\n")
        for _ in 1...2 {
            try #require(shell.waits(for: "Qualification 1"), "\(shell.output)")
            shell.type("\u{1A}")
            #expect(shell.waits(for: "Stopped"), "\(shell.output)")
            #expect(shell.output.contains("\u{1B}[?25h\u{1B}[?1049l"))
            shell.forget()
            // The shell's own lines are echoed.
            shell.type("echo $((6 * 7))\n")
            #expect(shell.waits(for: "echo $((6 * 7))"), "\(shell.output)")
            #expect(shell.waits(for: "42"))
            shell.forget()
            shell.type("fg\n")
            #expect(shell.waits(for: Self.other), "\(shell.output)")
        }
        #expect(shell.waits(for: "Qualification 1"))
        shell.type("q")
        #expect(shell.waits(for: "\u{1B}[?1049l"))
        shell.type("exit $((40 + 2 * $?))\n")
        #expect(shell.end() == 40)
    }

    @Test(arguments: ["linux", "vt220"]) func aConsoleGetsAsciiAlone(_ name: String) throws {
        for (flag, isPlain) in [("--ascii", true), ("--no-ascii", false), (nil, true)] {
            let terminal = try PseudoTerminal(
                "breakdown", ["--kiosk"] + [flag].compactMap { $0 } + ["2024necmp"], columns: 110,
                rows: 40, environment: event.environment.merging(["TERM": name]) { $1 })
            #expect(terminal.waits(for: "Qualification 1"), "\(terminal.output)")
            #expect(terminal.waits(for: "New England Championship"))
            terminal.type("q")
            #expect(terminal.end() == 0)
            #expect(terminal.output.utf8.allSatisfy { $0 < 0x80 } == isPlain, "\(terminal.output)")
        }
    }
}
