import BundleFormat
@testable import BundleUpdater
import Files
import JSON
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// One trouble, one exit status, whichever command meets it; and a dry run that tells the truth.
@Suite struct ExitStatusTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// How `poll`, `poll --dry-run` and a child of the service end.
        let severity: Severity
        /// The same from a stick in the same state.
        let fromCopy: Severity
        let change: @Sendable (World) throws -> Void

        init(
            _ testDescription: String, _ severity: Severity, fromCopy: Severity? = nil,
            _ change: @escaping @Sendable (World) throws -> Void
        ) {
            self.testDescription = testDescription
            self.severity = severity
            self.fromCopy = fromCopy ?? severity
            self.change = change
        }
    }

    static let cases: [Case] = [
        Case("nothing new", .harmless) { _ in },
        Case("something new", .harmless) { try $0.publish([2018: "x", 2024: "b"]) },
        Case("a file is missing", .failed) {
            try Files.remove("\($0.site)/metadata/timestamp.json")
        },
        Case("older than what is known", .harmless, fromCopy: .refused) { world in
            try world.copySite(to: "old")
            try world.publish([2018: "x", 2024: "b"])
            _ = world.poll()
            try Files.removeTree(world.site)
            try Files.rename(world.folder["old"], to: world.site)
        },
        Case("another repository's", .refused) { world in
            let other = try World(now: world.now)
            try other.publish([2024: "evil"])
            try world.write(
                Files.read("\(other.site)/metadata/timestamp.json", lengthBytesMax: 1 << 20),
                "metadata/timestamp.json")
        },
        Case("run out", .refused) { world in
            world.now += 100 * 86_400
        },
        Case("a season that makes no sense", .refused) { world in
            world.editTargets = { targets in
                targets = targets.map { target in
                    TargetFile(
                        path: target.path, lengthBytes: target.lengthBytes,
                        hashes: ["sha256": target.sha256 ?? ""], custom: ["year": 7])
                }
            }
            try world.publish([2018: "x", 2024: "b"])
        },
        Case("no room", .failed) { world in
            try world.publish([2018: "x", 2024: "b"])
            world.options.diskLimitBytes = 0
        },
        Case("a full disk", .failed) { world in
            try world.publish([2018: "x", 2024: "b"])
            world.options.freeBytes = { _ in 0 }
        },
        Case("a file in the state folder's place", .failed) { world in
            try Files.removeTree(world.state.path)
            try world.folder.write("x", to: "state")
        },
    ]

    @Test(arguments: cases) func oneTroubleHasOneExitStatus(_ row: Case) throws {
        for fromCopy in [false, true] {
            let world = try World()
            try world.publish([2018: "x", 2024: "a"])
            _ = world.poll()
            world.now += 60
            try row.change(world)
            let expected = fromCopy ? row.fromCopy : row.severity
            let poller = { fromCopy ? world.copyPoller() : world.poller() }
            let previewed: Severity
            do throws(AgentError) {
                previewed = try poller().preview().severity
            } catch {
                previewed = error.family.ofCopy(fromCopy).severity
            }
            #expect(previewed == expected, "dry run")
            #expect(poller().poll().severity == expected, "poll")
            // And again: what was learnt meanwhile changes nothing.
            #expect(poller().poll().severity == expected, "second poll")
        }
    }

    @Test("A refused entry is said from the first poll on", arguments: [false, true])
    func aFirstPollHidesNoRefusal(_ fromCopy: Bool) throws {
        let world = try World()
        world.embedded = [2018: "o", 2024: "e"]
        world.editTargets = { targets in
            targets = targets.map { target in
                guard target.path.contains("2024") else { return target }
                return TargetFile(
                    path: target.path, lengthBytes: target.lengthBytes,
                    hashes: ["sha256": target.sha256 ?? ""], custom: ["year": 7])
            }
        }
        try world.publish([2018: "x", 2024: "a"])
        let poller = { fromCopy ? world.copyPoller() : world.poller() }
        #expect(try poller().preview().severity == .refused, "first dry run")
        for turn in ["first poll", "second poll"] {
            let report = poller().poll()
            #expect(report.severity == .refused, "\(turn)")
            let year = try #require(report.years.first { $0.year.number == 2024 })
            #expect(year.action == .heldBack, "\(turn)")
            #expect(year.entry?.origin == .embedded, "\(turn)")
        }
        #expect(try poller().preview().severity == .refused, "later dry run")
    }

    @Test("A fresh machine without room says so from its first poll on")
    func aFirstPollHidesNoLackOfRoom() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        world.options.diskLimitBytes = 0
        try world.publish([2024: "a"])
        #expect(try world.poller().preview().severity == .failed)
        for turn in ["first poll", "second poll"] {
            #expect(world.poll().severity == .failed, "\(turn)")
        }
    }

    /// Commands of the program that poll.
    static let polls = ["poll", "poll --dry-run", "poll --from site"]

    @Test("What has run out ends every poll of the program with 3", arguments: polls)
    func everyPollEndsAlike(_ command: String) throws {
        let world = try World(now: SystemClock.unixSeconds() - 100 * 86_400)
        try world.publish([2024: "a"])
        _ = world.poll()
        #expect(try world.run(command).status == 3)
    }

    @Test(
        "A file in the state folder's place ends every command of the program with 1",
        arguments: polls + [
            "export away", "export away --dry-run", "hold", "rollback 2024", "reset",
        ])
    func everyCommandEndsAlikeWithoutAState(_ command: String) throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try world.folder.write("x", to: "state")
        #expect(try world.run(command).status == 1)
    }

    struct Truth: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (World) throws -> Void

        init(_ testDescription: String, _ change: @escaping @Sendable (World) throws -> Void) {
            self.testDescription = testDescription
            self.change = change
        }
    }

    static let truths: [Truth] = [
        Truth("something new") { try $0.publish([2018: "y", 2024: "c"]) },
        Truth("a fresh machine") { try Files.removeTree($0.state.path) },
        Truth("a recall, and a wave to come") { world in
            world.recalled[2024] = ["b"]
            world.rollout[2024] = Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
            try world.publish([2018: "x", 2024: "c"])
        },
        Truth("a withdrawn year") { world in
            world.recalled[2024] = ["b"]
            world.withdrawn = [2024]
            try world.publish([2018: "x"])
        },
        Truth("a malformed recall list") { world in
            world.breakRecallList()
            try world.publish([2018: "y", 2024: "c"])
        },
        Truth("a superseded key") { world in
            try world.replaceOnlineKey()
            try world.publish([2018: "x", 2024: "c"])
        },
        Truth("a damaged season") { world in
            try Files.removeTree("\(world.state.bundles)/2024/\(World.version(2024, "b").hex)")
        },
        Truth("another program") { world in
            world.embedded[2024] = "e"
            world.embeddedPublished[2024] = world.now + 600
        },
        Truth("no room") { world in
            world.options.diskLimitBytes = 0
            try world.publish([2018: "y", 2024: "c", 2026: "n"])
        },
    ]

    @Test(arguments: truths) func aDryRunIsTruthful(_ row: Truth) throws {
        let world = try World()
        world.embedded = [2018: "o"]
        for word in ["a", "b"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
            world.now += 60
        }
        try row.change(world)
        let before = try world.folder.contents(of: "state")
        let former = try? SetIndex.read(world.state)
        let plan = try world.poller().preview().plan
        #expect(try world.folder.contents(of: "state") == before)
        _ = world.poll()
        let served = try SetIndex.read(world.state)
        var told: [BundleYear: ContentVersion] = [:]
        for year in plan.years { told[year.year] = year.result?.version }
        #expect(told == served.entries.mapValues(\.version))
        // A year that changes to another version is not called kept.
        for year in plan.years where year.step == .keep && year.present != nil {
            let now = served.entries[year.year]?.version
            #expect(former?.entries[year.year]?.version == now, "\(year)")
        }
    }
}

extension World {
    /// Runs a command of the program; `site` is the published folder, and `away` a new one.
    fileprivate func run(_ command: String) throws -> Program.Result {
        try Files.replaceFileAndSync(at: folder["root.json"], with: root.bytes)
        let words = command.split(separator: " ").map { word in
            word == "site" ? site : word == "away" ? folder["away"] : String(word)
        }
        return try Program.run(
            "bundle-agent",
            words + [
                "--config", "none", "--state", state.path, "--repository", site,
                "--root", folder["root.json"],
            ])
    }

    /// An agent that takes from the publisher's folder as from a stick.
    func copyPoller() -> Poller {
        Poller(
            state: state, embedded: (try? embeddedSet()) ?? EmbeddedSet(files: []),
            repository: Poller.Repository(
                packagedRoot: root.bytes,
                mirrors: [Mirror(address: site, fetcher: FileFetcher(folder: site))],
                isCopy: true),
            options: options, clock: { self.now })
    }
}
