@testable import BundleUpdater
import Files
import Foundation
import JSON
@testable import SeasonClient
import Testing
import TestSupport

/// `run` as systemd sees it: a real process, real signals, a real socket.
@Suite struct SupervisorTests {
    /// A service under test and what it tells its manager.
    private final class Machine {
        let folder: TemporaryDirectory
        let socket: NotifySocket
        let process: Process

        /// Starts `run` without a repository, on a configuration file.
        init(
            _ configuration: String = "interval = 1h\n", watchdogMicroseconds: Int? = nil,
            isAbstract: Bool = false
        ) throws {
            folder = try TemporaryDirectory()
            socket = try NotifySocket(isAbstract: isAbstract)
            let file = try folder.write(configuration, to: "agent.conf")
            process = Program.make(
                "bundle-agent", ["run", "--config", file, "--state", folder["state"]],
                [
                    "NOTIFY_SOCKET": socket.address,
                    "WATCHDOG_USEC": watchdogMicroseconds.map(String.init) ?? "",
                ])
            try folder.write("", to: "log")
            process.standardError = try FileHandle(
                forWritingTo: URL(fileURLWithPath: folder["log"]))
            try process.run()
        }

        deinit {
            process.terminate()
            process.waitUntilExit()
        }

        func signal(_ number: Int32) { kill(process.processIdentifier, number) }

        /// The child's number, once there is one.
        func child() throws -> Int32 {
            let pid = process.processIdentifier
            let list = "/proc/\(pid)/task/\(pid)/children"
            var child: Int32 = 0
            let isThere = try wait {
                let text = try String(contentsOfFile: list, encoding: .utf8)
                child = text.split(separator: " ").first.flatMap { Int32($0) } ?? 0
                let line = try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)
                // Before it runs its program the service waits for it.
                return line?.contains("supervised-poll") == true
            }
            guard isThere else { throw Unexpected("no child") }
            return child
        }

        func lastPoll() throws -> JSON {
            try JSON.parse(Array(try folder.read("state/last-poll.json").utf8))
        }
    }

    /// A repository that takes connections and answers none, so a poll lasts until it is ended.
    private final class SilentRepository {
        private let publisher: World
        private let listener: Int32
        let settings: String

        init() throws {
            publisher = try World()
            let root = try publisher.folder.write(publisher.packagedRoot, to: "root.json")
            let port: UInt16
            (listener, port) = try Loopback.listen()
            settings = "repository = http://127.0.0.1:\(port)/\nroot = \(root)\n"
        }

        deinit { close(listener) }
    }

    @Test(arguments: [false, true]) func itIsReadyOnceTheEmbeddedSetIsInPlace(
        _ isAbstract: Bool
    ) throws {
        let machine = try Machine(isAbstract: isAbstract)
        let messages = try machine.socket.messages(until: "READY=1\nSTATUS=")
        #expect(messages.count == 1)
        #expect(FileManager.default.fileExists(atPath: machine.folder["state/current/set.json"]))
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; embedded-only at ")
    }

    @Test func aReloadReadsTheConfigurationAndPolls() throws {
        let machine = try Machine()
        _ = try machine.socket.messages(until: "READY=1")
        // The first poll, and when the next one comes.
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; embedded-only")
        try machine.folder.write("interval = 90s\n", to: "agent.conf")
        machine.signal(SIGHUP)
        let messages = try machine.socket.messages(until: "READY=1")
        let reloading = try #require(messages.first { $0.hasPrefix("RELOADING=1\n") })
        let time = try #require(
            reloading.split(separator: "\n").last?.split(separator: "=").last.flatMap {
                Int64($0)
            })
        #expect(time > 0)
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; embedded-only")
        #expect(try machine.folder.read("log").contains("poll.interval=90s"))
    }

    @Test func aBadConfigurationLeavesTheOldOne() throws {
        let machine = try Machine()
        _ = try machine.socket.messages(until: "READY=1")
        try machine.folder.write("intervall = 90s\n", to: "agent.conf")
        machine.signal(SIGHUP)
        _ = try machine.socket.messages(until: "RELOADING=1")
        _ = try machine.socket.messages(until: "READY=1")
        let log = try machine.folder.read("log")
        #expect(log.contains("configuration refused; the old one stays"))
        #expect(log.contains("agent.conf:1: no such setting: 'intervall'; did you mean interval?"))
        #expect(machine.process.isRunning)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func itSaysThatItEnds(_ number: Int32) throws {
        let machine = try Machine()
        _ = try machine.socket.messages(until: "READY=1")
        machine.signal(number)
        _ = try machine.socket.messages(until: "STOPPING=1")
        machine.process.waitUntilExit()
        #expect(machine.process.terminationReason == .exit)
        #expect(machine.process.terminationStatus == 0)
    }

    @Test("A service that has ended names no next check") func itForgetsTheNextCheck() throws {
        let machine = try Machine()
        func nextCheck() throws -> JSON? {
            try JSON.parse(Array(machine.folder.read("state/service.json").utf8))["nextCheck"]
        }
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; embedded-only")
        #expect(try nextCheck()?.stringValue != nil)
        machine.signal(SIGTERM)
        machine.process.waitUntilExit()
        #expect(try nextCheck() == .null)
    }

    @Test func theWatchdogIsFedAndAStoppedLoopFeedsItNot() throws {
        let machine = try Machine(watchdogMicroseconds: 200_000)
        _ = try machine.socket.messages(until: "READY=1")
        for _ in 1...3 { _ = try machine.socket.messages(until: "WATCHDOG=1") }
        machine.signal(SIGSTOP)
        // What was said before it stopped; then nothing for twice the interval.
        while machine.socket.next(within: 1) != nil {}
        machine.signal(SIGCONT)
        _ = try machine.socket.messages(until: "WATCHDOG=1")
    }

    @Test func aPollThatIsKilledIsReportedAndTheServiceGoesOn() throws {
        let silent = try SilentRepository()
        let machine = try Machine("interval = 1h\n\(silent.settings)")
        _ = try machine.socket.messages(until: "READY=1")
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; not checked yet; next")
        kill(try machine.child(), SIGKILL)
        let status = try #require(machine.socket.messages(until: "STATUS=").last)
        #expect(status.contains("broken-off"))
        #expect(machine.process.isRunning)
        let report = try machine.lastPoll()
        #expect(report["outcome"] == "broken-off")
        #expect(report["problem"] == "the poll was ended by signal 9")
        #expect(report["failuresInARow"] == 1)
        #expect(try machine.folder.read("log").contains("poll broke off"))
        try machine.folder.write("interval = 1h\n", to: "agent.conf")
        machine.signal(SIGHUP)
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; embedded-only")
    }

    @Test func aPollThatHangsIsEnded() throws {
        let silent = try SilentRepository()
        let machine = try Machine("interval = 1h\npoll-time-limit = 3s\n\(silent.settings)")
        _ = try machine.socket.messages(until: "STATUS=serving 12 years; not checked yet")
        // It does not end when it is asked to.
        kill(try machine.child(), SIGSTOP)
        let status = try #require(machine.socket.messages(until: "STATUS=").last)
        #expect(status.contains("broken-off"))
        #expect(try machine.lastPoll()["problem"] == "the poll took longer than 3s and was ended")
    }
}
