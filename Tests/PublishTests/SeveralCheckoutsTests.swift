import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What one checkout decides outlives what another one publishes, and older copies of the directory.
@Suite struct SeveralCheckoutsTests {
    private static let year = SeasonFixture.year

    /// A home that has published two contents of a season, and another checkout of it from the beginning.
    private let fixture: SeasonFixture
    private let other: Home
    private let first: ContentVersion
    private let second: ContentVersion

    init() throws {
        fixture = try SeasonFixture.published()
        first = try fixture.entry(Self.year, after: 0).version
        other = Home(path: fixture.folder["other-home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: other.path)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        second = try fixture.entry(Self.year, after: 60).version
    }

    @Test func aCopyOfYesterdayUndoesNothingThatAnotherCheckoutDecided() throws {
        try run(.edited(RollbackEdit(year: Self.year, target: nil)), by: other, after: 120)
        let copy = try copySite()
        // This home signs the other season, and with it what the other checkout has decided.
        try fixture.addSeason(2025, title: "New")
        try fixture.publish(after: 180)
        #expect(try fixture.entry(Self.year, after: 180).version == first)
        try restore(copy)
        try fixture.refresh(after: 240, isForced: true)
        #expect(try fixture.entry(Self.year, after: 240).version == first)
    }

    /// Somebody who has no key damages the timestamp, and this home replaces its key.
    @Test(arguments: [nil, "garbage"])
    func aRotationOverADamagedTimestampKeepsWhatAnotherCheckoutDecided(
        _ timestamp: String?
    ) throws {
        try run(
            .edited(
                RecallEdit(
                    year: Self.year, recalled: try #require(VersionPrefix(first.hex)),
                    replacement: .previous)), by: other, after: 120)
        let path = fixture.folder["site/metadata/timestamp.json"]
        try FileManager.default.removeItem(atPath: path)
        if let timestamp { try fixture.folder.write(timestamp, to: "site/metadata/timestamp.json") }
        try fixture.rotateOnline(after: 180)
        let report = try fixture.publish(after: 240)
        #expect(report.plan.signing == .everything(.onlineKey))
        let signed = UTCTime(unixSeconds: SeasonFixture.start.unixSeconds + 120)
        #expect(report.notes.contains(.timestampMended(signedAt: signed)), "\(report.notes)")
        let live = try fixture.entry(Self.year, after: 240)
        #expect(live.version == second && live.recalled == [first])
    }

    /// This home has never published the season: only an earlier content that it has recalled can carry its recalls.
    @Test func aRecallOfASeasonThatOnlyAnotherCheckoutHasPublishedStopsNoRecovery() throws {
        let year = try #require(BundleYear(2026))
        try fixture.addSeason(2026)
        try run(seasons(), by: other, after: 120)
        let recalled = try fixture.entry(year, after: 120).version
        try fixture.addSeason(2026, title: "Another")
        try run(seasons(), by: other, after: 180)
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2026"])
        try fixture.edit(
            RecallEdit(
                year: year, recalled: try #require(VersionPrefix(recalled.hex)),
                replacement: .previous), after: 240)
        try fixture.rotateOnline(after: 300)
        let report = try fixture.publish(after: 360)
        #expect(report.notes.contains(.keptForRecalls(year)), "\(report.notes)")
        let live = try fixture.entry(year, after: 360)
        #expect(live.version == recalled && live.recalled == [recalled])
    }

    @Test func aRolledBackSeasonThatWasRemovedStaysRolledBackForEachCheckout() throws {
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let aside = fixture.folder["aside"]
        let season = fixture.folder["bundles/2024"]
        try FileManager.default.moveItem(atPath: season, toPath: aside)
        try fixture.publish(after: 180)
        // The other checkout has pulled neither: its folder has what was rolled back, and its record knows of nothing.
        try FileManager.default.moveItem(atPath: aside, toPath: season)
        let report = try run(seasons(), by: other, after: 240)
        #expect(report.notes.contains(.rolledBack(Self.year)), "\(report.notes)")
        #expect(try fixture.live(after: 240).bundles()[Self.year] == nil)
        // New content is published there as everywhere.
        try fixture.addSeason(2024, title: "A third")
        try run(seasons(), by: other, after: 300)
        #expect(try fixture.live(after: 300).bundles()[Self.year] != nil)
    }

    @Test func aRollbackOfASeasonThatWasRemovedOutlivesACopyFromBefore() throws {
        let aside = fixture.folder["aside"]
        let season = fixture.folder["bundles/2024"]
        try FileManager.default.moveItem(atPath: season, toPath: aside)
        try fixture.publish(after: 120)
        let copy = try copySite()
        try FileManager.default.moveItem(atPath: aside, toPath: season)
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 180)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 240)
        try FileManager.default.moveItem(atPath: season, toPath: aside)
        try fixture.publish(after: 300)
        try restore(copy)
        // What the copy says of the season is older than what this home has signed of it.
        try FileManager.default.moveItem(atPath: aside, toPath: season)
        let report = try fixture.publish(after: 360)
        #expect(report.notes.contains(.rolledBack(Self.year)), "\(report.notes)")
    }

