import BreakdownRenderer
import Files
import TestSupport
import Testing

import SeasonAuthoring

/// What an app or a bot sees of an author's work.
@Suite struct SeasonFolderTests {
    @Test func checksAndCompiles() throws {
        let fixture = try SeasonFixture()
        let seasons = SeasonFolder(path: fixture.bundles)
        let report = try seasons.check()
        #expect(report.isPublishable)
        #expect(report.seasons.map(\.year) == [2024, 2025])
        let season = try #require(report.seasons.first)
        #expect(season.title != nil)
        #expect(season.version.count == 64)
        #expect(season.tables["qm1"]?.tables.isEmpty == false)

        try seasons.compile(into: fixture.folder["compiled"], years: [2024])
        #expect(try Files.names(in: fixture.folder["compiled"]).sorted() == ["2024", "set.json"])
    }

    @Test func returnsMistakesWithTheirPlaces() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write("title: [", to: "bundles/2024/match.yaml")
        let seasons = SeasonFolder(path: fixture.bundles)
        let report = try seasons.check()
        #expect(!report.isPublishable)
        #expect(report.seasons.map(\.year) == [2025])
        #expect(report.diagnostics.contains { $0.severity == .error && $0.place != nil })
        #expect {
            try seasons.compile(into: fixture.folder["compiled"])
        } throws: { error in
            guard case .mistakes(let found)? = error as? SeasonFolder.Failure else { return false }
            return !found.isEmpty
        }
    }

    @Test func saysWhatItCannotRead() {
        #expect(throws: SeasonFolder.Failure.noYear(7)) {
            try SeasonFolder(path: "/nowhere").check(years: [7])
        }
        #expect {
            try SeasonFolder(path: "/nowhere").check()
        } throws: { error in
            guard case .disk(let sentence)? = error as? SeasonFolder.Failure else { return false }
            return sentence.contains("/nowhere")
        }
    }
}
