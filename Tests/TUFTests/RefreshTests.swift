import JSON
import TUF
import Testing

/// What a refresh fetches and stores where everything is right (specification 5.1 to 5.6).
@Suite struct RefreshTests {
    @Test("the first refresh fetches each role once and stores the bytes as received")
    func first() throws {
        let world = World()
        world.repository.addTarget("f1/2026/bundle.zip", [1, 2, 3])
        world.repository.publish()
        let report = try world.refresh()

        #expect(
            world.repository.requests
                == requests("2.root.json timestamp.json 2.snapshot.json 2.targets.json"))
        #expect(report.updated == ["timestamp", "snapshot", "targets"])
        #expect(report.roles.map(\.version) == [1, 2, 2, 2])
        #expect(report.status(of: .timestamp)?.expires == world.repository["timestamp"].expires)
        for role in ["root", "timestamp", "snapshot", "targets"] {
            #expect(world.store.files["\(role).json"] == world.repository[role].bytes)
        }
        #expect(world.store.files.keys.allSatisfy { $0.split(separator: ".").count == 2 })
    }

    @Test("where nothing changed it is two requests")
    func unchanged() throws {
        let world = World()
        try world.refresh()
        let before = world.store.files
        let report = try world.refresh()
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
        #expect(!report.hasChanged)
        #expect(report.roles.count == 4)
        #expect(world.store.files == before)
    }

    @Test("no refresh asks whether a file has changed")
    func noConditions() throws {
        let world = World()
        for _ in 1...3 {
            try world.refresh()
            #expect(!world.repository.requests.contains { $0.hasSuffix("?") })
            world.repository.publish()
        }
    }

    @Test("the same version in other bytes leaves what is stored, and what is known of it")
    func sameVersion() throws {
        let world = World()
        try world.refresh()
        let before = world.store.files
        world.repository["timestamp"].version = 0
        world.repository["timestamp"].edit = { $0["x"] = 1 }
        world.repository.publishTimestamp()
        #expect(try !world.refresh().hasChanged)
        #expect(world.store.files == before)
    }

    @Test("a new timestamp over the same snapshot fetches nothing else")
    func newTimestampOnly() throws {
        let world = World()
        try world.refresh()
        world.repository.publishTimestamp()
        #expect(try world.refresh().updated == ["timestamp"])
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
        #expect(world.stored == "root 1, timestamp 2, snapshot 1, targets 1")
    }

    @Test("a new snapshot over the same targets fetches no targets")
    func newSnapshotOnly() throws {
        let world = World()
        try world.refresh()
        world.repository.publishSnapshot()
        world.repository.publishTimestamp()
        #expect(try world.refresh().updated == ["timestamp", "snapshot"])
        #expect(world.repository.requests == requests("2.root.json timestamp.json 2.snapshot.json"))
    }

    @Test("a repository without consistent snapshots has names without versions and hashes")
    func withoutConsistentSnapshots() throws {
        let world = World()
        world.repository.consistentSnapshot = false
        world.repository.addTarget("a/b.zip", [7])
        world.repository.publishRoot()
        world.repository.publish()
        world.repository.requests = []
        var updater = world.updater()
        _ = try updater.refresh()
        var content: [UInt8] = []
        try updater.download(try #require(updater.targets.first)) { content += $0 }
        #expect(content == [7])
        #expect(
            world.repository.requests
                == requests(
                    "2.root.json 3.root.json timestamp.json snapshot.json targets.json"
                        + " targets/a/b.zip"))
    }

    @Test("a delegated role without consistent snapshots has its encoded name and no more")
    func delegatedWithoutConsistentSnapshots() throws {
        let world = World()
        let key = TestKey.ed25519(50)
        world.repository.consistentSnapshot = false
        world.repository["x/y"] = .init(keys: [key], expires: world.now.advanced(bySeconds: 9))
        world.repository.addTarget("a", [7], to: "x/y")
        world.repository["targets"].delegations = [
            "keys": [key.keyID: key.json],
            "roles": [
                [
                    "name": "x/y", "keyids": [.string(key.keyID)], "threshold": 1,
                    "terminating": true, "paths": ["*"],
                ]
            ],
        ]
        world.repository.publishRoot()
        world.repository.publishTargets("x/y")
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        world.repository.requests = []
        let target = try #require(try updater.target(named: "a"))
        try updater.download(target) { (_) in }
        #expect(world.repository.requests == ["x%2Fy.json", "targets/a"])
    }

    @Test("files need no listed lengths and hashes")
    func withoutListings() throws {
        let world = World()
        world.repository.listsHashes = false
        world.repository.listsLengths = false
        world.repository.publish()
        #expect(try world.refresh().roles.map(\.version) == [1, 2, 2, 2])
        try world.refresh()
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
    }

    @Test("unknown members anywhere are signed and stored with the rest")
    func unknownMembers() throws {
        let world = World()
        for role in ["root", "timestamp", "snapshot", "targets"] {
            world.repository[role].edit = {
                $0["x-number"] = .bigInteger("123456789012345678901234567890")
                $0["x-text"] = "\"\\ \u{1F980}\n"
                $0["x-list"] = [true, nil, -7, ["a": [:]]]
            }
        }
        world.repository.publishRoot()
        world.repository.publish()
        try world.refresh()
        #expect(world.stored == "root 2, timestamp 2, snapshot 2, targets 2")
        #expect(world.store.files["targets.json"] == world.repository["targets"].bytes)
    }

    @Test("every start walks from the packaged root through the stored ones")
    func storedRoots() throws {
        let world = World()
        for _ in 0..<3 { world.repository.publishRoot() }
        #expect(try world.refresh().updated.filter { $0 == "root" }.count == 3)
        #expect(world.store.files["root.2"] == world.repository.files["2.root.json"])
        #expect(world.store.files["root.4"] == world.store.files["root.json"])
        try world.refresh()
        #expect(world.repository.requests == requests("5.root.json timestamp.json"))

        // A hole in the chain, and a root that is not the next one, are filled from the repository.
        world.store.remove("root.2")
        try world.refresh()
        #expect(world.repository.requests == requests("2.root.json 5.root.json timestamp.json"))
        world.store.store(world.packagedRoot, as: "root.3")
        world.store.remove("root.json")
        try world.refresh()
        #expect(world.repository.requests == requests("3.root.json 5.root.json timestamp.json"))
        #expect(world.stored == "root 4, timestamp 1, snapshot 1, targets 1")
    }

    @Test("a store that was given another root still answers to the packaged one")
    func poisonedStore() throws {
        let world = World()
        let other = TestRepository(now: world.now)
        other["root"].keys = [.ed25519(66)]
        other.roles["root"]?.version = 0
        other.publishRoot()
        world.store.store(other["root"].bytes, as: "root.json")
        world.store.store(other["root"].bytes, as: "root.2")
        try world.refresh()
        #expect(world.store.files["root.json"] == world.packagedRoot)
    }

    @Test("what is stored is read again without network, expired or not")
    func loadTrusted() throws {
        let world = World()
        world.repository.addTarget("a", [1])
        world.repository.publishRoot()
        world.repository.publish()
        try world.refresh()
        world.now = world.now.advanced(bySeconds: 400 * 86_400)
        world.repository.requests = []
        let before = world.store.files

        var updater = world.updater()
        let report = try updater.loadTrusted()
        #expect(report.roles.map(\.version) == [2, 2, 2, 2])
        #expect(report.roles.map(\.isExpired) == [true, true, true, true])
        #expect(updater.targets.map(\.path) == ["a"])
        #expect(world.repository.requests.isEmpty)
        #expect(world.store.files == before)
    }

    @Test("an empty store is trusted to nothing but the packaged root, and left empty")
    func loadTrustedFirst() throws {
        let world = World()
        var updater = world.updater()
        let report = try updater.loadTrusted()
        #expect(report.roles.map(\.role) == [.root])
        #expect(updater.targets.isEmpty)
        #expect(world.store.files.isEmpty)
    }

    @Test("after a half-finished refresh the last whole state is what is read without network")
    func loadTrustedHalfFinished() throws {
        let world = World()
        world.repository.addTarget("old", [1])
        world.repository.publish()
        try world.refresh()
        world.repository.addTarget("new", [1])
        world.repository.publish()
        world.repository.files["3.snapshot.json"] = nil
        #expect(throws: UpdateError.transfer(.absent(path: "3.snapshot.json"))) {
            try world.refresh()
        }
        var updater = world.updater()
        let report = try updater.loadTrusted()
        #expect(report.roles.map(\.version) == [1, 3, 2, 2])
        #expect(updater.targets.map(\.path) == ["old"])
    }
}
