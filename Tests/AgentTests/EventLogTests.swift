@testable import bundle_agent
@testable import BundleUpdater
import Files
import Glibc
import JSON
import Logging
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What the journal is told of the polls.
@Suite struct EventLogTests {
    @Test func eachChangeIsSaidOnce() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let heard = Heard()
        let log = EventLog(heard.logger)
        log.logChanges(in: world.poller().prepare())
        for _ in 1...2 { log.logChanges(in: world.poll()) }
        try world.publish([2024: "a"])
        for _ in 1...3 { log.logChanges(in: world.poll()) }
        try Files.removeTree(world.site)
        for _ in 1...2 { log.logChanges(in: world.poll()) }
        #expect(
            heard.messages == [
                "bundle switched", "repository unreachable; data may be outdated",
                "bundle switched", "repository followed again",
                "repository unreachable; data may be outdated",
            ])
    }

    @Test func withoutARepositoryItSaysSoOnce() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let heard = Heard()
        let log = EventLog(heard.logger)
        for _ in 1...3 { log.logChanges(in: try world.pollAlone()) }
        #expect(
            heard.messages == [
                "bundle switched",
                "no repository configured; serving what is on this machine",
            ])
    }

    @Test func aPollByATimerSaysItsChangesOrThatThereAreNone() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        var said: [[String]] = []
        func poll(_ make: () throws -> Void = {}) throws {
            try make()
            let heard = Heard()
            // Each poll is another process, which has only the report of the one before.
            let log = EventLog(heard.logger, after: PollReport.read(world.state, .standard))
            log.logOnce(world.poll())
            said.append(heard.messages)
        }
        try poll { try world.publish([2024: "a"]) }
        try poll()
        try poll { try Files.removeTree(world.site) }
        try poll()
        #expect(
            said == [
                ["bundle switched"], ["nothing new"],
                ["repository unreachable; data may be outdated"], ["nothing new"],
            ])
    }

    @Test("An unattended poll writes one line if nothing is new")
    func unattended() throws {
        let world = try World()
        let root = try world.folder.write(world.packagedRoot, to: "root.json")
        func poll(_ repository: String, _ more: String...) throws -> Program.Result {
            try Program.run(
                "bundle-agent",
                [
                    "poll", "--unattended", "--config", "none", "--state", world.state.path,
                    "--repository", repository, "--root", root, "--self-test", "none",
                ] + more)
        }
        for repository in ["none", world.site] {
            let first = try poll(repository)
            #expect(first.status == (repository == "none" ? 0 : 1), "\(first.messages)")
            let next = try poll(repository)
            #expect(next.output.isEmpty && next.messages.split(separator: "\n").count == 1)
            #expect(next.messages.contains("nothing new"), "\(next.messages)")
        }
        for more in [["--json"], ["--dry-run"], ["--from", "x"]] {
            let refused = try Program.run("bundle-agent", ["poll", "--unattended"] + more)
            #expect(refused.status == 64 && refused.messages.contains("leave out"), "\(more)")
        }
    }

    @Test func aStateFolderThatCannotBeMadeIsSaidOnce() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        try world.folder.write("a file is in the way", to: "state")
        let heard = Heard()
        let log = EventLog(heard.logger)
        for _ in 1...3 { log.logChanges(in: world.poll()) }
        try Files.remove(world.state.path)
        log.logChanges(in: world.poll())
        #expect(
            heard.messages == [
                "state folder failed", "bundle switched", "repository followed again",
            ])
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test func jsonLinesHaveTheMetadataAsMembers() throws {
        let line = StandardErrorLogHandler(format: .json, toJournal: true).line(
            .warning, "bundle held back", ["bundle.year": "2024", "reason": "a \"b\"\nc"],
            UTCTime(unixSeconds: 1_795_219_200))
        #expect(line.hasPrefix("<4>{") && line.hasSuffix("}"))
        #expect(!line.contains("\n"))
        #expect(
            try JSON.parse(Array(line.dropFirst(3).utf8)) == [
                "time": "2026-11-21T00:00:00Z", "level": "warning",
                "message": "bundle held back", "bundle.year": "2024", "reason": "a \"b\"\nc",
            ])
    }

    @Test func theJournalIsKnownByItsStream() {
        var facts = stat()
        #expect(fstat(STDERR_FILENO, &facts) == 0)
        #expect(StandardErrorLogHandler.isReadByJournal("\(facts.st_dev):\(facts.st_ino)"))
        #expect(!StandardErrorLogHandler.isReadByJournal("\(facts.st_dev):\(facts.st_ino + 1)"))
        #expect(!StandardErrorLogHandler.isReadByJournal(nil))
    }
}

/// A logger that keeps its messages.
final class Heard {
    private final class Kept: @unchecked Sendable {
        var messages: [String] = []
    }
    private struct Handler: LogHandler {
        let kept: Kept
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { kept.messages.append("\(event.message)") }
    }

    private let kept = Kept()
    var messages: [String] { kept.messages }
    var logger: Logger {
        let kept = kept
        return Logger(label: "test") { _ in Handler(kept: kept) }
    }
}
