import Foundation
import Testing
import TestSupport
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Publishing into a real folder, seen by a real client.
@Suite struct PublisherTests {
    @Test func theFirstPublishIsWhole() throws {
        let fixture = try SeasonFixture.published()
        #expect(
            try fixture.seenByNewClient().keys.sorted() == [
                "f1/2024/bundle.zip", "f1/2025/bundle.zip",
            ])
        #expect(try fixture.folder.read("site/index.html").contains("2025"))
    }

    @Test func nothingChangedWritesNothing() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.folder.contents(of: "site")
        let report = try fixture.publish(after: 60)
        #expect(report.plan.signing == .nothing)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func oneChangedSeasonLeavesTheOthersAsTheyAre() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.seenByNewClient()
        let store = MemoryStore()
        _ = try fixture.seen(store: store, after: 0)
        try fixture.addSeason(2024, title: "Another")
        let report = try fixture.publish(after: 60)
        #expect(report.written.filter { $0.hasPrefix("targets/f1/") }.count == 1)
        #expect(report.written.last == "metadata/timestamp.json")
        let after = try fixture.seen(store: store, after: 60)
        #expect(after["f1/2025/bundle.zip"] == before["f1/2025/bundle.zip"])
        #expect(after["f1/2024/bundle.zip"] != before["f1/2024/bundle.zip"])
    }

    /// Pages are not synced: a power cut may empty one.
    @Test func anEmptyPageIsMadeAgainAndAWholeOneLeftAlone() throws {
        let fixture = try SeasonFixture.published()
        let page = try fixture.folder.read("site/seasons/2025.html")
        try fixture.folder.write("", to: "site/seasons/2025.html")
        try fixture.addSeason(2024, title: "Another")
        let report = try fixture.publish(after: 60)
        #expect(try fixture.folder.read("site/seasons/2025.html") == page)
        try fixture.addSeason(2024, title: "A third")
        let next = try fixture.publish(after: 120)
        let pages = ["seasons/2024.html", "seasons/2025.html", "index.html"]
        #expect(report.written.filter { $0.hasSuffix(".html") } == pages)
        #expect(next.written.filter { $0.hasSuffix(".html") } == [pages[0], pages[2]])
    }

    @Test func aDryRunWritesNothing() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        let report = try fixture.publish(isDryRun: true)
        #expect(report.plan.signing == .everything(.first))
        #expect(report.written.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: fixture.site))
    }

    @Test func twoPublishesWithinASecondDifferInLength() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        // A file's time is the machine's: this once the clock is, too.
        let now = Int64(Date().timeIntervalSince1970) - SeasonFixture.start.unixSeconds
        try fixture.publish(after: now)
        let first = try fixture.folder.read("site/metadata/timestamp.json")
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: now)
        let second = try fixture.folder.read("site/metadata/timestamp.json")
        #expect(second.utf8.count == first.utf8.count + 1)
        #expect(try fixture.seenByNewClient(after: now).count == 2)
    }

    @Test func theContentVersionDecidesNotTheZip() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.folder.contents(of: "site")
        // Another folder, other times, the same content.
        let source = URL(filePath: fixture.folder["bundles/2024/match.yaml"])
        try (Data(contentsOf: source) + Data("# a comment\n".utf8)).write(to: source)
        #expect(try fixture.publish(after: 60).plan.signing == .nothing)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func oneAtATime() throws {
        let fixture = try SeasonFixture.published()
        let program = try Program.run(
            "/usr/bin/flock",
            [
                fixture.folder["site/.lock"], Program.path(of: "bundle-publish"), "publish", "--in",
                fixture.site, "--home", fixture.home.path, "--bundles", fixture.bundles,
            ])
        #expect(program.status == 1)
        #expect(program.messages.contains("expected to be the only publisher"))
    }
}
