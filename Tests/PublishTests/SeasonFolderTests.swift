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
            (error as? AuthoringError)?.diagnostics.isEmpty == false
        }
    }

    @Test func saysWhatItCannotRead() {
        #expect(throws: AuthoringError("expected a year from 1992 to 2999, found 7")) {
            try SeasonFolder(path: "/nowhere").check(years: [7])
        }
        #expect {
            try SeasonFolder(path: "/nowhere").check()
        } throws: { error in
            guard let error = error as? AuthoringError else { return false }
            return error.kind == .disk && error.message.contains("/nowhere")
        }
    }
}
