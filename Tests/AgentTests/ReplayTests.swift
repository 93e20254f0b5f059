import BundleFormat
@testable import BundleUpdater
import Files
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// A poll by replay takes the agent's steps: the same repository, the same seasons and the same reasons.
@Suite struct ReplayTests {
    @Test("each step of a repository's life is served by both alike")
    func life() throws {
        let world = try World()
        let host = Host(world)
        try world.publish([2018: "x", 2024: "a"])
        try host.check("the first poll")
        try host.check("nothing new")
        world.now += 900
        try world.publish([2018: "x", 2024: "b", 2026: "y"])
        try host.check("one changed, one more")
        world.recalled[2024] = ["b"]
        try world.publish([2018: "x", 2026: "y"])
        try host.check("a recall")
        world.rollout[2024] = Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
        try world.publish([2018: "x", 2024: "c", 2026: "y"])
        try host.check("a wave that comes later")
        world.now += 3_600
        try host.check("the wave has come")
    }

    @Test("a first poll without network serves what is inside, and both count the failure")
    func offline() throws {
        let world = try World()
        world.embedded = [2018: "e", 2024: "e"]
        let host = Host(world)
        host.site = world.folder["nothing"]
        try host.check("no network", against: host.site)
        #expect(host.last?.outcome == .unreachable)
        try world.publish([2024: "a"])
        host.site = world.site
        try host.check("a network")
        host.site = world.folder["nothing"]
        world.now += 900
        try host.check("none again", against: host.site)
        // Each address has its own count.
        #expect(host.last?.failuresInARow == 2)
    }

    @Test("a superseded key ends what a thief has signed, in one poll with a new root")
    func theft() throws {
        let world = try World()
        let host = Host(world)
        try world.publish([2024: "ours"])
        try host.check("ours")
        world.now += 60
        try world.publish([2024: "thief", 2031: "thief"])
        try host.check("the thief's")
        try world.replaceOnlineKey()
        try world.publish([2024: "ours"])
        try host.check("the recovery")
        let thief = try World.version(2024, "thief")
        #expect(!host.stored.contains { $0.version == thief })
    }

    @Test("a changed zip holds back its season alone, and is not asked for at once again")
    func badZip() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        for zip in try world.zips(2024) { try world.write(Array("evil".utf8), zip) }
        let host = Host(world)
        try host.poll()
        #expect(host.served == [2018: try World.version(2018, "x")])
        #expect(host.last?.years.map(\.family) == [nil, .refused])
        #expect(host.last?.severity == world.poll().severity)
    }

    @Test("a season that the host cannot draw is held back alone and tried again later")
    func unusable() throws {
        let world = try World()
        let host = Host(world)
        try world.publish([2018: "x", 2024: "a"])
        try host.poll()
        world.now += 900
        try world.publish([2018: "y", 2024: "b"])
        host.unusable = [.of(2024): "sample a: cannot be drawn"]
        try host.poll()
        #expect(host.served[2018] == (try World.version(2018, "y")))
        #expect(host.served[2024] == (try World.version(2024, "a")))
        let year = try #require(host.last?.years.last)
        #expect(year.action == .heldBack)
        #expect(year.reason.contains("sample a: cannot be drawn"))
        host.unusable = [:]
        try host.poll()
        #expect(host.served[2024] == (try World.version(2024, "a")))
        #expect(!host.stored.contains { $0.version.hex == (try? World.version(2024, "b"))?.hex })
        world.now += 3_600
        try host.poll()
        #expect(host.served[2024] == (try World.version(2024, "b")))
    }

    @Test("a poll with nothing new needs one round of requests, an update of one season four")
    func rounds() throws {
        let world = try World()
        let host = Host(world)
        try world.publish([2018: "x", 2024: "a"])
        try host.poll()
        try host.poll()
        #expect(host.rounds == 1)
        world.now += 60
        try world.publish([2018: "x", 2024: "b"])
        try host.poll()
        #expect(host.rounds == 4)
    }

    @Test("only the followed years are fetched")
    func someYears() throws {
        let world = try World()
        let host = Host(world)
        host.years = [.of(2024)]
        try world.publish([2018: "x", 2024: "a"])
        try host.poll()
        #expect(host.served == [2024: try World.version(2024, "a")])
    }
}

