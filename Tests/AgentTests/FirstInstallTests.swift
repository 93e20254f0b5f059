import BundleFormat
@testable import BundleUpdater
import Files
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// The first poll of a machine: what is published is written once, and a bad network delays no season that is there.
@Suite struct FirstInstallTests {
    @Test func aGoodNetworkHasEachSeasonWrittenOnce() throws {
        let world = try world()
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == Self.all)
        #expect(try Files.names(in: world.state.sets) == ["1"])
        #expect(try Files.names(in: world.state.bundles(.of(2024))).count == 1)
    }

    @Test func aRepositoryThatDoesNotAnswerIsAskedOnce() throws {
        let world = try world()
        let fetcher = Unreachable()
        let report = try poller(world, fetcher).poll()
        #expect(report.outcome == .unreachable)
        #expect(report.mirrors.map(\.problem) != [nil])
        #expect(try world.served() == Self.embedded)
        #expect(fetcher.requests == 1)
    }

    /// However far the first try has come: what is inside the program is served then, and the rest follows.
    @Test(arguments: 1...24) func outOfPatienceThePollGoesOn(_ call: Int) throws {
        let world = try world()
        var calls = 0
        world.isCancelled = {
            calls += 1
            return calls == call
        }
        let report = world.poll()
        #expect(report.severity == .harmless, "\(report)")
        #expect(report.outcome == .updated)
        #expect(report.failuresInARow == 0)
        #expect(try world.served() == Self.all)
        #expect(try Files.names(in: world.state.downloads) == [])
    }

    @Test func withoutAnyPatienceWhatIsInsideIsServedFirst() throws {
        let world = try world()
        world.options.firstPoll = FirstPollDeadline(limit: .zero)
        world.isCancelled = { world.options.firstPoll.isOver }
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == Self.all)
        #expect(try Files.names(in: world.state.sets) == ["1", "2"])
        let history = try HistoryFile(world.state, .standard).entries()
        #expect(history.prefix(2).map(\.why) == [.embedded, .embedded])
    }

    @Test func aTestThatHangsKeepsNobodyWaiting() throws {
        let world = try world()
        world.options.firstPoll = FirstPollDeadline(limit: .milliseconds(100))
        world.options.selfTest = SelfTest(
            command: ["/bin/sh", "-c", "grep -q a \"$0/samples/a.txt\" && kill -STOP $$; exit 0"],
            timeLimit: .seconds(5))
        let report = world.poll()
        #expect(report.years.map(\.family) == [nil, .state, nil])
        #expect(report.years[1].reason.contains("self-test undecided: no end within 5 seconds"))
        let first = try SetIndex.decode(
            Files.read("\(world.state.set(1))/\(SetIndex.fileName)", lengthBytesMax: 1 << 20))
        #expect(first.entries[.of(2024)]?.origin == .embedded)
        #expect(try world.served()[2024] == "e:embedded")
    }

    @Test func askedToEndWhatIsInsideIsServed() throws {
        let world = try world()
        world.options.isCancelled = { true }
        world.isCancelled = { true }
        #expect(world.poll().outcome == .cancelled)
        #expect(try world.served() == Self.embedded)
    }

    @Test func aYearThatFailsIsFilledFromTheProgram() throws {
        let world = try world()
        for zip in try world.zips(2024) { try world.write(Array("evil".utf8), zip) }
        let report = world.poll()
        #expect(report.outcome == .incomplete)
        #expect(report.years.map(\.family) == [nil, .refused, nil])
        #expect(
            try world.served() == [
                2018: "x:downloaded", 2024: "e:embedded", 2026: "y:downloaded",
            ])
        #expect(try Files.names(in: world.state.sets) == ["1"])
        let history = try HistoryFile(world.state, .standard).entries()
        #expect(history.map(\.why) == [.published, .embedded, .published])
    }

    @Test func nothingInsideLeavesAYearThatFailsOut() throws {
        let world = try world()
        world.embedded = [:]
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        #expect(world.poll().outcome == .incomplete)
        #expect(try world.served() == [2018: "x:downloaded", 2026: "y:downloaded"])
    }

    private static let all = [2018: "x:downloaded", 2024: "a:downloaded", 2026: "y:downloaded"]
    private static let embedded = [2018: "e:embedded", 2024: "e:embedded"]

    private func world() throws -> World {
        let world = try World()
        world.embedded = [2018: "e", 2024: "e"]
        try world.publish([2018: "x", 2024: "a", 2026: "y"])
        return world
    }

    private func poller(_ world: World, _ fetcher: any Fetcher) throws -> Poller {
        Poller(
            state: world.state, embedded: try world.embeddedSet(),
            repository: Poller.Repository(
                packagedRoot: world.root.bytes,
                mirrors: [Mirror(address: "nowhere", fetcher: fetcher)]),
            options: world.options, clock: { world.now })
    }

    /// A network that is not there.
    private final class Unreachable: Fetcher {
        private(set) var requests = 0

        func fetch(
            _ request: FetchRequest, begin: (FetchBeginning) -> Void,
            sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
        ) throws(FetchError) -> FetchOutcome {
            requests += 1
            throw .unreachable("no network")
        }
    }
}
