import Glibc
import JSON
import TUF
import Testing

/// The client by replay, natively and as WebAssembly: the same answers as the client that waits.
@Suite("TUF as a module", .serialized) struct ModuleTests {
    @Test(
        "WebAssembly takes part",
        .enabled(
            if: ModuleUnderTest.here.count > 1,
            "scripts/web-module --tests builds it, Node runs it"))
    func isThere() {}

    /// One process of Node for all attacks: it makes an instance of its own for each refresh.
    nonisolated(unsafe) private static let node = Result {
        try ModuleUnderTest.webAssembly.start()
    }

    @Test(
        "each attack ends as with the client that waits",
        arguments: AttackTests.all, ModuleUnderTest.here)
    func attacks(_ attack: Attack, module: ModuleUnderTest) throws {
        let client = try module == .native ? module.start() : Self.node.get()
        let world = World()
        try world.refresh()
        attack.act(world)
        #expect(try world.refresh(through: client) == attack.expected.description)
        #expect(world.stored == attack.stored)
        let asked = world.repository.requests.map { $0.filter { $0 != "?" } }
        #expect(asked == requests(attack.requests).map { $0.filter { $0 != "?" } })
        #expect(try world.refresh(through: client) == attack.expected.description)
        #expect(world.stored == attack.stored)
    }

    @Test("a refresh without news takes two requests", arguments: ModuleUnderTest.here)
    func nothingNew(module: ModuleUnderTest) throws {
        let world = World()
        world.asksAhead = true
        #expect(try world.refresh(through: module.start()) == nil)
        #expect(world.stored == "root 1, timestamp 1, snapshot 1, targets 1")
        #expect(try world.refresh(through: module.start()) == nil)
        #expect(world.repository.requests == requests("2.root.json timestamp.json"))
    }

    @Test("answers from before a new root are forgotten", arguments: ModuleUnderTest.here)
    func newRoot(module: ModuleUnderTest) throws {
        let world = World()
        world.asksAhead = true
        try world.refresh()
        world.repository["timestamp"].keys = [.ed25519(70)]
        world.repository.publishRoot()
        // The old key's timestamp comes with the new root, as it may while the publisher works.
        let old = world.repository["timestamp"].bytes
        world.repository.publish()
        world.repository.filesTogether["timestamp.json"] = old
        #expect(try world.refresh(through: module.start()) == nil)
        #expect(
            world.repository.requests
                == requests(
                    "2.root.json timestamp.json 3.root.json timestamp.json 2.snapshot.json"
                        + " 2.targets.json"))
        #expect(world.stored == "root 2, timestamp 2, snapshot 2, targets 2")
    }

    @Test("the timestamp of revoked keys is removed even if the walk goes on later")
    func revocation() throws {
        let world = World()
        try world.refresh()
        let keys = world.repository["timestamp"].keys
        world.repository["timestamp"].keys = [.ed25519(80)]
        world.repository.publishRoot()
        world.repository["timestamp"].keys = keys
        world.repository.publishRoot()
        // Versions start anew, as after a thief has signed a huge one.
        world.repository["timestamp"].version = 0
        world.repository["snapshot"].version = 0
        world.repository.publishSnapshot()
        world.repository.publishTimestamp()
        #expect(try world.refresh(through: ModuleUnderTest.native.start()) == nil)
        #expect(world.stored == "root 3, timestamp 1, snapshot 1, targets 1")
    }

    @Test("a walk of 400 roots costs four times one of 100, not sixteen times")
    func longWalk() throws {
        // The least of three, because other processes take the caches away.
        let costs = try (0..<3).map { _ in (try cost(roots: 100), try cost(roots: 400)) }
        let short = costs.map(\.0).min() ?? 0
        let long = costs.map(\.1).min() ?? .max
        #expect(long < short * 9, "100 roots: \(short) ns, 400 roots: \(long) ns")
    }

    /// The processor's time on this thread, in nanoseconds.
    private func cost(roots: Int) throws -> UInt64 {
        let world = World()
        world.limits.rootRotationsMax = 1_000
        for _ in 1..<roots { world.repository.publishRoot() }
        let start = clock_gettime_nsec()
        #expect(try world.refresh(through: ModuleUnderTest.native.start()) == nil)
        #expect(world.stored.hasPrefix("root \(roots),"))
        return clock_gettime_nsec() - start
    }

    private func clock_gettime_nsec() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
