import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

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

    @Test func anEditedSeasonIsPublishedWithTheOneThatIsAsIt() throws {
        try fixture.makeHome()
        try publish(after: 0)
        let before = try fixture.entry(year, after: 0).version
        try fixture.folder.write(
            SeasonFixture.description(title: "Edited"), to: "bundles/2024/match.yaml")
        #expect(trouble { try publish(after: 60) }?.exitStatus == 2)
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        let report = try publish(after: 60)
        #expect(report.plan.seasons.map(\.change) == [.changed, .changed])
        #expect(try fixture.entry(year, after: 60).version != before)
    }

    private var year: BundleYear {
        get throws { try #require(BundleYear(2025)) }
    }

    @discardableResult
    private func publish(after seconds: Int64) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: fixture.site), home: fixture.home,
            key: fixture.onlineKey(),
            content: .seasons(SeasonPacker(folder: fixture.bundles).pack(cache)),
            now: SeasonFixture.start.advanced(bySeconds: seconds)
        ).run()
    }

    /// What a check comes to.
    private struct Outcome: Equatable {
        var versions: [ContentVersion] = []
        var trouble: AuthoringError?
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
