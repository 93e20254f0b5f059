import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// The agent never deletes outside its state folder: every name in it, at every level, is replaced by something that
/// leads elsewhere or never ends.
@Suite struct NothingOutsideTests {
    /// Paths below the state folder; `V` stands for what 2024 serves, `O` for what it served before, `N` for the
    /// set in use.
    static let names = [
        "metadata", "metadata/root.json", "metadata/timestamp.json", "metadata/targets.json",
        "bundles", "bundles/2024", "bundles/2024/V", "bundles/2024/O",
        "bundles/2024/V/manifest.json", "bundles/2024/V/samples", "bundles/2024/V/samples/a.txt",
        "sets", "sets/N", "sets/N/set.json", "sets/N/2024", "sets/1", "current", "zips",
        "zips/V.zip", "zips/O.zip", "downloads", "downloads/x", "history.jsonl", "last-poll.json",
        "choices.json", "trials.json", "vouched.json", "service.json",
        "machine-id", "lock", ".bundle-agent",
    ]

    /// What a name is replaced by, as sh says it with the path as `$0` and a folder elsewhere as `$1`.
    static let replacements: [(name: String, script: String)] = [
        ("a link to a folder", "rm -rf \"$0\"; ln -s \"$1\" \"$0\""),
        (
            "a link to what it was",
            "rm -rf \"$1/was\"; cp -a \"$0\" \"$1/was\" 2>/dev/null || mkdir \"$1/was\"; rm -rf \"$0\"; "
                + "ln -s \"$1/was\" \"$0\""
        ),
        ("a link to a file", "rm -rf \"$0\"; ln -s \"$1/file\" \"$0\""),
        ("a link to nothing", "rm -rf \"$0\"; ln -s \"$1/nothing\" \"$0\""),
        ("a file", "rm -rf \"$0\"; echo x > \"$0\""),
        ("a pipe", "rm -rf \"$0\"; mkfifo \"$0\""),
        ("a device", "rm -rf \"$0\"; mknod \"$0\" c 1 5 2>/dev/null || ln -s /dev/zero \"$0\""),
    ]

