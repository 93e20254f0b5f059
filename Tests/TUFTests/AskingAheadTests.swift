import TUF
import Testing

/// The next root and the timestamp are asked for at the same time, and everything else stays as if they were not.
@Suite struct AskingAheadTests {
    private func world() -> World {
        let world = World()
        world.asksAhead = true
        return world
    }

    @Test func nothingNewTakesOneRoundTrip() throws {
        let world = world()
        try world.refresh()
        let before = world.store.files
        let report = try world.refresh()
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
        #expect(world.repository.rounds == 1)
        #expect(!report.hasChanged)
        #expect(world.store.files == before)
    }

    @Test func anUpdateTakesThreeRoundTrips() throws {
        let world = world()
        try world.refresh()
        world.repository.publish()
        let report = try world.refresh()
        #expect(
            world.repository.requests
                == requests("2.root.json timestamp.json 2.snapshot.json 2.targets.json"))
        #expect(world.repository.rounds == 3)
        #expect(report.updated == ["timestamp", "snapshot", "targets"])
    }

    @Test func whoeverDoesNotWantItAsksInTheOrderOfTheSpecification() throws {
        let world = world()
        world.asksAhead = false
        try world.refresh()
        #expect(world.repository.rounds == 4)
    }

    @Test func afterANewRootTheTimestampIsAskedForAgain() throws {
        let world = world()
        try world.refresh()
        world.repository["timestamp"].keys = [.ed25519(70)]
        world.repository["snapshot"].keys = [.ed25519(71)]
        world.repository.publishRoot()
        // Still the timestamp of the old key when it comes ahead, as it may be while the publisher works.
        let old = world.repository["timestamp"].bytes
        world.repository.publish()
        world.repository.filesTogether["timestamp.json"] = old
        let report = try world.refresh()
        #expect(
            world.repository.requests
                == requests(
                    "2.root.json timestamp.json 3.root.json timestamp.json 2.snapshot.json"
                        + " 2.targets.json"))
        #expect(report.updated == ["root", "timestamp", "snapshot", "targets"])
        #expect(world.stored == "root 2, timestamp 2, snapshot 2, targets 2")
    }

    @Test func aRootsTroubleIsToldBeforeATimestamps() throws {
        let world = world()
        try world.refresh()
        world.repository.files["2.root.json"] = Array("{}".utf8)
        world.repository.files["timestamp.json"] = Array("[".utf8)
        let before = world.store.files
        #expect(
            throws: UpdateError.repository(
                .malformed(file: "root", problem: "signed: expected a value, found none"))
        ) { try world.refresh() }
        #expect(world.store.files == before)
    }

    @Test func aTimestampIsNotReadWhileTheRootHasExpired() throws {
        let world = world()
        try world.refresh()
        world.repository["root"].expires = world.now
        world.repository.publishRoot()
        world.repository.publish()
        #expect(throws: (any Error).self) { try world.refresh() }
        #expect(world.stored == "root 2, timestamp 1, snapshot 1, targets 1")
    }

    @Test(arguments: ["2.root.json", "timestamp.json"])
    func whatDidNotComeTogetherIsAskedForAlone(_ path: String) throws {
        let world = world()
        try world.refresh()
        // As from a host that allows one connection at a time.
        world.repository.errorsTogether[path] = .unreachable("connection refused")
        world.repository.publish()
        #expect(try world.refresh().updated == ["timestamp", "snapshot", "targets"])
        #expect(world.repository.rounds == 4)
    }

    @Test func withoutANetworkEachFileIsAskedForOnce() throws {
        let world = world()
        try world.refresh()
        for path in ["2.root.json", "timestamp.json"] {
            world.repository.errors[path] = .unreachable(path)
        }
        #expect(throws: UpdateError.transfer(.unreachable("2.root.json"))) { try world.refresh() }
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
    }

    @Test func aServerThatAsksForAPauseIsNotAskedAgain() throws {
        let world = world()
        try world.refresh()
        let pause = FetchError.retryAfter(seconds: 9, "503")
        world.repository.errors["timestamp.json"] = pause
        #expect(throws: UpdateError.transfer(pause)) { try world.refresh() }
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
    }
}
