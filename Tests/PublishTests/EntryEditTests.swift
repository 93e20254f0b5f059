import BundleFormat
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Rollback, recall, waves and promote: metadata alone, seen by a real client.
@Suite struct EntryEditTests {
    private static let year = SeasonFixture.year

    @Test func rollbackOffersTheContentBeforeAsTheNewerOne() throws {
        let (fixture, first, second) = try twice()
        let zips = try fixture.folder.contents(of: "site/targets/f1")
        let report = try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == first)
        #expect(live.published == SeasonFixture.start.advanced(bySeconds: 120).description)
        #expect(live.recalled.isEmpty)
        #expect(report.written.allSatisfy { !$0.hasPrefix("targets/") })
        #expect(try fixture.folder.contents(of: "site/targets/f1") == zips)
        // And back again, by its digits.
        let digits = try #require(VersionPrefix(second.short))
        try fixture.edit(RollbackEdit(year: Self.year, target: digits), after: 180)
        #expect(try fixture.entry(Self.year, after: 180).version == second)
    }

    @Test func whatWasRolledBackIsNotOfferedAgainUntilItIsAskedFor() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let still = try fixture.publish(after: 180)
        #expect(still.plan.signing == .nothing)
        #expect(
            still.notes == [.rolledBack(Self.year)])

        // Other seasons go on.
        try fixture.addSeason(2025, title: "Another")
        let other = try fixture.publish(after: 240)
        #expect(other.plan.seasons.map(\.change) == [.unchanged, .changed])
        #expect(try fixture.entry(Self.year, after: 240).version == first)

        // Waves and forced publishes carry it on.
        try fixture.edit(
            WavesEdit(year: Self.year, change: .all, holdOffSeconds: 60), after: 300)
        try fixture.publish(after: 360, isForced: true)
        #expect(try fixture.entry(Self.year, after: 360).rolledBack == [second])

        // Asked for, it is offered, and nothing is remembered any more.
        try fixture.publish(after: 420, again: [Self.year])
        #expect(try fixture.entry(Self.year, after: 420).version == second)
        #expect(try fixture.entry(Self.year, after: 420).rolledBack.isEmpty)
    }

    @Test func somethingElseInTheFolderIsOfferedAfterARollback() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        #expect(try fixture.entry(Self.year, after: 120).rolledBack == [second])
        try fixture.addSeason(2024, title: "Put right")
        let report = try fixture.publish(after: 180)
        #expect(report.notes.isEmpty)
        #expect(report.entries[Self.year]?.rolledBack == [])
    }

    @Test func whatIsRecalledTooIsRefused() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        try fixture.edit(recall(second), after: 180)
        let refusal = trouble { try fixture.publish(after: 240) }
        #expect("\(String(describing: refusal))".contains("\(second.short) is recalled"))
    }

    @Test func whatIsRolledBackToIsNoLongerRolledBack() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let digits = try #require(VersionPrefix(second.short))
        try fixture.edit(RollbackEdit(year: Self.year, target: digits), after: 180)
        #expect(try fixture.entry(Self.year, after: 180).rolledBack == [first])
        #expect(try fixture.publish(after: 240).plan.signing == .nothing)
    }

    @Test func rollbackToWhatIsLiveChangesNothing() throws {
        let (fixture, _, second) = try twice()
        let before = try fixture.folder.contents(of: "site")
        let digits = try #require(VersionPrefix(second.hex))
        let report = try fixture.edit(RollbackEdit(year: Self.year, target: digits), after: 120)
        #expect(report.plan.signing == .nothing)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func aDryRunOfAnEditWritesNothingAndNeedsNoKey() throws {
        let (fixture, first, _) = try twice()
        let before = try fixture.folder.contents(of: "site")
        let report = try Publisher(
            destination: FolderDestination(directory: fixture.site), home: fixture.home, key: nil,
            content: .edited(RollbackEdit(year: Self.year, target: nil)),
            now: SeasonFixture.start.advanced(bySeconds: 120), isDryRun: true
        ).run()
        #expect(report.entries[Self.year]?.version == first)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test(arguments: [
        ("2019", "expected season 2019, found 2024, 2025"),
        ("2025", "expected an earlier content of 2025, found none"),
        ("2024 000000", "expected content 000000 of 2024, found none"),
    ])
    func rollbackToNothingIsRefused(_ words: String, _ message: String) throws {
        let (fixture, _, _) = try twice()
        let parts = words.split(separator: " ").map(String.init)
        let edit = RollbackEdit(
            year: try #require(BundleYear(parts[0])),
            target: parts.dropFirst().first.flatMap { VersionPrefix($0) })
        try fixture.expectRefusal(of: edit, saying: message)
    }

    @Test func rollbackToAZipThatIsGoneIsRefused() throws {
        let (fixture, first, _) = try twice()
        for name in try fixture.folder.contents(of: "site/targets/f1/2024").keys {
            let path = fixture.folder["site/targets/f1/2024/\(name)"]
            if try fixture.entryHistory(after: 90).first?.bundles[Self.year]?.zipPath
                .hasSuffix(name) == true
            {
                try FileManager.default.removeItem(atPath: path)
            }
        }
        try fixture.expectRefusal(
            of: RollbackEdit(year: Self.year, target: nil),
            saying: "expected the zip of 2024 \(first.short), found none")
    }

    @Test func recallOfTheLiveContentOffersTheOneBefore() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(recall(second), after: 120)
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == first)
        #expect(live.recalled == [second])
        // What the checkout still has is refused, and other seasons' news with it.
        #expect(
            trouble { try fixture.publish(after: 180) }
                == Told(
                    "2024: expected a content that may be served, found that \(second.short) is recalled",
                    remedy: "put bundles/2024 right; if the recall was the mistake: bundle-publish "
                        + "recall 2024 \(second.short) --lift --in \(fixture.site) --home "
                        + fixture.home.path))
        try fixture.expectRefusal(
            of: RollbackEdit(year: Self.year, target: VersionPrefix(second.short)),
            saying: "\(second.short) is recalled")
        // A third content carries the recall on.
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).recalled == [second])
        // Lifted, it may be published again.
        try fixture.edit(
            LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(second.short))),
            after: 300)
        #expect(try fixture.entry(Self.year, after: 300).recalled.isEmpty)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 360)
        #expect(try fixture.entry(Self.year, after: 360).version == second)
    }

    @Test func recallToEmbeddedKeepsTheEntryAndNamesItself() throws {
        let (fixture, _, second) = try twice()
        let published = try fixture.entry(Self.year, after: 90).published
        try fixture.edit(recall(second, to: .embedded), after: 120)
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == second && live.recalled == [second])
        #expect(live.published == published)
        // Nothing changed in the checkout: the publisher goes on, and the recall stays.
        #expect(try fixture.publish(after: 180).plan.signing == .nothing)
        // Recalled twice is recalled once.
        #expect(
            try fixture.edit(recall(second, to: .embedded), after: 240).plan.signing == .nothing)
    }

    @Test func recallOfAnOldContentLeavesTheLiveOne() throws {
        let (fixture, first, second) = try twice()
        let before = try fixture.entry(Self.year, after: 90)
        try fixture.edit(recall(first), after: 120)
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == second && live.recalled == [first])
        #expect(live.published == before.published)
    }

    @Test func recallOfAnUnknownContentWantsAllItsDigits() throws {
        let (fixture, _, second) = try twice()
        let unknown = String(repeating: "0a", count: 32)
        try fixture.expectRefusal(
            of: RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix("0a0a0a")),
                replacement: .previous),
            saying: "expected the beginning of one content of 2024, found 0")
        try fixture.edit(recall(try #require(ContentVersion(unknown))), after: 120)
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == second && live.recalled.map(\.hex) == [unknown])
    }

    @Test func aRecallOfARemovedSeasonSaysWhatItNeeds() throws {
        let (fixture, _, second) = try twice()
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2024"])
        try fixture.publish(after: 120)
        try fixture.expectRefusal(
            of: try recall(second), saying: "machines hear of a recall through their season")
        // The remedy.
        try fixture.addSeason(2024, title: "May be shown")
        try fixture.publish(after: 180)
        try fixture.edit(try recall(second), after: 240)
        #expect(try fixture.entry(Self.year, after: 240).recalled == [second])
    }

    @Test func againOfASeasonThatIsNotInTheFolderIsSaid() throws {
        let fixture = try SeasonFixture.published()
        let absent = try #require(BundleYear(2019))
        let report = try Publisher(
            destination: FolderDestination(directory: fixture.site), home: fixture.home,
            key: fixture.onlineKey(),
            content: .seasons(SeasonPacker(folder: fixture.bundles).pack(nil)),
            now: SeasonFixture.start.advanced(bySeconds: 60), again: [absent, Self.year]
        ).run()
        #expect(report.notes == [.againUnused(absent)])
    }

    @Test func digitsMayBeCapitals() throws {
        let (fixture, first, second) = try twice()
        let digits = try #require(VersionPrefix(first.short.uppercased()))
        try fixture.edit(RollbackEdit(year: Self.year, target: digits), after: 120)
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == first && live.rolledBack == [second])
    }

    @Test func wavesOfARolloutAreChangedUnderWay() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,50%:2h,100%:6h"))
        try fixture.publishElsewhere(
            after: 60, rollout: Rollout(waves: waves.waves, holdOffSeconds: 600))
        let published = try fixture.entry(Self.year, after: 60)
        #expect(published.rollout?.waves == waves.waves)
        #expect(try fixture.entry(try #require(BundleYear(2025)), after: 60).rollout == nil)

        try fixture.edit(WavesEdit(year: Self.year, change: .stop), after: 7_300)
        let stopped = try fixture.entry(Self.year, after: 7_300)
        #expect(stopped.rollout?.waves.map(\.percent) == [10, 50, 100])
        #expect(stopped.rollout?.isStopped == true)
        #expect(stopped.published == published.published)

        try fixture.edit(WavesEdit(year: Self.year, change: .all), after: 7_400)
        let all = try fixture.entry(Self.year, after: 7_400)
        #expect(all.rollout == Rollout(waves: [], holdOffSeconds: 600))
        try fixture.edit(
            WavesEdit(year: Self.year, change: .all, holdOffSeconds: 0), after: 7_500)
        #expect(try fixture.entry(Self.year, after: 7_500).rollout == nil)
        try fixture.expectRefusal(
            of: WavesEdit(year: Self.year, change: .stop), saying: "found that everyone follows",
            after: 7_600)
    }

    /// Elsewhere going to a recalled content is refused, so it is here.
    @Test func aRollbackToWhatIsLiveAndRecalledIsRefused() throws {
        let fixture = try SeasonFixture.published()
        let live = try fixture.entry(Self.year, after: 0).version
        let digits = try #require(VersionPrefix(live.short))
        let stay = RollbackEdit(year: Self.year, target: digits)
        try fixture.edit(stay, after: 30)
        try fixture.edit(
            RecallEdit(year: Self.year, recalled: digits, replacement: .embedded), after: 60)
        try fixture.expectRefusal(of: stay, saying: "is recalled", after: 90)
    }

    @Test func aRecallOfWhatIsNotShownSaysThatItsReplacementChangesNothing() throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 30)
        let second = try fixture.entry(Self.year, after: 60).version
        let recall = RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(first.short)),
            replacement: .embedded)
        for after in [90, 120] {
            let report = try fixture.edit(recall, after: Int64(after))
            #expect(report.notes.contains(.stillShown(Self.year, second)), "\(report.notes)")
        }
        #expect(try fixture.entry(Self.year, after: 150).version == second)
    }

    @Test func aRefusedStopNamesARollbackOnlyWhereOneIsPossible() throws {
        let fixture = try SeasonFixture.published()
        let stop = WavesEdit(year: Self.year, change: .stop)
        let first = try fixture.entry(Self.year, after: 0).version
        let recall = "bundle-publish recall 2024 \(first.short) --to embedded --in "
        let alone = "\(String(describing: trouble { try fixture.edit(stop, after: 30) }))"
        #expect(alone.contains(recall) && !alone.contains("rollback"), "\(alone)")

        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let after = "\(String(describing: trouble { try fixture.edit(stop, after: 90) }))"
        #expect(after.contains("bundle-publish rollback 2024 --in "), "\(after)")
        #expect(!after.contains("recall"))

        // Gone back from, or without its zip, the other content cannot be offered.
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let back = "\(String(describing: trouble { try fixture.edit(stop, after: 150) }))"
        #expect(back.contains(recall) && !back.contains("rollback"), "\(back)")
    }

    @Test func aStopOfWhatIsRecalledSaysThatNobodySeesIt() throws {
        let fixture = try SeasonFixture.published()
        let live = try fixture.entry(Self.year, after: 0).version
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix(live.short)),
                replacement: .embedded), after: 30)
        let stop = WavesEdit(year: Self.year, change: .stop)
        let refusal = "\(String(describing: trouble { try fixture.edit(stop, after: 60) }))"
        #expect(refusal.contains("no machine shows it"), "\(refusal)")
        #expect(!refusal.contains("bundle-publish recall"))
    }

    @Test func promoteSaysThatTheOtherPlaceHasRecalledWhatBothShow() throws {
        let fixture = try SeasonFixture.published()
        let beta = fixture.folder["beta"]
        let live = try fixture.entry(Self.year, after: 0).version
        try fixture.publishElsewhere(after: 30, into: beta)
        let place = FolderDestination(directory: beta)
        _ = try Publisher(
            destination: place, home: fixture.home, key: fixture.onlineKey(),
            content: .edited(
                RecallEdit(
                    year: Self.year, recalled: try #require(VersionPrefix(live.short)),
                    replacement: .embedded)),
            now: SeasonFixture.start.advanced(bySeconds: 60)
        ).run()
        let source = try #require(
            try PromoteSource.read(
                place, at: beta, home: fixture.home,
                now: SeasonFixture.start.advanced(bySeconds: 90)))
        let report = try fixture.edit(PromoteEdit(source: source, years: []), after: 120)
        #expect(report.notes == [.recalledThere(Self.year, live, source: beta)])
    }

    @Test func promoteFromAnotherHomesPlaceNamesTheOptionForIt() throws {
        let (fixture, other) = (try SeasonFixture.published(), try SeasonFixture.published())
        let words = ["promote", "--from", other.site, "--to", fixture.site]
        let home = ["--home", fixture.home.path]
        let refused = try Program.run("bundle-publish", words + home)
        #expect(refused.status == 3)
        #expect(refused.messages.contains("--from-home"), "\(refused.messages)")
    }

    @Test func promoteCopiesTheVerySameZips() throws {
        let fixture = try SeasonFixture.published()
        let beta = fixture.folder["beta"]
        try fixture.addSeason(2024, title: "Another")
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2025"])
        try fixture.publishElsewhere(after: 60, into: beta)
        let source = try #require(
            try PromoteSource.read(
                FolderDestination(directory: beta), at: beta, home: fixture.home,
                now: SeasonFixture.start.advanced(bySeconds: 90)))
        let report = try fixture.edit(PromoteEdit(source: source, years: []), after: 120)
        let zip = try #require(report.written.first)
        #expect(report.written.filter { $0.hasPrefix("targets/") } == [zip])
        #expect(
            try fixture.folder.contents(of: "site")[zip]
                == fixture.folder.contents(of: "beta")[zip])
        let live = try fixture.entry(Self.year, after: 120)
        #expect(live.version == source.bundles[Self.year]?.custom.version)
        #expect(live.published == SeasonFixture.start.advanced(bySeconds: 120).description)
        #expect(try fixture.seenByNewClient(after: 120).count == 2, "2025 stays")
        #expect(
            try fixture.edit(PromoteEdit(source: source, years: []), after: 180).plan.signing
                == .nothing)
    }

    @Test func anEditGoesThroughTheSameLock() throws {
        let (fixture, _, _) = try twice()
        let program = try Program.run(
            "/usr/bin/flock",
            [
                fixture.folder["site/.lock"], Program.path(of: "bundle-publish"), "rollback",
                "2024",
                "--in", fixture.site, "--home", fixture.home.path,
            ])
        #expect(program.status == 1)
        #expect(program.messages.contains("expected to be the only publisher"))
    }

    /// Two publishes of 2024; the versions of both.
    private func twice() throws -> (SeasonFixture, first: ContentVersion, second: ContentVersion) {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        return (fixture, first, try fixture.entry(Self.year, after: 60).version)
    }

    private func recall(
        _ version: ContentVersion, to replacement: RecallEdit.Replacement = .previous
    ) throws -> RecallEdit {
        RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(version.hex)),
            replacement: replacement)
    }
}

