import BundleFormat
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import bundle_publish

/// What a publish would change and what people would see, from the command's own output.
@Suite struct PlanTests {
    private let commands = PrintedCommands()

    @Test func nothingToPublishSaysSo() throws {
        let fixture = try SeasonFixture.published()
        let report = try plan(fixture)
        #expect(report.isUnchanged)
        #expect(PublishPlanText(report: report, commands: commands).lines == "nothing to publish")
        #expect(PlanMarkdown.text(report, commands) == "### Seasons: nothing to publish\n")
    }

    @Test func aNewSeasonHasOneLineUnlessItsYearIsNamed() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        let text = PublishPlanText(report: try plan(fixture), commands: commands).lines
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("2024 added ") && lines[0].hasSuffix("; new: 1 sample"))
        #expect(lines[2] == "bundle-publish plan 2024 shows its tables")
        let report = try plan(fixture, of: [2025])
        #expect(report.seasons.map(\.plan.year.number) == [2025])
        let named = PublishPlanText(report: report, commands: commands, showsAll: true).lines
        #expect(named.contains("    + = Total") && !named.contains("shows its tables"))
        let unknown = try fixture.expect(2, of: "plan 2030 --in SITE")
        #expect(unknown.messages.contains("bundle-publish new 2030"))
    }

    @Test func whatPeopleSeeIsShownLineByLine() throws {
        let fixture = try changed()
        let report = try plan(fixture)
        let text = PublishPlanText(report: report, commands: commands, showsAll: true).lines
        #expect(text.contains("2024 changed "))
        #expect(text.contains("1 of 1 sample looks different"))
        #expect(text.contains("    - Small Season\n    + Another Season\n"))
        #expect(text.contains("2026 added "))
        #expect(text.contains("    + = Total"))
        #expect(text.contains("2025 removed "))
        #expect(text.contains("    - = Total"))
        #expect(text.hasSuffix("would be published: the content changed"))
        #expect(!text.contains("\u{1B}"))
        #expect(
            PublishPlanText(report: report, commands: commands, colour: true).lines.contains(
                "\u{1B}[31m- Small Season\u{1B}[0m"))
    }

    @Test func theCommentIsFoldedAndCapped() throws {
        let report = try plan(try changed())
        let text = PlanMarkdown.text(report, commands)
        #expect(text.contains("| **2024** | changed | `"))
        #expect(text.contains("<details><summary>2024 · qm1</summary>\n\n```diff\n"))
        let short = PlanMarkdown.text(report, commands, bytesMax: 900)
        #expect(short.utf8.count <= 900)
        #expect(short.contains("would not fit here"))
    }

    @Test func aFenceInTheContentDoesNotEndTheFence() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "\"A ``` title\"")
        let text = PlanMarkdown.text(try plan(fixture), commands)
        #expect(text.contains("````diff\n"))
    }

    @Test func thePageLoadsAndRunsNothing() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "\"<script>alert(1)</script>\"")
        let text = PlanHTML.text(try plan(fixture))
        #expect(!text.contains("<script"))
        #expect(text.contains("&lt;script&gt;"))
        #expect(text.contains("default-src 'none'"))
    }

    @Test func theObjectHasTheDocumentedMembers() throws {
        let json = PublishPlanText(report: try plan(try changed()), commands: commands).json
        let object = try JSONCursor(json).object()
        #expect(object.keys == ["repository", "isUnchanged", "summary", "seasons", "notes"])
        let seasons = try JSONCursor(json).member("seasons").elements()
        #expect(
            try seasons.map { try $0.member("change").string() } == ["changed", "removed", "added"])
        #expect(
            try seasons[0].object().keys == [
                "year", "change", "old", "new", "oldBytes", "newBytes", "samples", "different",
                "problem",
            ])
    }

    @Test func aWebAddressIsEnoughAndNoKeyIsNeeded() throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.addSeason(2024, title: "Another Season")
        try fixture.addSeason(2026)
        try FileManager.default.removeItem(atPath: fixture.home.keysPath)
        let server = try Nginx(serving: fixture.site)
        let before = try fixture.folder.contents(of: "site")
        let web = try fixture.expect(of: "plan --in \(server.address) --json")
        let folder = try fixture.expect(of: "plan --in SITE --json")
        #expect(
            web.output.replacing(server.address, with: "X")
                == folder.output.replacing(fixture.site, with: "X"))
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// Changed, added and removed seasons, compared with the live ones.
    private func changed() throws -> SeasonFixture {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another Season")
        try fixture.addSeason(2026)
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2025"])
        return fixture
    }

    private func plan(_ fixture: SeasonFixture, of years: [Int] = []) throws -> PlanReport {
        let publish = try Publisher(
            .publish(SeasonPlanner(SeasonSet(fixture.bundles, .folder))),
            destination: FolderDestination(directory: fixture.site), home: fixture.home, key: nil,
            now: SeasonFixture.start.advanced(bySeconds: 60), isDryRun: true
        ).plan()
        return try PlanReport(publish, years: Set(years.compactMap { BundleYear($0) }))
    }
}