    @Test func aStopOutlivesACopyFromBeforeTheRollout() throws {
        let copy = try copySite()
        try fixture.addSeason(2024, title: "A third")
        let waves = try #require(WaveList("10%:0h,100%:6h"))
        try fixture.publishElsewhere(after: 120, rollout: Rollout(waves: waves.waves))
        try fixture.edit(WavesEdit(year: Self.year, change: .stop), after: 180)
        try restore(copy)
        try fixture.publish(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).rollout?.isStopped == true)
    }

    @Test func aRollbackOutlivesACopyFromBeforeWhatItLeft() throws {
        let copy = try copySite()
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 120)
        let third = try fixture.entry(Self.year, after: 120).version
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try restore(copy)
        try fixture.publish(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).version != third)
    }

    @Test func aRecallBetweenTwoKeysIsSignedThoughAnotherPublishedFirst() throws {
        try fixture.rotateOnline(after: 120)
        let ci = Home(path: fixture.folder["ci-home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: ci.path)
        let recall = RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(second.hex)),
            replacement: .embedded)
        try fixture.edit(recall, after: 180)
        try run(seasons(), by: ci, after: 240)
        #expect(try fixture.entry(Self.year, after: 240).recalled.isEmpty)
        try run(.asPublished, by: fixture.home, after: 300)
        #expect(try fixture.entry(Self.year, after: 300).recalled == [second])
    }

    @Test func anOldKeysTimestampUndoesNothingThatTheNewKeySigned() throws {
        let timestamp = try Data(contentsOf: timestampURL)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 240)
        let ci = Home(path: fixture.folder["ci-home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: ci.path)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 300)
        try timestamp.write(to: timestampURL)
        let report = try run(.asPublished, by: ci, after: 360)
        #expect(report.notes.contains(.olderTimestampPutBack))
        #expect(try fixture.entry(Self.year, after: 360).version == second)
        // The file of the newer root alone is gone: nothing of it was wrong but that.
        try FileManager.default.removeItem(atPath: fixture.folder["site/metadata/2.root.json"])
        try run(.asPublished, by: ci, after: 420)
        #expect(try fixture.entry(Self.year, after: 420).version == second)
        #expect(try !fixture.seenByNewClient(after: 420).isEmpty)
    }

    @Test(arguments: ["targets", "snapshot"])
    func theRemedyForADamagedStateWorks(_ role: String) throws {
        let timestamp = try Data(contentsOf: timestampURL)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        try fixture.addSeason(2025, title: "New")
        try fixture.publish(after: 180)
        let newest = SeasonFixture.start.unixSeconds + 180
        try Data().write(
            to: URL(filePath: fixture.folder["site/metadata/\(newest).\(role).json"]))
        for putsBack in [false, true] {
            if putsBack { try timestamp.write(to: timestampURL) }
            let told = trouble { try fixture.refresh(after: 240) }
            #expect(told?.exitStatus == 3 && told?.remedy?.contains("publish --force") == true)
        }
        // What was live before it is whole, and has the rollback.
        try fixture.publish(after: 300, isForced: true)
        #expect(try fixture.entry(Self.year, after: 300).version == first)
        #expect(try !fixture.seenByNewClient(after: 300).isEmpty)
    }

    /// Another checkout has signed it, and this home is told that there is nothing to do.
    @Test func aRecallThatWasSignedAlreadyStaysAcrossAnotherOnlineKey() throws {
        let recall = RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(first.hex)),
            replacement: .previous)
        try run(.edited(recall), by: other, after: 120)
        #expect(try fixture.edit(recall, after: 180).plan.signing == .nothing)
        // The folder has what is recalled.
        try fixture.addSeason(2024)
        try fixture.rotateOnline(after: 240)
        let report = try fixture.publish(after: 300)
        let live = try fixture.entry(Self.year, after: 300)
        #expect(live.version == second && live.recalled == [first], "\(report.notes)")
    }

    @Test func aStopThatWasSignedAlreadyStaysAcrossAnotherOnlineKey() throws {
        let waves = try #require(WaveList("10%:1h,100%:5h")).waves
        try fixture.addSeason(2024, title: "In waves")
        try fixture.publishElsewhere(after: 90, rollout: Rollout(waves: waves))
        let stop = WavesEdit(year: Self.year, change: .stop)
        try run(.edited(stop), by: other, after: 120)
        #expect(try fixture.edit(stop, after: 180).plan.signing == .nothing)
        try fixture.rotateOnline(after: 240)
        try fixture.publish(after: 300)
        #expect(try fixture.entry(Self.year, after: 300).rollout?.isStopped == true)
        // Lifted there, and wanted here.
        let all = WavesEdit(year: Self.year, change: .all)
        let third = Home(path: fixture.folder["third-home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: third.path)
        try run(.edited(all), by: third, after: 360)
        #expect(try fixture.edit(all, after: 420).plan.signing == .nothing)
        try fixture.rotateOnline(after: 480)
        try fixture.publish(after: 540)
        #expect(try fixture.entry(Self.year, after: 540).rollout == nil)
    }

    @Test func aRollbackThatWasSignedAlreadyStaysAcrossAnotherOnlineKey() throws {
        let rollback = RollbackEdit(year: Self.year, target: VersionPrefix(first.hex))
        try run(.edited(rollback), by: other, after: 120)
        #expect(try fixture.edit(rollback, after: 180).plan.signing == .nothing)
        let record = try DecisionFile(home: fixture.home).read()
        // The same again is no news.
        #expect(try fixture.edit(rollback, after: 200).plan.signing == .nothing)
        #expect(try DecisionFile(home: fixture.home).read() == record)
        try fixture.rotateOnline(after: 240)
        try fixture.publish(after: 300)
        let live = try fixture.entry(Self.year, after: 300)
        #expect(live.version == first && live.rolledBack == [second])
    }

    @Test func aPlaceHasOneNameHoweverItIsReached() throws {
        let link = fixture.folder["link"]
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: fixture.site)
        let names = [fixture.site, link, "\(fixture.site)/../site/./"]
        #expect(Set(names.map { FolderDestination(directory: $0).identity }).count == 1)
    }

    // MARK: Helpers

    private var timestampURL: URL { URL(filePath: fixture.folder["site/metadata/timestamp.json"]) }

    private func seasons() throws -> Publisher.Content {
        .seasons(try SeasonPacker(folder: fixture.bundles).pack(nil))
    }

    @discardableResult
    private func run(
        _ content: Publisher.Content, by home: Home, after seconds: Int64
    ) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: fixture.site), home: home,
            key: fixture.onlineKey(), content: content,
            now: SeasonFixture.start.advanced(bySeconds: seconds)
        ).run()
    }

    private func copySite() throws -> String {
        let copy = fixture.folder["copy"]
        try FileManager.default.copyItem(atPath: fixture.site, toPath: copy)
        return copy
    }

    private func restore(_ copy: String) throws {
        try FileManager.default.removeItem(atPath: fixture.site)
        try FileManager.default.copyItem(atPath: copy, toPath: fixture.site)
    }
}
