import BundleArchive
import BundleFormat
import Files
import Foundation
import JSON
import SeasonClient
import TestSupport
import Testing

@testable import BundleUpdater
@testable import UpdatePolicy

/// Which bundles are read: those that were touched, one year in turn, and whatever is not known for certain.
@Suite struct VerifiedBundlesTests {
    private static let years = [2018, 2024, 2026]

    @Test func whatIsUntouchedIsNotReadButInTurn() throws {
        let world = try world()
        try spoilSilently(world)
        var found: [Bool] = []
        for _ in Self.years {
            found.append(world.poll().hasRepaired2024)
        }
        #expect(found.filter { $0 }.count == 1)
        #expect(try world.served()[2024] == "abc:downloaded")
    }

    @Test func aFirstLookReadsAll() throws {
        let world = try world()
        try spoilSilently(world)
        world.options.hashesAllFirst = true
        #expect(world.poll().hasRepaired2024)
    }

    @Test func whatIsTouchedIsReadAtOnce() throws {
        let world = try world()
        try spoil(world)
        #expect(world.poll().hasRepaired2024)
        #expect(try world.served()[2024] == "abc:downloaded")
    }

    /// Two changes in one tick of the file system's clock look the same.
    @Test func whatHasJustChangedIsNotStored() throws {
        let world = try world()
        world.options.fileClock = { SystemClock.unixNanoseconds() - 3_600_000_000_000 }
        try Files.remove(world.state.verified)
        _ = world.poll()
        #expect(try stored(world).isEmpty)
        world.options.fileClock = { SystemClock.unixNanoseconds() + 3_600_000_000_000 }
        _ = world.poll()
        #expect(try stored(world).count == Self.years.count)
    }

    @Test func whatIsGoneIsForgotten() throws {
        let world = try world()
        for word in ["b", "c", "d", "e"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        _ = world.poll()
        let there = try Files.names(in: world.state.bundles(.of(2024))).map { "2024/\($0)" }
        #expect(try stored(world).filter { $0.hasPrefix("2024/") } == there)
    }

    static let hostile = [
        "", "[]", "{", "{\"bundles\": []}", "{\"turn\": -9223372036854775808}",
        "{\"turn\": 9223372036854775807, \"bundles\": 1}", "{\"turn\": \"x\"}",
        "{\"bundles\": {\"NAME\": 7}}",
        "{\"bundles\": {\"NAME\": \"\"}}", "{\"bundles\": {\"NAME\": \"STAMP \"}}",
        "{\"bundles\": {\"NAME\": \"\(String(repeating: "0", count: 64))\"}}",
        "{\"bundles\": {\"NAME\": \"STAMP\"}", "{\"bundles\": {\"name\": \"STAMP\"}}",
        String(repeating: " ", count: 2 << 20) + "{\"bundles\": {\"NAME\": \"STAMP\"}}",
    ]

    @Test(arguments: hostile) func whatIsStoredIsBelievedOnlyWhereItIsExact(_ text: String) throws {
        let world = try world()
        let (name, stamp) = try spoil(world)
        let hostile = text.replacing("NAME", with: name).replacing("STAMP", with: stamp)
        try world.folder.write(hostile, to: "state/verified.json")
        #expect(world.poll().hasRepaired2024)
        #expect(try world.served()[2024] == "abc:downloaded")
        _ = world.poll()
        #expect(try stored(world).contains(name))
    }

    @Test func aFolderInItsPlaceIsReplaced() throws {
        let world = try world()
        try Files.removeTree(world.state.verified)
        try Files.createDirectoriesAndSync("\(world.state.verified)/x")
        #expect(world.poll().severity == .harmless)
        #expect(try stored(world).count == Self.years.count)
    }

    /// A machine that has polled, with everything it serves known to be whole.
    private func world() throws -> World {
        let world = try World()
        // An hour later than everything that is written.
        world.options.fileClock = { SystemClock.unixNanoseconds() + 3_600_000_000_000 }
        world.embedded = [2018: "e", 2024: "e", 2026: "e"]
        try world.publish([2018: "x", 2024: "abc", 2026: "y"])
        #expect(world.poll().outcome == .updated)
        #expect(world.poll().outcome == .upToDate)
        #expect(try stored(world).count == Self.years.count)
        // 2024 is not the next in turn: only what the tests do has it read.
        while try turn(world) % 3 == 2024 % 3 { _ = world.poll() }
        return world
    }

    /// Changes a byte of 2024; its place and what the file system says of it now.
    @discardableResult
    private func spoil(_ world: World) throws -> (name: String, stamp: String) {
        let version = try World.version(2024, "abc")
        let bundle = world.state.bundle(.of(2024), version)
        try Data("abd".utf8).write(to: URL(fileURLWithPath: "\(bundle)/samples/a.txt"))
        let stamp = ContentHasher.hex(of: try TreeStamp(ofBundle: bundle).bytes)
        return (StateFolder.nameOfBundle(.of(2024), version), stamp)
    }

    /// Changes a byte as a dying disk does, of which the file system knows nothing.
    private func spoilSilently(_ world: World) throws {
        let (name, stamp) = try spoil(world)
        var json = try JSON.parse(Files.read(world.state.verified, lengthBytesMax: 1 << 20))
        var bundles = try #require(json["bundles"]?.objectValue)
        bundles[name] = .string(stamp)
        json = ["schema": 1, "turn": json["turn"] ?? 0, "bundles": .object(bundles)]
        try Files.replaceFileAndSync(at: world.state.verified, with: json.serialized(.indented))
    }

    private func turn(_ world: World) throws -> Int64 {
        let json = try JSON.parse(Files.read(world.state.verified, lengthBytesMax: 1 << 20))
        return try #require(json["turn"]?.integerValue)
    }

    /// The bundles that are known to be whole, sorted.
    private func stored(_ world: World) throws -> [String] {
        guard try Files.kind(world.state.verified) != nil else { return [] }
        let json = try JSON.parse(Files.read(world.state.verified, lengthBytesMax: 1 << 20))
        return try #require(json["bundles"]?.objectValue).keys.sorted()
    }
}

extension PollReport {
    /// Whether the poll has unpacked a damaged bundle of 2024 again.
    fileprivate var hasRepaired2024: Bool {
        repairs.contains { $0.contains("/2024/") && $0.contains("was damaged; unpacked again") }
    }
}
