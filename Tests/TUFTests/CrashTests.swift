import TUF
import Testing

/// A store whose process ends at a chosen write.
private final class MortalStore: MetadataStore {
    let underlying: MemoryStore
    private var writesLeft: Int

    init(_ underlying: MemoryStore, writesLeft: Int) {
        self.underlying = underlying
        self.writesLeft = writesLeft
    }

    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        try underlying.load(name, lengthBytesMax: lengthBytesMax)
    }

    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        try write()
        underlying.store(bytes, as: name)
    }

    func remove(_ name: String) throws(StoreError) {
        try write()
        underlying.remove(name)
    }

    private func write() throws(StoreError) {
        guard writesLeft > 0 else { throw StoreError("stopped") }
        writesLeft -= 1
    }
}

/// A refresh that ends anywhere is finished by the next one.
@Suite struct CrashTests {
    @Test("stopped before any write, the next refresh ends where it would have ended")
    func everyWrite() throws {
        let whole = World()
        try change(whole)
        try whole.refresh()
        for writes in 0..<100 {
            let world = World()
            try change(world)
            let store = MortalStore(world.store, writesLeft: writes)
            var updater = Updater(
                packagedRoot: world.packagedRoot, store: store, fetcher: world.repository,
                now: world.now)
            do {
                _ = try updater.refresh()
                #expect(writes > 8)
                return
            } catch {
                #expect(error == .store(StoreError("stopped")))
            }
            // What is there is trusted, and no older than what was there.
            var reader = world.updater()
            let roles = try reader.loadTrusted().roles
            #expect(roles.allSatisfy { $0.version >= 1 && !$0.isExpired })
            try world.refresh()
            #expect(world.store.files == whole.store.files, "after \(writes) writes")
        }
        Issue.record("expected an end")
    }

    /// Everything that a refresh can find changed, after one that went well.
    private func change(_ world: World) throws {
        world.repository.publish()
        try world.refresh()
        world.repository.publishRoot()
        world.repository["timestamp"].keys = [.ed25519(99)]
        world.repository["timestamp"].version = 0
        world.repository.publishRoot()
        world.repository["snapshot"].version = 0
        world.repository.publish()
    }

    @Test("a refresh that stopped after the timestamp is repaired without a new timestamp")
    func snapshotLater() throws {
        let world = World()
        try world.refresh()
        world.repository.publish()
        let snapshot = world.repository.files["2.snapshot.json"]
        world.repository.files["2.snapshot.json"] = nil
        for _ in 0..<2 {
            #expect(throws: UpdateError.transfer(.absent(path: "2.snapshot.json"))) {
                try world.refresh()
            }
            #expect(world.stored == "root 1, timestamp 2, snapshot 1, targets 1")
        }
        world.repository.files["2.snapshot.json"] = snapshot
        #expect(try world.refresh().updated == ["snapshot", "targets"])
        #expect(
            world.repository.requests
                == requests("2.root.json timestamp.json 2.snapshot.json 2.targets.json"))
    }

    @Test(
        "a stored file that was damaged is fetched again",
        arguments: ["timestamp.json", "snapshot.json", "targets.json", "root.json"])
    func damaged(name: String) throws {
        let world = World()
        try world.refresh()
        let good = world.store.files
        for bytes in [[], Array("{}".utf8), Array((good[name] ?? []).dropLast(9))] {
            world.store.store(bytes, as: name)
            try world.refresh()
            #expect(world.store.files == good)
        }
    }

    @Test("a store that cannot be read or written is said to be so")
    func broken() throws {
        final class Broken: MetadataStore {
            func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
                throw StoreError("cannot open \(name): permission denied")
            }
            func store(_ bytes: [UInt8], as name: String) throws(StoreError) {}
            func remove(_ name: String) throws(StoreError) {}
        }
        let world = World()
        var updater = Updater(
            packagedRoot: world.packagedRoot, store: Broken(), fetcher: world.repository,
            now: world.now)
        #expect(
            throws: UpdateError.store(StoreError("cannot open root.2: permission denied"))
        ) { try updater.loadTrusted() }
    }

    @Test("a packaged root that is none is refused before anything is asked for")
    func packagedRoot() throws {
        let world = World()
        for bytes in [[], Array("{}".utf8), world.repository["timestamp"].bytes] {
            var updater = Updater(
                packagedRoot: bytes, store: world.store, fetcher: world.repository, now: world.now)
            #expect(throws: UpdateError.self) { try updater.refresh() }
            #expect(throws: UpdateError.self) { try updater.loadTrusted() }
        }
        #expect(world.repository.requests.isEmpty)
        #expect(world.store.files.isEmpty)
    }
}
