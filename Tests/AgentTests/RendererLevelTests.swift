import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// A machine whose `breakdown` reads less than its agent keeps what it can read, and nothing is called a failure.
@Suite struct RendererLevelTests {
    /// A season at one level of the description language.
    private struct Season {
        let year: Int
        let level: Int
        let word: String
    }

    /// A machine whose renderer answers `--levels` with this level, and shows every season else.
    private static func machine(rendererReads level: Int) throws -> World {
        let world = try World()
        world.options.selfTest = SelfTest(
            command: [
                "/bin/sh", "-c",
                "if [ \"$0\" = --levels ]; then echo '{\"levels\":[1,\(level)]}'; fi",
            ], timeLimit: .seconds(20))
        return world
    }

    private static func publish(
        _ seasons: [Season], recalling list: RecallList? = nil, by world: World
    ) throws {
        var targets = try seasons.map { season in
            let first = try World.bundle(season.year, season.word)
            let bundle = try BundleContents(
                year: first.year, files: first.files, format: season.level)
            let zip = try bundle.zipped()
            let sha256 = ContentHasher.hex(of: zip)
            try world.write(zip, "targets/f\(season.level)/\(season.year)/\(sha256).bundle.zip")
            return TargetFile(
                path: TargetName(year: bundle.year, format: season.level).path,
                lengthBytes: zip.count, hashes: ["sha256": sha256],
                custom: TargetCustom(
                    year: bundle.year, version: bundle.version,
                    published: "\(UTCTime(unixSeconds: world.now))", format: season.level
                ).json)
        }
        if let list {
            targets.append(
                TargetFile(
                    path: RecallList.targetPath, lengthBytes: 1,
                    hashes: ["sha256": String(repeating: "0", count: 64)], custom: list.json))
        }
        world.editTargets = { [targets] in $0 = targets }
        try world.publish([:])
    }

    /// A machine that serves a content of level 1.
    private static func machine(rendererReads level: Int, serving word: String) throws -> World {
        let world = try machine(rendererReads: level)
        try publish([Season(year: 2024, level: 1, word: word)], by: world)
        _ = try poll(world)
        return world
    }

    /// Polls a minute later, and expects that no year is held back and that no trial is remembered.
    private static func poll(_ world: World) throws -> PollReport.Year? {
        world.now += 60
        let report = world.poll()
        #expect(report.severity == .harmless, "\(report)")
        #expect(report.outcome == .updated || report.outcome == .upToDate, "\(report.outcome)")
        #expect(report.years.allSatisfy { $0.action != .heldBack && $0.family == nil })
        #expect(Memory(world.state, .standard).trials == Trials())
        return report.years.first { $0.year.number == 2024 }
    }

    @Test func whatOnlyANewerRendererReadsIsKeptOutAndSaid() throws {
        let world = try Self.machine(rendererReads: 1, serving: "a")
        try Self.publish(
            [
                Season(year: 2024, level: 2, word: "b"),
                Season(year: 2025, level: 2, word: "c"),
            ], by: world)
        for _ in 1...2 {
            let year = try #require(try Self.poll(world))
            #expect(year.action == .waiting)
            #expect(
                year.reason
                    == "needs level 2 of the description language: a newer breakdown "
                    + "(the program of the self-test reads 1 at most)")
            #expect(try world.served() == [2024: "a:downloaded"])
        }
        let status = world.status()
        #expect(status.years.contains { "\($0)".contains("needs level 2") }, "\(status)")
    }

    @Test(arguments: [1, 2, 9]) func theProgramThatCannotReadALevelIsNamed(
        _ rendererReads: Int
    ) throws {
        let world = try Self.machine(rendererReads: rendererReads)
        let level = BundleFormat.newest + 1
        world.editTargets = { targets in
            for at in targets.indices {
                var custom = targets[at].custom?.objectValue ?? JSONObject()
                custom["format"] = .integer(Int64(level))
                targets[at] = TargetFile(
                    path: "f\(level)/2024/bundle.zip", lengthBytes: targets[at].lengthBytes,
                    hashes: targets[at].hashes, custom: .object(custom))
            }
        }
        try world.publish([2024: "a"])
        let year = try #require(try Self.poll(world))
        let both = rendererReads < BundleFormat.newest
        #expect(
            year.reason.contains(
                ": a newer bundle-agent\(both ? " and breakdown" : "") (bundle-agent "),
            "\(year.reason)")
        #expect(year.reason.contains("self-test") == both)
    }

    @Test func theProgramsContentShowsWhereTheRestIsRecalled() throws {
        let world = try Self.machine(rendererReads: 1, serving: "a")
        world.embedded = [2024: "e"]
        let list = RecallList(recalled: [.of(2024): [try World.version(2024, "a")]])
        try Self.publish([Season(year: 2024, level: 2, word: "b")], recalling: list, by: world)
        let year = try #require(try Self.poll(world))
        #expect(year.reason.contains("a newer breakdown"), "\(year.reason)")
        #expect(try world.served() == [2024: "e:embedded"])
    }

    @Test func aRendererThatReadsItGetsTheNewerLevel() throws {
        let world = try Self.machine(rendererReads: 2)
        try Self.publish([Season(year: 2024, level: 2, word: "c")], by: world)
        _ = try Self.poll(world)
        #expect(try world.served() == [2024: "c:downloaded"])
    }
}