    @Test(arguments: names) func theAgentNeverDeletesOutsideItsStateFolder(_ name: String) throws {
        let world = try World()
        for word in ["a", "b", "c"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
            world.now += 60
        }
        try Files.rename(world.state.path, to: world.folder["seed"])
        let versions = (try World.version(2024, "c").hex, try World.version(2024, "b").hex)
        let path = name.replacingOccurrences(of: "V", with: versions.0)
            .replacingOccurrences(of: "O", with: versions.1)
            .replacingOccurrences(of: "N", with: "3")
        // A link that leads elsewhere for every name, and the others in turn: each meets a third of the names.
        let turn = try #require(Self.names.firstIndex(of: name))
        for (at, replacement) in Self.replacements.enumerated()
        where at == 0 || (at + turn).isMultiple(of: 3) {
            try Files.removeTree(world.state.path)
            try Files.removeTree(world.folder["outside"])
            try Self.sh("cp -a \"$0\" \"$1\"", world.folder["seed"], world.state.path)
            try Self.makeOutside(world, versions.0)
            try Self.sh(replacement.script, "\(world.state.path)/\(path)", world.folder["outside"])
            let before = try world.folder.contents(of: "outside")
            try runEveryCommand(world)
            #expect(try world.folder.contents(of: "outside") == before, "\(replacement.name)")
            #expect(
                try world.served() == [2018: "x:downloaded", 2024: "c:downloaded"],
                "\(replacement.name)")
            #expect(world.poll().outcome == .upToDate, "\(replacement.name)")
        }
    }

    /// Reading alone, without network, by choice, with network.
    private func runEveryCommand(_ world: World) throws {
        _ = PollReport.read(world.state, .standard)
        _ = try? SetIndex.read(world.state)
        _ = try? HistoryFile(world.state, .standard).entries()
        _ = ServiceRecord.read(world.state, .standard)
        examine(world, try world.embeddedSet())
        _ = try? world.poller().preview()
        _ = try? world.export(to: "export")
        _ = world.poller(world.folder["nothing"]).prepare()
        _ = try? world.choose { (facts) throws(ChoiceError) in try facts.rollback(nil) }
        _ = try? world.choose { (facts) throws(ChoiceError) in facts.reset() }
        _ = world.poll(repository: world.folder["nothing"])
        _ = world.poll()
    }

    /// What `doctor` does.
    private func examine(_ world: World, _ embedded: EmbeddedSet) {
        _ = StateExamination(state: world.state, embedded: embedded, isPolled: true).run()
        _ = TrustExamination(
            packagedRoot: world.root.bytes, state: world.state,
            now: UTCTime(unixSeconds: world.now)
        ).stored()
    }

    /// Only a poll repairs.
    @Test(arguments: ["timestamp.json", "snapshot.json", "root.json"])
    func whatOnlyLooksChangesNothing(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let path = "\(world.state.path)/metadata/\(name)"
        try Files.removeTree(path)
        try world.folder.write("keep", to: "state/metadata/\(name)/file")
        let before = try world.folder.contents(of: "state")
        #expect(before.keys.contains { $0.hasSuffix("\(name)/file") })
        _ = try? world.poller().preview()
        _ = try? world.export(to: "export")
        examine(world, try world.embeddedSet())
        #expect(try world.folder.contents(of: "state") == before)
        #expect(world.poll().severity == .harmless)
        #expect(try Files.kind(path) == .file)
    }

    /// A folder whose names are those that the agent takes away.
    private static func makeOutside(_ world: World, _ version: String) throws {
        let old = String(repeating: "0", count: 64)
        for name in [
            "file", "\(version).zip", "\(old).zip", "x.zip", "\(old)/file", "2017/\(old)/file",
            "1/set.json", "3/set.json", "9/set.json", ".tmp-1", "2024", "set-4/2024",
            "\(old).partial", "metadata/timestamp.json", "root.json", "samples/a.txt",
            // Where a repair would expect files.
            "timestamp.json/file", "targets.json/file", "metadata/root.json/file",
        ] {
            try world.folder.write("keep", to: "outside/\(name)")
        }
    }

    static func sh(_ script: String, _ arguments: String...) throws {
        let result = try Program.run("/bin/sh", ["-c", script] + arguments)
        guard result.status == 0 else { throw Unexpected("\(script): \(result)") }
    }

    @Test("No command changes a file elsewhere through a hard link", arguments: [0o600, 0o644])
    func aHardLinkChangesNothingElsewhere(_ mode: Int) throws {
        for name in [
            "choices.json", "history.jsonl", "last-poll.json", "lock", "service.json",
            "trials.json", "vouched.json", "machine-id", "metadata/root.json",
            "metadata/timestamp.json", "sets/2/set.json", "bundles/2024/V/match.json",
        ] {
            let world = try World()
            for word in ["a", "b"] {
                try world.publish([2018: "x", 2024: word])
                _ = world.poll()
                world.now += 60
            }
            let path = name.replacingOccurrences(of: "V", with: try World.version(2024, "b").hex)
            let (inside, outside) = ("\(world.state.path)/\(path)", world.folder["outside/file"])
            let bytes = (try? Files.read(inside, lengthBytesMax: 1 << 20)) ?? Array("{}".utf8)
            try world.folder.write(String(decoding: bytes, as: UTF8.self), to: "outside/file")
            try Files.remove(inside)
            try Self.sh("chmod \(String(mode, radix: 8)) \"$0\"; ln \"$0\" \"$1\"", outside, inside)
            try runEveryCommand(world)
            #expect(try Files.read(outside, lengthBytesMax: 1 << 20) == bytes, "\(name)")
            let shown = try Program.run("/bin/stat", ["-c", "%a", outside]).output
            #expect(shown == "\(String(mode, radix: 8))\n", "\(name)")
            #expect(try world.served()[2018] == "x:downloaded", "\(name)")
            #expect(world.poll().severity == .harmless, "\(name)")
        }
    }

    // MARK: Each guard by itself

    /// The folders of the state whose content the agent deletes, and a name in each that it would delete.
    static let emptied = [
        ("metadata", ".tmp-1"), ("bundles", "2017"), ("sets", "9"), ("downloads", "x"),
        ("zips", "x.zip"),
    ]

    /// A state folder in which one of our folders is a link to a folder elsewhere.
    private func linked(_ name: String) throws -> World {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try Self.makeOutside(world, try World.version(2024, "a").hex)
        try Self.sh(
            "rm -rf \"$0\"; ln -s \"$1\" \"$0\"", "\(world.state.path)/\(name)",
            world.folder["outside"])
        return world
    }

    @Test(arguments: emptied) func aDeletionFollowsNoLinkOnItsWay(
        _ name: String, _ below: String
    ) throws {
        let world = try linked(name)
        let before = try world.folder.contents(of: "outside")
        for path in ["\(name)/\(below)", "\(name)/file", "\(name)/metadata/timestamp.json"] {
            try? world.state.remove(path)
        }
        #expect(try world.folder.contents(of: "outside") == before)
        try world.state.remove(name)
        #expect(try world.folder.contents(of: "outside") == before)
        #expect(try Files.kind("\(world.state.path)/\(name)") == nil)
    }

    @Test(arguments: emptied) func theInventoryListsNothingBehindALink(
        _ name: String, _ below: String
    ) throws {
        let world = try linked(name)
        let inventory = try InventoryGathering(state: world.state, limits: .standard)
            .gather(embedded: try world.embeddedSet())
        #expect(!inventory.leftovers.contains { $0.hasPrefix("\(name)/") }, "\(inventory)")
        if name == "zips" { #expect(inventory.zips.isEmpty && inventory.zipBytes.isEmpty) }
        if name == "bundles" { #expect(inventory.bundles.isEmpty && inventory.damaged.isEmpty) }
        if name == "sets" { #expect(inventory.sets.isEmpty) }
    }

    @Test(arguments: emptied) func aLinkInAFoldersPlaceIsRemovedAndNotFollowed(
        _ name: String, _ below: String
    ) throws {
        let world = try linked(name)
        let before = try world.folder.contents(of: "outside")
        let repairs = try world.state.makeUsable()
        #expect(repairs.contains { $0.contains("/\(name): expected a folder") }, "\(repairs)")
        #expect(try Files.kind("\(world.state.path)/\(name)") == .directory)
        #expect(try world.folder.contents(of: "outside") == before)
    }

    // MARK: Sticks

    @Test(arguments: replacements.map(\.name))
    func pollFromFollowsNoLinkAndDoesNotHang(_ name: String) throws {
        let script = try #require(Self.replacements.first { $0.name == name }).script
        for path in [
            "metadata", "metadata/timestamp.json", "targets", "targets/f1",
            "targets/f1/2024",
        ] {
            let world = try World()
            try world.publish([2024: "a"])
            _ = world.poll()
            world.now += 60
            try world.publish([2024: "b"])
            try world.copySite(to: "stick")
            try world.folder.write("keep", to: "outside/file")
            try Self.sh(script, world.folder["stick/\(path)"], world.folder["outside"])
            let outside = try world.folder.contents(of: "outside")
            var problem: String?
            do {
                problem = try world.poll(from: "stick").problem ?? "taken"
            } catch let error as AgentError {
                problem = error.description
            }
            #expect(try world.served() == [2024: "a:downloaded"], "\(path): \(problem ?? "")")
            #expect(try world.folder.contents(of: "outside") == outside)
        }
    }
}
