import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Signatures renewed in time, whatever else goes on.
@Suite struct RefreshTests {
    @Test func nothingIsWrittenWhileThereIsTime() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.folder.contents(of: "site")
        #expect(try fixture.refresh(after: 44 * SeasonFixture.day).plan.signing == .nothing)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func theTimestampIsRenewedAndNothingElse() throws {
        let fixture = try SeasonFixture.published()
        let later = 46 * SeasonFixture.day
        #expect(try fixture.refresh(after: later).written == ["metadata/timestamp.json"])
        #expect(try fixture.seenByNewClient(after: later + 60 * SeasonFixture.day).count == 2)
    }

    /// Seasons that were edited since are not published by the way.
    @Test func changedSeasonsStayUnpublished() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.seenByNewClient()
        try fixture.addSeason(2024, title: "Another")
        try fixture.addSeason(2026)
        let later = 46 * SeasonFixture.day
        try fixture.refresh(after: later)
        #expect(try fixture.seenByNewClient(after: later) == before)
    }

    @Test func targetsAreRenewedAfterYears() throws {
        let fixture = try SeasonFixture.published()
        let day = SeasonFixture.day
        // In between somebody kept it alive, and renewed root.
        for year in Int64(1)...5 {
            if year == 4 { try fixture.change(.renewRoot, after: year * 365 * day) }
            try fixture.refresh(after: year * 365 * day)
        }
        let report = try fixture.refresh(after: 1_830 * day)
        #expect(report.plan.signing == .everything(.expiry))
        #expect(try fixture.seenByNewClient(after: 1_831 * day).count == 2)
    }

    @Test func nothingPublishedIsAMistake() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        guard let remedy = trouble({ try fixture.refresh(after: 0) })?.remedy else {
            Issue.record("expected a refusal with a remedy")
            return
        }
        #expect(remedy.contains("publish"))
    }

    /// What the old key has signed must not get the new key's signature.
    @Test func aReplacedOnlineKeyNeedsAPublish() throws {
        let fixture = try SeasonFixture.published()
        try fixture.rotateOnline(after: 10)
        let before = try fixture.folder.contents(of: "site")
        #expect(trouble { try fixture.refresh(after: 20) }?.exitStatus == 1)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func whileAPublishIsAtWorkItHasNothingToDo() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.folder.contents(of: "site")
        let program = try Program.run(
            "/usr/bin/flock",
            [
                fixture.folder["site/.lock"], Program.path(of: "bundle-publish"), "refresh", "--in",
                fixture.site, "--home", fixture.home.path, "--json",
            ])
        #expect(program.status == 0)
        #expect(program.output.contains("\"busy\":true"))
        #expect(try fixture.folder.contents(of: "site") == before)
    }
}
