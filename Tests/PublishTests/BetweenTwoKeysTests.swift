import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// After `keys rotate-online` and before the next `publish`, recalls and lifts only go into the record, and the publish
/// signs them.
@Suite struct BetweenTwoKeysTests {
    private static let year = SeasonFixture.year

    @Test(arguments: [false, true])
    func aPublishSaysThatTheKeyWasReplacedAlsoOverAnExpiredTimestamp(_ isExpired: Bool) throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        #expect(try fixture.publish().plan.signing == .everything(.first))
        let later = isExpired ? 200 * SeasonFixture.day : 10
        try fixture.rotateOnline(after: later)
        let report = try fixture.publish(after: later + 10)
        #expect(report.plan.signing == .everything(.onlineKey))
        let live = try fixture.entry(Self.year, after: later + 10)
        #expect(live.version == report.plan.seasons[0].new)
    }

    @Test func aLiftOfAnEarlierContentIsNotLost() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(recall(first), after: 120)
        try fixture.rotateOnline(after: 180)
        try fixture.edit(LiftEdit(year: Self.year, recalled: prefix(first)), after: 190)
        let report = try fixture.publish(after: 200)
        #expect(report.notes.isEmpty)
        let live = try fixture.entry(Self.year, after: 200)
        #expect(live.version == second && live.recalled.isEmpty)
        // Recalled once more, it is recalled.
        try fixture.rotateOnline(after: 260)
        try fixture.edit(recall(first), after: 270)
        try fixture.publish(after: 280)
        #expect(try fixture.entry(Self.year, after: 280).recalled == [first])
    }

    @Test func aRecallForgetsNoRollback() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        try fixture.rotateOnline(after: 180)
        try fixture.edit(recall(first), after: 190)
        #expect(try fixture.publish(after: 200).notes == [.rolledBack(Self.year)])
        let shown = try fixture.entry(Self.year, after: 200)
        #expect(shown.version == first && shown.recalled == [first])
        #expect(shown.rolledBack == [second])
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 210)
        let live = try fixture.entry(Self.year, after: 210)
        #expect(live.recalled == [first] && ![first, second].contains(live.version))
    }

    @Test func aRecallThatIsLiftedForgetsNoStop() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,100%:6h"))
        try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        try fixture.edit(WavesEdit(year: Self.year, change: .stop), after: 120)
        let stopped = try fixture.entry(Self.year, after: 120)
        try fixture.rotateOnline(after: 180)
        try fixture.edit(recall(stopped.version), after: 190)
        try fixture.edit(LiftEdit(year: Self.year, recalled: prefix(stopped.version)), after: 195)
        try fixture.publish(after: 200)
        #expect(try fixture.entry(Self.year, after: 200) == stopped)
    }

    @Test func aRecallThatIsLiftedShowsWhatARollbackHadShown() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let shown = try fixture.entry(Self.year, after: 120)
        #expect(shown.version == first && shown.rolledBack == [second])
        try fixture.rotateOnline(after: 180)
        try fixture.edit(recall(first), after: 190)
        try fixture.edit(LiftEdit(year: Self.year, recalled: prefix(first)), after: 195)
        try fixture.publish(after: 200)
        #expect(try fixture.entry(Self.year, after: 200) == shown)
    }

    /// Recovery from a theft always works, also if what a rollback had shown was recalled over a thief's state.
    @Test(arguments: [RecallEdit.Replacement.previous, .embedded])
    func aRecallOfWhatARollbackHadShownStopsNoRecovery(
        _ replacement: RecallEdit.Replacement
    ) throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let shown = try fixture.entry(Self.year, after: 120)
        let foreign = try #require(ContentVersion(String(repeating: "e", count: 64)))
        let thiefs = TargetCustom(
            year: Self.year, version: foreign, published: shown.published, recalled: [])
        try Thief(fixture).publish([thiefs], version: SeasonFixture.start.unixSeconds + 150)
        try fixture.edit(recall(first, to: replacement), after: 180)
        try fixture.rotateOnline(after: 190)
        try fixture.publish(after: 200)
        let entry = try fixture.entry(Self.year, after: 200)
        #expect(entry.version == first && entry.recalled == [first], "no machine serves it")
        #expect(entry.rolledBack == [second], "nor what was gone back from")
    }

    @Test func aNewContentGetsItsWaves() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(recall(second, to: .embedded), after: 120)
        try fixture.rotateOnline(after: 180)
        try fixture.addSeason(2024, title: "A third")
        let waves = Rollout(waves: try #require(WaveList("10%:0h,100%:6h")).waves)
        try fixture.publishElsewhere(after: 200, rollout: waves)
        #expect(try fixture.entry(Self.year, after: 200).rollout == waves)
    }

    @Test func aRecallOfWhatAnotherCheckoutPublishedShowsNothing() throws {
        let fixture = try SeasonFixture.published()
        let record = URL(filePath: "\(fixture.home.path)/decisions.json")
        let mine = try Data(contentsOf: record)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let second = try fixture.entry(Self.year, after: 60).version
        try mine.write(to: record)
        try fixture.rotateOnline(after: 120)
        try fixture.edit(recall(second, to: .embedded), after: 130)
        try fixture.publish(after: 140)
        let live = try fixture.entry(Self.year, after: 140)
        #expect(live.version == second && live.recalled == [second])
    }

    @Test func aRecallToAnEarlierContentIsRefusedWithTheRemedy() throws {
        let (fixture, first, second) = try twice()
        try fixture.rotateOnline(after: 120)
        let before = try Data(contentsOf: URL(filePath: "\(fixture.home.path)/decisions.json"))
        let edit = try recall(second, to: .content(prefix(first)))
        let refusal = trouble { try fixture.edit(edit, after: 130) }
        #expect(
            "\(String(describing: refusal))".contains("recall 2024 \(second.short) --to embedded"))
        #expect(
            try Data(contentsOf: URL(filePath: "\(fixture.home.path)/decisions.json")) == before)
    }

    @Test func promoteFromAPlaceThatANewKeyHasNotSignedNamesTheRemedy() throws {
        let fixture = try SeasonFixture.published()
        let beta = fixture.folder["beta"]
        try fixture.publishElsewhere(after: 60, into: beta)
        try fixture.rotateOnline(after: 120)
        func source() throws -> PromoteSource? {
            try PromoteSource.read(
                FolderDestination(directory: beta), at: beta, home: fixture.home,
                now: SeasonFixture.start.advanced(bySeconds: 180))
        }
        let refusal = "\(String(describing: trouble { _ = try source() }))"
        #expect(refusal.contains("bundle-publish publish --to ") && !refusal.contains("--force"))
        try fixture.publishElsewhere(after: 150, into: beta)
        #expect(try source()?.bundles.count == 2)
    }

    /// Two publishes of 2024; the versions of both.
    private func twice() throws -> (SeasonFixture, first: ContentVersion, second: ContentVersion) {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        return (fixture, first, try fixture.entry(Self.year, after: 60).version)
    }

    private func prefix(_ version: ContentVersion) throws -> VersionPrefix {
        try #require(VersionPrefix(version.hex))
    }

    private func recall(
        _ version: ContentVersion, to replacement: RecallEdit.Replacement = .previous
    ) throws -> RecallEdit {
        RecallEdit(year: Self.year, recalled: try prefix(version), replacement: replacement)
    }
}
