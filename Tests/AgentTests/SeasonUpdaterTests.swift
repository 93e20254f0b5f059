import BundleArchive
import BundleFormat
import TUF
import TestSupport
import Testing

@testable import BundleUpdater

/// What an app uses: a folder, a repository, and the seasons that are served.
@Suite struct SeasonUpdaterTests {
    @Test func anAppFollowsARepository() throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "first"])
        let seasons = try updater(world)
        #expect(seasons.all.isEmpty)
        #expect(seasons.poll() == .init(kind: .updated, problem: nil))
        let season = try #require(seasons.all.first)
        #expect(season.year == 2024 && !season.isEmbedded)
        let version = try World.version(2024, "first").hex
        #expect(season.version == version)
        let sample = try world.folder.read("state/bundles/2024/\(version)/samples/a.txt")
        #expect(sample == "first")
        #expect(season.folder == world.folder["state/bundles/2024/\(season.version)"])
        #expect(season.sinceUnixSeconds != nil && season.publishedUnixSeconds == world.now)
        #expect(seasons.poll().kind == .upToDate)
    }

    @Test func anAppServesWhatIsInsideWithoutNetwork() throws {
        let world = try World(now: SystemClock.unixSeconds())
        let seasons = try updater(world, embedded: [2023: "inside"])
        let result = seasons.poll()
        #expect(result.kind == .unreachable && result.problem != nil)
        #expect(seasons.all.map(\.year) == [2023])
        #expect(seasons.all.allSatisfy { $0.isEmbedded })
    }

    @Test func anAddressThatCannotBeUsedIsRefused() throws {
        let world = try World(now: SystemClock.unixSeconds())
        #expect(throws: SeasonUpdater.BadAddress.self) {
            try updater(world, addresses: ["gopher://example.org"])
        }
        #expect(throws: SeasonUpdater.BadAddress.self) { try updater(world, addresses: []) }
    }

    private func updater(
        _ world: World, embedded: [Int: String] = [:], addresses: [String]? = nil
    ) throws -> SeasonUpdater {
        var files: [String: [UInt8]] = [:]
        for (year, word) in embedded {
            let bundle = try World.bundle(year, word)
            files["\(year)/\(BundleFile.manifest)"] = bundle.manifest.encoded()
            for (path, bytes) in bundle.files { files["\(year)/\(path)"] = bytes }
        }
        return try SeasonUpdater(
            folder: world.state.path, embedded: files,
            repository: SeasonUpdater.Repository(
                addresses: addresses ?? [world.site], rootMetadata: world.root.bytes,
                userAgent: "tests/1"))
    }
}