extension SeasonFixture {
    /// The season that tests change.
    static let year: BundleYear = {
        guard let year = BundleYear("2024") else { preconditionFailure("2024 is no year") }
        return year
    }()

    /// Publishes an edit so many seconds after the start.
    @discardableResult
    func edit(_ edit: any EntryEdit, after seconds: Int64) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: site), home: home, key: onlineKey(),
            content: .edited(edit), now: Self.start.advanced(bySeconds: seconds)
        ).run()
    }

    /// Publishes the seasons with a rollout, or into another directory.
    @discardableResult
    func publishElsewhere(
        after seconds: Int64, rollout: Rollout? = nil, into directory: String? = nil
    ) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: directory ?? site), home: home,
            key: onlineKey(), content: .seasons(SeasonPacker(folder: bundles).pack(nil)),
            now: Self.start.advanced(bySeconds: seconds), terms: PublishTerms(rollout: rollout)
        ).run()
    }

    /// What is signed of a season, as a new client reads it.
    func entry(_ year: BundleYear, after seconds: Int64) throws -> TargetCustom {
        let live = try live(after: seconds)
        return try #require(try live.bundles()[year]).custom
    }

    /// What is live.
    func live(after seconds: Int64) throws -> LiveRepository {
        try #require(
            try LiveRepository.read(
                FolderDestination(directory: site), roots: home.roots(),
                now: Self.start.advanced(bySeconds: seconds)
            ).live)
    }

    /// What was live when.
    func entryHistory(after seconds: Int64) throws -> [RepositoryHistory.Entry] {
        try RepositoryHistory.read(
            FolderDestination(directory: site), roots: home.roots(), live: live(after: seconds)
        ).entries
    }

    /// Expects an edit to be refused with a sentence, and the repository to stay as it is.
    func expectRefusal(
        of edit: any EntryEdit, saying message: String, after seconds: Int64 = 500
    ) throws {
        let before = try folder.contents(of: "site")
        let error = trouble { try self.edit(edit, after: seconds) }
        #expect("\(String(describing: error))".contains(message))
        #expect(try folder.contents(of: "site") == before)
    }
}
