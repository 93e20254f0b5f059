import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
@testable import SeasonClient
import Testing
import TestSupport

/// What a run leaves that is stopped after each step of ``StateFolder``'s order; the next converges.
@Suite struct CrashTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Makes the disk look as it does when a poll that brings 2024 from `a` to `b` stops there.
        let stop: @Sendable (World) throws -> Void

        init(_ name: String, _ stop: @escaping @Sendable (World) throws -> Void) {
            testDescription = name
            self.stop = stop
        }
    }

    static let cases: [Case] = [
        Case("before everything") { _ in },
        Case("while metadata is written") { world in
            try world.folder.write("half", to: "state/metadata/\(Files.temporaryPrefix)1-0")
        },
        Case("while a zip comes") { world in
            try world.folder.write("half", to: "state/downloads/\(hash).partial")
        },
        Case("while a bundle is unpacked") { world in
            try world.folder.write("half", to: "state/downloads/2024-\(hash)/samples/a.txt")
        },
        Case("after the bundle's rename") { world in
            let bundle = try World.bundle(2024, "b")
            try bundle.write(into: world.state.bundle(bundle.year, bundle.version))
        },
        Case("while the set is made") { world in
            try world.folder.write("half", to: "state/downloads/set-2/set.json")
        },
        Case("after the set's rename") { world in
            let bundle = try World.bundle(2024, "b")
            try bundle.write(into: world.state.bundle(bundle.year, bundle.version))
            let current = try Files.linkTarget(world.state.current)
            try switchTo(world, [2018: "x", 2024: "b"], as: 9)
            try Files.replaceLinkAndSync(at: world.state.current, pointingTo: try #require(current))
        },
        Case("while current is switched") { world in
            try world.folder.write("half", to: "state/\(Files.temporaryPrefix)1-0")
        },
        Case("after the switch") { world in
            let bundle = try World.bundle(2024, "b")
            try bundle.write(into: world.state.bundle(bundle.year, bundle.version))
            try switchTo(world, [2018: "x", 2024: "b"], as: 9)
        },
        Case("while an old set is deleted") { world in
            try switchTo(world, [2018: "x", 2024: "a"], as: 8)
            try Files.remove("\(world.state.set(1))/\(SetIndex.fileName)")
        },
        Case("while an old bundle is deleted") { world in
            let old = try World.bundle(2024, "older")
            try old.write(into: world.state.bundle(old.year, old.version))
            try Files.remove("\(world.state.bundle(old.year, old.version))/\(BundleFile.manifest)")
        },
        Case("while the report is written") { world in
            try world.folder.write("{\"schema\":", to: "state/last-poll.json")
        },
        Case("a power cut that emptied the report and the index") { world in
            try world.folder.write("", to: "state/last-poll.json")
            try world.folder.write("", to: "state/current/set.json")
        },
    ]

    private static let hash = String(repeating: "a", count: 64)

    @Test(arguments: cases) func theNextPollConverges(_ row: Case) throws {
        let world = try World()
        world.embedded = [2018: "x"]
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.publish([2018: "x", 2024: "b"])
        try row.stop(world)

        let report = world.poll()
        #expect(report.severity == .harmless, "\(report)")
        #expect(try world.served().mapValues { $0.prefix(1) } == [2018: "x", 2024: "b"])
        #expect(try Files.names(in: world.state.downloads) == [])
        #expect(try world.disk().allSatisfy { !$0.contains(Files.temporaryPrefix) })
        #expect(try Files.names(in: world.state.sets).count <= 3)
        #expect(try Files.names(in: "\(world.state.bundles)/2024").count <= 2)

        world.now += 900
        let before = try world.disk()
        #expect(world.poll().outcome == .upToDate)
        #expect(try world.disk() == before)
    }

    @Test(arguments: cases) func withoutNetworkTheOldOrTheNewIsServed(_ row: Case) throws {
        let world = try World()
        world.embedded = [2018: "x"]
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try row.stop(world)
        _ = world.poll(repository: world.folder["nothing"])
        let served = try world.served()
        #expect(["a:downloaded", "b:downloaded"].contains(served[2024]))
        #expect(served[2018] == "x:embedded" || served[2018] == "x:downloaded")
    }

    private static func switchTo(_ world: World, _ words: [Int: String], as number: Int) throws {
        var index = SetIndex()
        for (year, word) in words {
            let bundle = try World.bundle(year, word)
            index.entries[bundle.year] = SetIndex.Entry(
                version: bundle.version, origin: .downloaded, sinceUnixSeconds: world.now)
        }
        try world.state.switchTo(index, as: number)
    }
}
