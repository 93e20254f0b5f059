import BundleArchive
import BundleFormat
import Files
import Foundation
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

@Suite struct CheckCacheTests {
    let fixture: SeasonFixture
    let cache: CheckCache

    init() throws {
        fixture = try SeasonFixture()
        cache = CheckCache(folder: fixture.folder["cache"], program: "this build")
    }

    private func pack(_ cache: CheckCache? = nil) throws -> [PackedSeason] {
        try SeasonPacker(folder: fixture.bundles).pack(cache ?? self.cache)
    }

    private func source(_ year: Int) throws -> SeasonSource {
        try #require(
            SeasonReader.read(fixture.bundles, years: []).seasons
                .first { $0.year.number == year })
    }

    private func find(_ year: Int, in cache: CheckCache? = nil) throws -> PackedSeason? {
        let cache = cache ?? self.cache
        let source = try source(year)
        return cache.find(source.year, key: cache.key(source), among: cache.names()) { nil }
    }

    @Test func findsWhatWasCheckedAndGivesTheSameZip() throws {
        let made = try pack()
        let found = try #require(try find(2024))
        #expect(found.version == made[0].version)
        #expect(try found.zip() == made[0].zip())
        #expect(try pack().map { try $0.zip() } == made.map { try $0.zip() })
    }

    @Test func anotherByteOrAnotherBuildIsCheckedAnew() throws {
        _ = try pack()
        let other = CheckCache(folder: cache.folder, program: "another build")
        #expect(try find(2024, in: other) == nil)
        try fixture.folder.write(
            SeasonFixture.description(title: "Corrected"), to: "bundles/2024/match.yaml")
        #expect(try find(2024) == nil)
        #expect(try find(2025) != nil)
    }

    /// Written without waiting for the disk, and shared by all jobs of a user, who may have no right to change it.
    @Test(arguments: ["damaged", nil]) func aZipThatIsDamagedOrGoneIsPackedAgain(
        _ text: String?
    ) throws {
        let whole = try pack()[0].zip()
        let found = try pack()[0]
        let name = try #require(try Files.names(in: cache.folder).first { $0.hasPrefix("2024-") })
        if let text {
            try fixture.folder.write(text, to: "cache/\(name)")
        } else {
            try Files.remove("\(cache.folder)/\(name)")
        }
        for _ in 1...2 { #expect(try found.zip() == whole) }
        #expect(try pack()[0].zip() == whole)
    }

    @Test func aFolderThatChangesMeanwhileIsNotMixedIn() throws {
        let found = try pack()[0]
        for name in try Files.names(in: cache.folder) {
            try Files.remove("\(cache.folder)/\(name)")
        }
        try fixture.addSeason(2024, title: "Another")
        let error = trouble { _ = try found.zip() }
        #expect(error?.remedy?.contains("do the same again") == true)
    }

    @Test func keepsFewOfASeason() throws {
        for number in 1...(CheckCache.zipsMax + 3) {
            try fixture.addSeason(2024, title: "Title \(number)")
            _ = try pack()
        }
        let names = try Files.names(in: cache.folder)
        #expect(names.count { $0.hasPrefix("2024-") } == CheckCache.zipsMax)
        #expect(names.count { $0.hasPrefix("2025-") } == 1)
        #expect(try find(2024) != nil)
    }

    @Test(
        arguments: [
            (["BUNDLE_PUBLISH_CACHE": "/a", "HOME": "/h"], "/a"),
            (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/bundle-publish"),
            (["HOME": "/h", "XDG_CACHE_HOME": ""], "/h/.cache/bundle-publish"),
            (["BUNDLE_PUBLISH_CACHE": "none", "HOME": "/h"], nil),
            ([:], nil),
        ] as [([String: String], String?)])
    func liesWhereUsersExpectIt(_ environment: [String: String], _ folder: String?) {
        #expect(CheckCache.standard { environment[$0] }?.folder == folder)
    }
}

/// A check depends on content alone: with a warm cache, a cold one and none the same folder gives the same.
@Suite struct CheckedContentTests {
    let fixture: SeasonFixture
    let cache: CheckCache

    /// Season 2025 is as 2024.
    init() throws {
        fixture = try SeasonFixture()
        cache = CheckCache(folder: fixture.folder["cache"], program: "this build")
        try fixture.folder.write("format: 1\nalias: 2024\n", to: "bundles/2025/match.yaml")
    }

    @Test func aCheckDependsOnContentAlone() throws {
        #expect(outcome(cache) == outcome(nil))
        try fixture.folder.write(
            SeasonFixture.description(title: "Edited"), to: "bundles/2024/match.yaml")
        #expect(outcome(cache) == outcome(nil), "the tables of both are out of date")
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        let warm = outcome(cache)
        #expect(warm == outcome(nil))
        #expect(warm.versions.count == 2)
        #expect(Set(warm.versions).count == 2, "samples have keys of their own")
    }

    @Test(arguments: [
        #""\x61lias": 2024"#, "'alias': 2024", "? alias\n: 2024", "{alias: 2024, format: 1}",
    ])
    func anAliasIsFoundHoweverItIsWritten(_ alias: String) throws {
        let format = alias.hasPrefix("{") ? "" : "format: 1\n"
        try fixture.folder.write("\(format)\(alias)\n", to: "bundles/2025/match.yaml")
        _ = outcome(cache)
        try fixture.folder.write(
            SeasonFixture.description(title: "Edited"), to: "bundles/2024/match.yaml")
        #expect(outcome(cache) == outcome(nil))
    }

    /// What a check comes to.
    private struct Outcome: Equatable {
        var versions: [ContentVersion] = []
        var trouble: PublishError?
    }

    private func outcome(_ cache: CheckCache?) -> Outcome {
        do {
            let seasons = try SeasonPacker(folder: fixture.bundles).pack(cache)
            return Outcome(versions: seasons.map(\.version))
        } catch {
            return Outcome(trouble: error)
        }
    }
}
