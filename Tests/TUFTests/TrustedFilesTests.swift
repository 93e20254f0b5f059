import TUF
import Testing

/// What a client trusts, as a repository that other clients can be served from.
@Suite struct TrustedFilesTests {
    @Test("the files are the repository's own, every root among them")
    func filesAreTheRepositorys() throws {
        let world = World()
        try world.refresh()
        for key in [UInt8(100), 101] {
            let old = world.repository["root"].keys
            world.repository["root"].keys = [.ed25519(key)]
            world.repository.publishRoot(alsoSignedBy: old)
            world.repository.publish()
            try world.refresh()
        }
        var updater = world.updater()
        _ = try updater.loadTrusted()
        let files = try #require(try updater.trustedFiles())
        #expect(
            files.map(\.name) == [
                "3.targets.json", "3.snapshot.json", "1.root.json", "2.root.json", "3.root.json",
                "timestamp.json",
            ])
        for file in files { #expect(world.repository.files[file.name] == file.bytes) }
        // Who was never there walks all of it.
        var fresh = Updater(
            packagedRoot: world.packagedRoot, store: MemoryStore(),
            fetcher: MemoryFetcher(metadata: files), now: world.now)
        #expect(try fresh.refresh().roles.map(\.version) == [3, 3, 3, 3])
    }

    @Test("roots that an older package has left are among them")
    func olderRoots() throws {
        let world = World()
        for _ in 0..<3 { world.repository.publishRoot() }
        world.repository.publish()
        try world.refresh()
        let packaged = try #require(world.repository.files["3.root.json"])
        var updater = Updater(
            packagedRoot: packaged, store: world.store, fetcher: world.repository, now: world.now)
        _ = try updater.refresh()
        let files = try #require(try updater.trustedFiles())
        #expect(
            files.map(\.name).filter { $0.contains("root") } == [
                "2.root.json", "3.root.json", "4.root.json",
            ])
    }

    @Test("nothing is trusted before there is a timestamp with its snapshot")
    func nothingYet() throws {
        let world = World()
        try world.refresh()
        for name in ["timestamp", "snapshot", "targets"] {
            let whole = world.store
            world.store = MemoryStore(files: whole.files)
            world.store.remove("\(name).json")
            var updater = world.updater()
            _ = try updater.loadTrusted()
            #expect(try updater.trustedFiles() == nil)
            world.store = whole
        }
        // A timestamp that came without its snapshot.
        world.repository.publishSnapshot()
        world.repository.publishTimestamp()
        world.repository.errors["2.snapshot.json"] = .unreachable("gone")
        _ = try? world.refresh()
        var updater = world.updater()
        _ = try updater.loadTrusted()
        #expect(try updater.trustedFiles() == nil)
    }
}