/// A host of polls by replay: it keeps files in memory and reads a publisher's folder.
private final class Host {
    let world: World
    var site: String
    var unusable: [BundleYear: String] = [:]
    var years: Set<BundleYear>?
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var stored: Set<StoredBundle> = []
    private(set) var last: PollReport?
    private(set) var rounds = 0

    init(_ world: World) {
        self.world = world
        site = world.site
        world.options.wave = 1
    }

    /// The content of each season in `set.json`.
    var served: [Int: ContentVersion] {
        let index = files[SetIndex.fileName].flatMap { try? SetIndex.decode($0) }
        var served: [Int: ContentVersion] = [:]
        for (year, entry) in index?.entries ?? [:] { served[year.number] = entry.version }
        return served
    }

    /// Polls, and does what the result says.
    func poll() throws {
        var embedded = SetIndex()
        for (year, word) in world.embedded {
            embedded.entries[.of(year)] = SetIndex.Entry(
                version: try World.version(year, word), origin: .embedded)
        }
        var facts = PollFacts(
            packagedRoot: world.packagedRoot, files: files, stored: Array(stored),
            embedded: embedded, machineID: "host", wave: 1, nowUnixSeconds: world.now, random: 0)
        facts.repository = site
        facts.unusable = unusable
        facts.years = years
        let poll = SeasonPoll(facts)
        rounds = 0
        while rounds < 50 {
            switch poll.next() {
            case .fetch(let requests):
                rounds += 1
                #expect(poll.answer(requests.map(answer)))
            case .done(let result):
                for (bundle, zip) in result.bundles {
                    #expect(!zip.isEmpty)
                    stored.insert(bundle)
                }
                for (name, bytes) in result.files { files[name] = bytes }
                // The set is the last file; it is absent only if it is as before. A first poll begins with an empty one.
                let empty = SetIndex().encoded()
                #expect(
                    !result.files.dropLast().contains {
                        $0.name == SetIndex.fileName && $0.bytes != empty
                    })
                #expect(
                    result.seasons.map { "\($0.year) \($0.entry.version.hex)" }
                        == served.map { "\($0.key) \($0.value.hex)" }.sorted())
                stored.subtract(result.unneeded)
                last = result.report
                return
            }
        }
        Issue.record("no end of requests")
    }

    /// Polls here and on the agent, and compares.
    func check(_ step: String, against repository: String? = nil) throws {
        try poll()
        let report = world.poll(repository: repository)
        let mine = try #require(last)
        #expect(mine.outcome == report.outcome, "\(step)")
        #expect(mine.problem == report.problem, "\(step)")
        #expect(mine.severity == report.severity, "\(step)")
        #expect(mine.failuresInARow == report.failuresInARow, "\(step)")
        #expect(mine.years.map(\.year) == report.years.map(\.year), "\(step)")
        for (mine, agent) in zip(mine.years, report.years) {
            #expect(mine.entry == agent.entry, "\(step)")
            #expect(mine.action == agent.action, "\(step)")
            #expect(mine.reason == agent.reason, "\(step)")
        }
        let agent = (try? SetIndex.read(world.state)) ?? SetIndex()
        #expect(
            served.map { "\($0.key) \($0.value.hex)" }.sorted()
                == agent.entries.map { "\($0.key) \($0.value.version.hex)" }.sorted(), "\(step)")
    }

    private func answer(_ request: FetchRequest) -> HostAnswer {
        var bytes: [UInt8] = []
        do throws(FetchError) {
            let outcome = try FileFetcher(folder: site, isCancelled: { false }).fetch(
                request, begin: { _ in }, sink: { bytes.append(contentsOf: $0) })
            return outcome == .found ? .found(bytes) : .absent
        } catch {
            return .failed(error)
        }
    }
}
