import BundleFormat
import Files
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A recalled content stays recalled, and a rolled-back content is not offered again, whatever command comes
/// next, until somebody lifts it, or says so.
@Suite struct DecisionTests {
    private static let year = SeasonFixture.year

    /// What may come after a decision.
    struct Next: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (SeasonFixture) throws -> Void
    }

    static let nexts = [
        Next(testDescription: "keys rotate-online, publish") { fixture in
            try fixture.rotateOnline(after: 200)
            try fixture.publish(after: 210)
        },
        Next(testDescription: "twice") { fixture in
            for at in [Int64(200), 300] {
                try fixture.rotateOnline(after: at)
                try fixture.publish(after: at + 10)
            }
        },
        Next(testDescription: "a thief who says the contrary") { fixture in
            let live = try fixture.entry(year, after: 190)
            let entry = TheftTests.signed(
                live, version: live.recalled.first ?? live.rolledBack.first)
            try Thief(fixture).publish([entry], version: TheftTests.farVersion)
            try fixture.rotateOnline(after: 200)
            try fixture.publish(after: 210)
        },
        Next(testDescription: "a publish that was killed after the root") { fixture in
            try fixture.rotateOnline(after: 200)
            let root = try Data(
                contentsOf: URL(filePath: "\(fixture.home.metadataPath)/2.root.json"))
            try root.write(to: URL(filePath: fixture.folder["site/metadata/2.root.json"]))
            try fixture.publish(after: 210)
        },
        Next(testDescription: "prune") { fixture in
            _ = try fixture.prune(after: 400 * SeasonFixture.day)
        },
        Next(testDescription: "the directory is lost, and put back without its metadata") {
            fixture in
            try FileManager.default.removeItem(atPath: fixture.folder["site/metadata"])
            try fixture.publish(after: 210)
        },
        Next(testDescription: "refresh, waves, another season") { fixture in
            try fixture.refresh(after: 200, isForced: true)
            try fixture.edit(
                WavesEdit(year: year, change: .all, holdOffSeconds: 60), after: 210)
            try fixture.addSeason(2026)
        },
    ]

    @Test(arguments: nexts) func aRecalledContentStaysRecalled(_ next: Next) throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(recall(second), after: 180)
        try next.run(fixture)
        let after = 401 * SeasonFixture.day
        let live = try fixture.entry(Self.year, after: after)
        #expect(live.version == first && live.recalled == [second])
        // The folder still has it.
        let refusal = trouble { try fixture.publish(after: after) }
        #expect("\(String(describing: refusal))".contains("\(second.short) is recalled"))
        #expect(try !saysLifted(fixture, after: after))
        // Lifted, it is offered again.
        try fixture.edit(
            LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(second.hex))),
            after: after + 10)
        try fixture.publish(after: after + 20)
        #expect(try fixture.entry(Self.year, after: after + 20).version == second)
        try fixture.rotateOnline(after: after + 30)
        try fixture.publish(after: after + 40)
        #expect(try fixture.entry(Self.year, after: after + 40).version == second, "stays lifted")
    }

    @Test(arguments: nexts) func aRolledBackContentIsNotOfferedAgain(_ next: Next) throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try next.run(fixture)
        let after = 401 * SeasonFixture.day
        let report = try fixture.publish(after: after)
        #expect(report.notes.contains(.rolledBack(Self.year)))
        let live = try fixture.entry(Self.year, after: after)
        #expect(live.version == first && live.rolledBack == [second])
        try fixture.publish(after: after + 60, again: [Self.year])
        #expect(try fixture.entry(Self.year, after: after + 60).version == second)
        try fixture.rotateOnline(after: after + 70)
        try fixture.publish(after: after + 80)
        #expect(try fixture.entry(Self.year, after: after + 80).version == second)
    }

    @Test(arguments: nexts) func whatIsRecalledToEmbeddedStaysSo(_ next: Next) throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(recall(second, to: .embedded), after: 180)
        try next.run(fixture)
        let after = 401 * SeasonFixture.day
        try fixture.publish(after: after)
        let live = try fixture.entry(Self.year, after: after)
        #expect(live.version == second && live.recalled == [second])
    }

    @Test func rollbackWithoutANameNeverGoesToWhatWasGoneBackFrom() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        try fixture.expectRefusal(
            of: RollbackEdit(year: Self.year, target: nil),
            saying: "expected an earlier content of 2024, found none")
        // Neither does a recall without --to, and what it names instead works.
        let live = try recall(first)
        let refusal = trouble { try fixture.edit(live, after: 600) }
        #expect("\(String(describing: refusal))".contains("--to embedded"))
        try fixture.edit(recall(first, to: .embedded), after: 660)
        #expect(try fixture.entry(Self.year, after: 660).recalled == [first])
        #expect(try fixture.entry(Self.year, after: 660).rolledBack == [second])
    }

    @Test func rollbackWithoutANameNeverGoesToWhatNobodyPublishedHere() throws {
        let (fixture, first, second) = try twice()
        let foreign = try Self.foreign(in: fixture)
        let thiefs = foreign.custom.version
        let others = try fixture.live(after: 110).bundles().values.map(\.target)
            .filter { $0.path != foreign.target.path }
        try Thief(fixture).publish(
            targets: [foreign.target] + others, version: SeasonFixture.start.unixSeconds + 115)
        try fixture.publish(after: 120)
        #expect(try fixture.entry(Self.year, after: 120).version == second)
        // The thief's content was live between the two, and is passed over.
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 130)
        #expect(try fixture.entry(Self.year, after: 130).version == first)
        // A recall does the same.
        try fixture.expectRefusal(
            of: RollbackEdit(year: Self.year, target: nil),
            saying: "found only \(thiefs.short), which nobody has published with this home")
        // Who names it gets it, and no other key signs it again.
        try fixture.edit(
            RollbackEdit(year: Self.year, target: VersionPrefix(thiefs.hex)),
            after: 200)
        try fixture.rotateOnline(after: 260)
        let refusal = trouble { try fixture.publish(after: 300) }
        #expect("\(String(describing: refusal))".contains("expected to know what is shown"))
    }

    /// A content that nobody has published with this home, and whose zip is in its directory.
    private static func foreign(in fixture: SeasonFixture) throws -> PublishedBundle {
        let stranger = try SeasonFixture.published()
        try stranger.addSeason(2024, title: "A stranger's")
        try stranger.publish(after: 60)
        let bundle = try #require(try stranger.live(after: 60).bundles()[year])
        try FileManager.default.copyItem(
            atPath: stranger.folder["site/\(bundle.zipPath)"],
            toPath: fixture.folder["site/\(bundle.zipPath)"])
        return bundle
    }

    /// A rollback offers nothing that no machine can take.
    @Test func rollbackToAZipThatHoldsSomethingElseIsRefused() throws {
        let (fixture, _, _) = try twice()
        let live = try fixture.entry(Self.year, after: 60)
        let false6 = try #require(ContentVersion(String(repeating: "6", count: 64)))
        try Thief(fixture).publish(
            [TheftTests.signed(live, version: false6)],
            version: SeasonFixture.start.unixSeconds + 115)
        try fixture.publish(after: 120)
        try fixture.expectRefusal(
            of: RollbackEdit(year: Self.year, target: VersionPrefix(false6.hex)),
            saying: "expected the zip of 2024 666666666666, found none, or a damaged one")
    }

    @Test func aStoppedRolloutIsStoppedAcrossAnotherOnlineKey() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,50%:2h,100%:6h"))
        try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        try fixture.edit(WavesEdit(year: Self.year, change: .stop), after: 120)
        let stopped = try fixture.entry(Self.year, after: 120)
        try fixture.rotateOnline(after: 200)
        try fixture.publish(after: 210)
        #expect(try fixture.entry(Self.year, after: 210) == stopped)
    }

    @Test func aSeasonThatIsTakenAwayAndComesBackKeepsItsRecalls() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(recall(second), after: 180)
        let kept = fixture.folder["kept"]
        try FileManager.default.moveItem(atPath: fixture.folder["bundles/2024"], toPath: kept)
        for clears in [false, true] {
            if clears { try? FileManager.default.removeItem(atPath: decisions(fixture)) }
            let report = try fixture.publish(after: clears ? 240 : 200)
            #expect(report.notes == [.keptForRecalls(Self.year)])
            let live = try fixture.entry(Self.year, after: 240)
            #expect(live.version == first && live.recalled == [second])
        }
        try FileManager.default.moveItem(atPath: kept, toPath: fixture.folder["bundles/2024"])
        #expect(trouble { try fixture.publish(after: 300) } != nil)
        // Lifted, it goes.
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2024"])
        try fixture.edit(
            LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(second.hex))),
            after: 360)
        try fixture.publish(after: 420)
        #expect(try fixture.live(after: 420).bundles()[Self.year] == nil)
    }

    @Test(arguments: [false, true])
    func aSeasonThatWasRolledBackComesBackOnlyWhenAsked(_ clears: Bool) throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        let kept = fixture.folder["kept"]
        try FileManager.default.moveItem(atPath: fixture.folder["bundles/2024"], toPath: kept)
        try fixture.publish(after: 200)
        #expect(try fixture.live(after: 200).bundles()[Self.year] == nil)
        try FileManager.default.moveItem(atPath: kept, toPath: fixture.folder["bundles/2024"])
        if clears { try FileManager.default.removeItem(atPath: decisions(fixture)) }
        let report = try fixture.publish(after: 260)
        #expect(report.notes == [.rolledBack(Self.year)])
        #expect(try fixture.live(after: 260).bundles()[Self.year] == nil)
        try fixture.publish(after: 320, again: [Self.year])
        #expect(try fixture.entry(Self.year, after: 320).version == second)
    }

    @Test func betweenTwoKeysARecallAndALiftAreRemembered() throws {
        let (fixture, _, second) = try twice()
        try fixture.rotateOnline(after: 180)
        try fixture.edit(recall(second, to: .embedded), after: 190)
        try fixture.publish(after: 200)
        #expect(try fixture.entry(Self.year, after: 200).recalled == [second])

        try fixture.rotateOnline(after: 260)
        let lift = LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(second.hex)))
        #expect(
            try fixture.edit(lift, after: 270).notes == [
                .decided(record: fixture.home.path + "/decisions.json", place: fixture.site)
            ])
        try fixture.publish(after: 280)
        let live = try fixture.entry(Self.year, after: 280)
        #expect(live.version == second && live.recalled.isEmpty)
    }

    @Test func anotherCheckoutKeepsWhatTheSameKeyHasSigned() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(recall(second), after: 180)
        try FileManager.default.removeItem(atPath: decisions(fixture))
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).recalled == [second])
        // Not in the folder: taken over from the replaced key, too.
        try fixture.rotateOnline(after: 300)
        try fixture.publish(after: 360)
        let live = try fixture.entry(Self.year, after: 360)
        #expect(live.recalled == [second] && live.version != first)
    }

    @Test func aDirectoryUnderAnotherNameIsTheSame() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try fixture.rotateOnline(after: 200)
        let moved = fixture.folder["moved"]
        try FileManager.default.moveItem(atPath: fixture.site, toPath: moved)
        try fixture.publishElsewhere(after: 240, into: moved)
        try FileManager.default.moveItem(atPath: moved, toPath: fixture.site)
        let live = try fixture.entry(Self.year, after: 240)
        #expect(live.version == first && live.rolledBack == [second])
    }

    @Test func anOlderCopyOfTheDirectoryLosesNoRecall() throws {
        let (fixture, first, second) = try twice()
        let copy = fixture.folder["copy"]
        try FileManager.default.copyItem(atPath: fixture.site, toPath: copy)
        try fixture.edit(recall(second), after: 180)
        func restore() throws {
            try FileManager.default.removeItem(atPath: fixture.site)
            try FileManager.default.copyItem(atPath: copy, toPath: fixture.site)
        }
        // The copy offers what is recalled, and the folder has it.
        try restore()
        #expect(throws: PublishError.self) { try fixture.publish(after: 240) }
        let report = try fixture.refresh(after: 270)
        #expect(report.notes.contains(.recallRestored(Self.year)))
        let restored = try fixture.entry(Self.year, after: 270)
        #expect(restored.recalled == [second] && restored.version == first)

        try restore()
        try fixture.refresh(after: 300)
        #expect(try fixture.entry(Self.year, after: 300).recalled == [second])

        try restore()
        let waves = WavesEdit(year: Self.year, change: .all, holdOffSeconds: 60)
        try fixture.edit(waves, after: 360)
        #expect(try fixture.entry(Self.year, after: 360).recalled == [second])

        try restore()
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 420)
        let live = try fixture.entry(Self.year, after: 420)
        #expect(live.recalled == [second] && ![first, second].contains(live.version))
    }

    @Test func whatAnotherCheckoutHasLiftedStaysLifted() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(recall(second), after: 180)
        let mine = try Data(contentsOf: URL(filePath: decisions(fixture)))
        let lift = LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(second.hex)))
        try fixture.edit(lift, after: 240)
        // The record of a checkout that has not heard of it.
        try mine.write(to: URL(filePath: decisions(fixture)))
        try fixture.publish(after: 300)
        let live = try fixture.entry(Self.year, after: 300)
        #expect(live.version == second && live.recalled.isEmpty)
    }

    @Test func aDryRunSaysThatTheRecordIsFull() throws {
        let fixture = try SeasonFixture.published()
        try DecisionFile(home: fixture.home).update { (record) throws(PublishError) in
            for number in 1..<DecisionRecord.placesMax { record.places["/p/\(number)"] = [:] }
        }
        for isDryRun in [true, false] {
            let publisher = Publisher(
                destination: FolderDestination(directory: fixture.folder["one-more"]),
                home: fixture.home, key: try fixture.onlineKey(),
                content: .seasons(try SeasonPacker(folder: fixture.bundles).pack(nil)),
                now: SeasonFixture.start.advanced(bySeconds: 60), isDryRun: isDryRun)
            #expect(throws: PublishError.home(.recordIsFull(placesMax: 64))) {
                _ = try publisher.run()
            }
        }
    }

    @Test func aKilledCommandHasDecidedNothing() throws {
        let (fixture, _, second) = try twice()
        var publisher = Publisher(
            destination: FolderDestination(directory: fixture.site), home: fixture.home,
            key: try fixture.onlineKey(),
            content: .edited(RollbackEdit(year: Self.year, target: nil)),
            now: SeasonFixture.start.advanced(bySeconds: 100))
        // As good as a kill: the record is written, and nothing else is.
        publisher.beforeCommit = { () throws(PublishError) in throw .place("", .busy) }
        #expect(trouble { _ = try publisher.run() } != nil)
        let file = DecisionFile(home: fixture.home)
        let killed = try file.read()
        #expect(killed.pending[fixture.site]?.words[Self.year]?.rolledBack == [second])
        #expect(killed.places[fixture.site]?[Self.year]?.rolledBack == [])
        #expect(String(decoding: killed.encoded, as: UTF8.self).contains("\"pending\""))
        try fixture.rotateOnline(after: 200)
        try fixture.publish(after: 210)
        let live = try fixture.entry(Self.year, after: 210)
        #expect(live.version == second && live.rolledBack == [])
        #expect(try file.read().pending.isEmpty)
    }

    @Test("A rollback that was killed after its commit and is repeated goes back once")
    func aKilledRollbackGoesBackOnce() throws {
        let (fixture, first, second) = try twice()
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 90)
        let before = try DecisionFile(home: fixture.home).read()
        let rollback = RollbackEdit(year: Self.year, target: nil)
        try fixture.edit(rollback, after: 100)
        try forgetCommit(fixture, since: before)
        let report = try fixture.edit(rollback, after: 110)
        #expect(report.notes == [.rolledBackBefore(Self.year, second)])
        #expect(try fixture.entry(Self.year, after: 110).version == second)
        // Now it has said so, and a rollback means one step more.
        try fixture.edit(rollback, after: 120)
        #expect(try fixture.entry(Self.year, after: 120).version == first)
        try fixture.edit(
            RollbackEdit(year: Self.year, target: VersionPrefix(second.hex)), after: 130)
        #expect(try fixture.entry(Self.year, after: 130).version == second)
    }

    @Test func aCommandIsDecidedOnceItsTimestampIsThere() throws {
        let (fixture, _, second) = try twice()
        let before = try DecisionFile(home: fixture.home).read()
        try fixture.edit(recall(second), after: 100)
        try forgetCommit(fixture, since: before)
        try fixture.rotateOnline(after: 200)
        try fixture.addSeason(2024, title: "Put right")
        try fixture.publish(after: 210)
        #expect(try fixture.entry(Self.year, after: 210).recalled == [second])
    }

    @Test func theLostZipOfASeasonThatStaysIsNamed() throws {
        let (fixture, first, _) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        for zip in try Files.names(in: fixture.folder["site/targets/f1/2024"]) {
            try FileManager.default.removeItem(
                atPath: fixture.folder["site/targets/f1/2024/\(zip)"])
        }
        let zip = try #require(try fixture.live(after: 120).bundles()[Self.year]).zipPath
        #expect(try fixture.publish(after: 180).notes.contains(.zipLost(path: zip)))
        // Its content in the folder puts it back.
        try fixture.addSeason(2024)
        try fixture.publish(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).version == first)
        #expect(try fixture.seenByNewClient(after: 240).count == 2)
    }

    @Test func theZipOfWhatIsToBeShownIsGone() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(recall(second), after: 180)
        try fixture.rotateOnline(after: 200)
        try FileManager.default.removeItem(atPath: fixture.folder["site/targets"])
        let before = try fixture.folder.contents()
        let refusal = trouble { try fixture.publish(after: 240) }
        #expect("\(String(describing: refusal))".contains("put into bundles/2024"))
        #expect(try fixture.folder.contents() == before)
        try fixture.addSeason(2024, title: "Put right")
        try fixture.publish(after: 300)
        #expect(try fixture.entry(Self.year, after: 300).recalled == [second])
    }

    @Test func theRecordIsReadAsItWasWritten() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(recall(second, to: .embedded), after: 180)
        let file = DecisionFile(home: fixture.home)
        let record = try file.read()
        #expect(record.places[fixture.site]?[Self.year]?.recalled == [second])
        #expect(record.places[fixture.site]?[Self.year]?.isWithdrawn == true)
        #expect(
            try fixture.folder.read("home/decisions.json")
                == String(decoding: record.encoded, as: UTF8.self))
        for damaged in ["", "{", "{\"format\":2,\"repositories\":{}}", "[]"] {
            try fixture.folder.write(damaged, to: "home/decisions.json")
            let error = trouble { _ = try file.read() }
            #expect("\(String(describing: error))".contains("restore it from version control"))
        }
    }

    /// What was decided is elsewhere then, for instance on a disk that is not mounted.
    @Test func aLinkThatLeadsNowhereIsNoEmptyRecord() throws {
        let (fixture, _, second) = try twice()
        try fixture.edit(recall(second, to: .embedded), after: 180)
        let file = DecisionFile(home: fixture.home)
        let record = try file.read()
        let elsewhere = fixture.folder["elsewhere.json"]
        try FileManager.default.moveItem(atPath: decisions(fixture), toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: decisions(fixture), withDestinationPath: elsewhere)
        #expect(try file.read() == record)
        try FileManager.default.removeItem(atPath: elsewhere)
        #expect(throws: PublishError.self) { try file.read() }
        #expect(throws: PublishError.self) { try fixture.publish(after: 240, isForced: true) }
    }

    private func decisions(_ fixture: SeasonFixture) -> String {
        "\(fixture.home.path)/\(DecisionFile.name)"
    }

    private func saysLifted(_ fixture: SeasonFixture, after seconds: Int64) throws -> Bool {
        SeasonEvent.all(in: try fixture.entryHistory(after: seconds)).contains {
            $0.kind == .lifted || $0.kind == .dropped
        }
    }

    /// Leaves the record as if the last command had been killed before it wrote that its timestamp is there.
    private func forgetCommit(_ fixture: SeasonFixture, since before: DecisionRecord) throws {
        let after = try DecisionFile(home: fixture.home).read()
        var killed = before
        killed.pending[fixture.site] = PendingWords(
            try #require(after.signed[fixture.site]), words: after.places[fixture.site] ?? [:])
        try fixture.folder.write(
            String(decoding: killed.encoded, as: UTF8.self), to: "home/decisions.json")
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
    /// Removes what is out of use, so many seconds after the start, a day after a refresh.
    func prune(after seconds: Int64) throws -> PrunePlan {
        try refresh(after: seconds - Self.day)
        return try Pruner(
            destination: FolderDestination(directory: site), home: home, keepDays: 1,
            now: Self.start.advanced(bySeconds: seconds)
        ).run { _ in }
    }
}
