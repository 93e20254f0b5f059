import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What never was live decides nothing; what was live is told from it, whatever lies in the directory.
@Suite struct OlderCopyTests {
    private static let year = SeasonFixture.year

    /// A command that fails between its snapshot and its timestamp, made in another checkout.
    private func fail(_ fixture: SeasonFixture, _ content: Publisher.Content) throws {
        let home = fixture.folder["other-home"]
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: home)
        let timestamp = try read(fixture, Self.timestamp)
        _ = try Publisher(
            destination: FolderDestination(directory: fixture.site), home: Home(path: home),
            key: fixture.onlineKey(), content: content,
            now: SeasonFixture.start.advanced(bySeconds: 180)
        ).run()
        try timestamp.write(to: url(fixture, Self.timestamp))
        try FileManager.default.removeItem(atPath: fixture.folder[Self.kept(180)])
    }

    @Test func whatFailedInAnotherCheckoutNeverGoesLive() throws {
        for isForced in [false, true] {
            let (fixture, first, second) = try twice()
            try fail(fixture, .edited(RollbackEdit(year: Self.year, target: nil)))
            #expect(try fixture.refresh(after: 240).plan.signing == .nothing)
            try fixture.refresh(after: 300, isForced: isForced)
            #expect(try fixture.entry(Self.year, after: 300).version == second)
            try Data("{}".utf8).write(to: url(fixture, Self.timestamp))
            try fixture.publish(after: 360, isForced: true)
            #expect(try fixture.entry(Self.year, after: 360).version == second)
            #expect(first != second)
        }
    }

    @Test func aPlaceThatCannotKeepTimestampsIsRefusedAndSaid() throws {
        let (fixture, _, _) = try twice()
        let folder = fixture.folder["site/targets/live"]
        try FileManager.default.removeItem(atPath: folder)
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder))
        #expect(throws: PublishError.self) { try fixture.refresh(after: 120, isForced: true) }
        #expect(
            try fixture.live(after: 120).role(.targets)?.version == SeasonFixture.start.unixSeconds
                + 60)
        #expect(throws: PublishError.self) { try fixture.refresh(after: 180) }
        try FileManager.default.removeItem(atPath: folder)
        #expect(try fixture.refresh(after: 240).notes.isEmpty)
        #expect(FileManager.default.fileExists(atPath: fixture.folder[Self.kept(60)]))
    }

    @Test func whatFailedDoesNotEndTheStateBeforeIt() throws {
        let (fixture, _, _) = try twice()
        try fail(fixture, .edited(RollbackEdit(year: Self.year, target: nil)))
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 240)
        let history = try RepositoryHistory.read(
            FolderDestination(directory: fixture.site), roots: fixture.home.roots(),
            live: fixture.live(after: 300))
        let ends = history.entries.map {
            $0.until.map { $0.unixSeconds - SeasonFixture.start.unixSeconds }
        }
        #expect(ends == [60, 240, 240, nil])
        #expect(history.entries.map(\.wasLive) == [true, true, false, true])
        // It is no event either, and no rollback goes to it.
        #expect(SeasonEvent.all(in: history.entries).allSatisfy { $0.kind != .rolledBack })
    }

    @Test func anOlderCopyUndoesNothingThatTheHomeKnows() throws {
        let decisions: [any EntryEdit] = [
            RollbackEdit(year: Self.year, target: nil),
            WavesEdit(year: Self.year, change: .stop),
        ]
        for decision in decisions {
            let (fixture, _, _) = try twice(rollout: "10%:0h,100%:6h")
            let copy = fixture.folder["copy"]
            try FileManager.default.copyItem(atPath: fixture.site, toPath: copy)
            try fixture.edit(decision, after: 180)
            let decided = try fixture.entry(Self.year, after: 180)
            for after in [Int64(240), 300] {
                try FileManager.default.removeItem(atPath: fixture.site)
                try FileManager.default.copyItem(atPath: copy, toPath: fixture.site)
                if after == 240 {
                    let report = try fixture.refresh(after: after)
                    #expect(report.notes.contains(.decisionRestored(Self.year)))
                } else {
                    try fixture.publish(after: after)
                }
                #expect(try fixture.entry(Self.year, after: after) == decided)
            }
        }
    }

    @Test func anOlderCopyUndoesNoLift() throws {
        let (fixture, _, second) = try twice()
        let prefix = try #require(VersionPrefix(second.hex))
        try fixture.edit(
            RecallEdit(year: Self.year, recalled: prefix, replacement: .embedded), after: 120)
        let copy = fixture.folder["copy"]
        try FileManager.default.copyItem(atPath: fixture.site, toPath: copy)
        try fixture.edit(LiftEdit(year: Self.year, recalled: prefix), after: 180)
        try FileManager.default.removeItem(atPath: fixture.site)
        try FileManager.default.copyItem(atPath: copy, toPath: fixture.site)
        try fixture.refresh(after: 240, isForced: true)
        let live = try fixture.entry(Self.year, after: 240)
        #expect(live.version == second && live.recalled.isEmpty)
    }

    /// The rollback's content cannot be downloaded any more, and what it went back from must not be.
    @Test func withoutItsZipARollbackIsSignedAgain() throws {
        let (fixture, _, second) = try twice()
        let timestamp = try read(fixture, Self.timestamp)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        let live = try #require(try fixture.live(after: 180).bundles()[Self.year])
        try timestamp.write(to: url(fixture, Self.timestamp))
        try FileManager.default.removeItem(atPath: fixture.folder["site/\(live.zipPath)"])
        let report = try fixture.publish(after: 240)
        #expect(report.notes.contains(.zipLost(path: live.zipPath)))
        let again = try fixture.entry(Self.year, after: 240)
        #expect(again.version == live.custom.version && again.rolledBack == [second])
    }

    /// Names hide nothing: none of them has a kept timestamp of our key.
    @Test func plantedNamesHideNoDecision() throws {
        let (fixture, first, _) = try twice()
        let timestamp = try read(fixture, Self.timestamp)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try timestamp.write(to: url(fixture, Self.timestamp))
        try FileManager.default.removeItem(atPath: "\(fixture.home.path)/decisions.json")
        for version in 1_899_999_900..<1_899_999_980 {
            try fixture.folder.write("{}", to: "site/metadata/\(version).targets.json")
            try fixture.folder.write("{}", to: "site/targets/live/\(version).timestamp.json")
        }
        try fixture.refresh(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).version == first)
    }

    @Test func tooManyPlantedNamesAreRefused() throws {
        let (fixture, _, _) = try twice()
        for version in 0...PublishLimits.newerStatesMax {
            try fixture.folder.write(
                "{}", to: "site/metadata/\(1_900_000_000 + version).targets.json")
        }
        // Names alone hide nothing and stop nobody.
        try fixture.publish(after: 180)
        for version in 0...PublishLimits.newerStatesMax {
            try fixture.folder.write(
                "{}", to: "site/targets/live/\(1_900_000_000 + version).timestamp.json")
        }
        let told = trouble { try fixture.publish(after: 240) }
        #expect(told?.exitStatus == 3 && told?.remedy?.contains("remove") == true)
    }

    @Test func whoOnlyLooksIsTold() throws {
        let (fixture, _, _) = try twice()
        let timestamp = try read(fixture, Self.timestamp)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try timestamp.write(to: url(fixture, Self.timestamp))
        for command in ["log", "site"] {
            let result = try Program.run(
                "bundle-publish", [command, fixture.site, "--home", fixture.home.path])
            #expect(result.status == 3 && result.messages.contains("refresh --to"), "\(command)")
        }
    }

    @Test func pruneStopsIfTheTimestampIsOlder() throws {
        let (fixture, _, _) = try twice()
        let timestamp = try read(fixture, Self.timestamp)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try timestamp.write(to: url(fixture, Self.timestamp))
        let told = trouble {
            _ = try Pruner(
                destination: FolderDestination(directory: fixture.site), home: fixture.home,
                keepDays: 1, now: SeasonFixture.start.advanced(bySeconds: 400 * SeasonFixture.day)
            ).run { _ in }
        }
        #expect(told?.exitStatus == 3 && told?.remedy?.contains("refresh --to") == true)
    }

    /// The command that was cut off after its timestamp is live; the next one keeps its timestamp.
    @Test func theNextCommandKeepsTheTimestamp() throws {
        let (fixture, _, _) = try twice()
        let kept = fixture.folder[Self.kept(60)]
        try FileManager.default.removeItem(atPath: kept)
        #expect(try fixture.publish(after: 120).plan.signing == .nothing)
        #expect(
            try Data(contentsOf: URL(filePath: kept)) == read(fixture, Self.timestamp))
    }

    @Test func promoteTakesTheNewestThatWasLive() throws {
        let fixture = try SeasonFixture.published()
        let beta = fixture.folder["beta"]
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.publishElsewhere(after: 30, into: beta)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publishElsewhere(after: 60, into: beta)
        let path = "\(beta)/metadata/timestamp.json"
        let timestamp = try Data(contentsOf: URL(filePath: path))
        let place = FolderDestination(directory: beta)
        _ = try Publisher(
            destination: place, home: fixture.home, key: fixture.onlineKey(),
            content: .edited(RollbackEdit(year: Self.year, target: nil)),
            now: SeasonFixture.start.advanced(bySeconds: 90)
        ).run()
        try timestamp.write(to: URL(filePath: path))
        let source = try #require(
            try PromoteSource.read(
                place, at: beta, home: fixture.home,
                now: SeasonFixture.start.advanced(bySeconds: 120)))
        #expect(source.bundles[Self.year]?.custom.version == first)
    }

    // MARK: - Helpers

    private static let timestamp = "site/metadata/timestamp.json"

    private static func kept(_ after: Int64) -> String {
        "site/targets/live/\(SeasonFixture.start.unixSeconds + after).timestamp.json"
    }

    private func url(_ fixture: SeasonFixture, _ path: String) -> URL {
        URL(filePath: fixture.folder[path])
    }

    private func read(_ fixture: SeasonFixture, _ path: String) throws -> Data {
        try Data(contentsOf: url(fixture, path))
    }

    /// Two publishes of 2024, and the versions of both.
    private func twice(
        rollout: String? = nil
    ) throws -> (SeasonFixture, ContentVersion, ContentVersion) {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.addSeason(2024, title: "Another")
        if let rollout {
            let waves = try #require(WaveList(rollout))
            try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        } else {
            try fixture.publish(after: 60)
        }
        return (fixture, first, try fixture.entry(Self.year, after: 60).version)
    }
}
