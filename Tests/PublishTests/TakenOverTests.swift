import BundleFormat
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Our decisions outlive what a thief, a pause or another checkout puts between them and the next key.
@Suite struct TakenOverTests {
    private static let year = SeasonFixture.year
    private static let stop = WavesEdit(year: year, change: .stop)

    /// A home that has published two contents of a season.
    private let fixture: SeasonFixture
    private let first: ContentVersion
    private let second: ContentVersion

    init() throws {
        fixture = try SeasonFixture.published()
        first = try fixture.entry(Self.year, after: 0).version
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,100%:6h"))
        try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        second = try fixture.entry(Self.year, after: 60).version
    }

    // MARK: An own command over a thief's change

    @Test func aStopOutlivesAThiefWhomTheNextCommandHasNotNoticed() throws {
        try fixture.edit(Self.stop, after: 120)
        let ours = try fixture.entry(Self.year, after: 120)
        try steal(after: 180) { TheftTests.signed($0) }
        try fixture.edit(try recallOfNothing(), after: 240)
        #expect(try fixture.entry(Self.year, after: 240).rollout == nil, "carried on")
        try fixture.rotateOnline(after: 300)
        try fixture.publish(after: 360)
        let entry = try fixture.entry(Self.year, after: 360)
        #expect(entry.rollout == ours.rollout && entry.published == ours.published)
    }

    @Test func whatWeDecideAfterHimOfTheSameRolloutIsOurs() throws {
        try fixture.edit(Self.stop, after: 120)
        try steal(after: 180) { TheftTests.signed($0) }
        try fixture.edit(try recallOfNothing(), after: 240)
        try fixture.edit(
            WavesEdit(year: Self.year, change: .all, holdOffSeconds: 60), after: 300)
        try fixture.rotateOnline(after: 360)
        try fixture.publish(after: 420)
        #expect(try fixture.entry(Self.year, after: 420).rollout?.isStopped == false)
    }

    @Test func aRollbackOutlivesAThiefsContentThatTheNextCommandKeeps() throws {
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let evil = try #require(ContentVersion(String(repeating: "e", count: 64)))
        try steal(after: 180) { TheftTests.signed($0, version: evil) }
        try fixture.edit(try recallOfNothing(), after: 240)
        #expect(try fixture.entry(Self.year, after: 240).version == evil, "carried on")
        try fixture.rotateOnline(after: 300)
        let report = try fixture.publish(after: 360)
        let entry = try fixture.entry(Self.year, after: 360)
        #expect(entry.version == first && entry.rolledBack == [second])
        #expect(report.notes.contains(.rolledBack(Self.year)))
    }

    @Test func aRollbackWithoutANamePassesOverWhatWeHaveRecalledThoughAThiefHasLiftedIt() throws {
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: #require(VersionPrefix(first.hex)),
                replacement: .previous), after: 120)
        try steal(after: 180) { TheftTests.signed($0) }
        let told = trouble {
            try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 240)
        }
        #expect(told?.exitStatus == 1)
        #expect(try fixture.entry(Self.year, after: 240).version == second)
    }

    // MARK: A season that is left out for a while

    @Test func aStopOutlivesASeasonThatIsLeftOutForAWhile() throws {
        try fixture.edit(Self.stop, after: 120)
        let ours = try fixture.entry(Self.year, after: 120)
        let folder = fixture.folder["bundles/2024"]
        try FileManager.default.moveItem(atPath: folder, toPath: fixture.folder["2024"])
        try fixture.publish(after: 180)
        #expect(try fixture.live(after: 180).bundles()[Self.year] == nil)
        try FileManager.default.moveItem(atPath: fixture.folder["2024"], toPath: folder)
        try fixture.publish(after: 240)
        let entry = try fixture.entry(Self.year, after: 240)
        #expect(entry.version == second && entry.rollout == ours.rollout)
        #expect(entry.published == ours.published)
    }

    @Test(arguments: [false, true])
    func aRollbackOutlivesAnOlderCopyThoughTheSeasonWasLeftOut(isRefreshed: Bool) throws {
        let copy = fixture.folder["copy"]
        try FileManager.default.copyItem(atPath: fixture.site, toPath: copy)
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        let folder = fixture.folder["bundles/2024"]
        try FileManager.default.moveItem(atPath: folder, toPath: fixture.folder["2024"])
        try fixture.publish(after: 180)
        try FileManager.default.removeItem(atPath: fixture.site)
        try FileManager.default.copyItem(atPath: copy, toPath: fixture.site)
        if isRefreshed {
            try fixture.refresh(after: 240)
            #expect(try fixture.entry(Self.year, after: 240).version == first)
        }
        // The folder still lacks it, so nothing of it is offered.
        try fixture.publish(after: 300)
        #expect(try fixture.live(after: 300).bundles()[Self.year] == nil)
        try FileManager.default.moveItem(atPath: fixture.folder["2024"], toPath: folder)
        let told = trouble { try fixture.publish(after: 360) }
        let offered = try fixture.live(after: 360).bundles()[Self.year]?.custom.version
        #expect(offered != second, "\(String(describing: told))")
    }

    // MARK: A decision between two keys

    @Test func aDecisionBetweenTwoKeysIsNewerOnlyUntilAStateSaysIt() throws {
        let recall = RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(first.hex)),
            replacement: .previous)
        try fixture.edit(recall, after: 120)
        try fixture.rotateOnline(after: 180)
        let other = Home(path: fixture.folder["other-home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: other.path)
        try run(
            .edited(
                LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(first.hex)))),
            by: other, after: 240)
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 300)
        try run(.asPublished, by: other, after: 360)
        #expect(try fixture.entry(Self.year, after: 360).recalled == [])
        // The other checkout's lift is signed. What this one decides later is newer.
        try fixture.edit(recall, after: 420)
        for seconds in [480, 540] as [Int64] {
            try run(.asPublished, by: other, after: seconds)
            #expect(try fixture.entry(Self.year, after: seconds).recalled == [first])
        }
    }

    @Test func aDecisionBetweenTwoKeysThatAnotherCheckoutSignedAndTookBackIsOver() throws {
        try fixture.rotateOnline(after: 120)
        let recall = RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(first.hex)),
            replacement: .previous)
        try fixture.edit(recall, after: 180)
        // It pulls what was decided before anybody has signed it.
        let other = Home(path: fixture.folder["other-home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: other.path)
        try fixture.publish(after: 240)
        #expect(try fixture.entry(Self.year, after: 240).recalled == [first])
        let lift = LiftEdit(year: Self.year, recalled: try #require(VersionPrefix(first.hex)))
        try fixture.edit(lift, after: 300)
        for seconds in [360, 420] as [Int64] {
            try run(.asPublished, by: other, after: seconds)
            #expect(try fixture.entry(Self.year, after: seconds).recalled == [])
        }
    }

    @Test func aPlaceThatNeverHadASeasonCanBePublishedThoughItIsRecalledElsewhere() throws {
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: #require(VersionPrefix(first.hex)),
                replacement: .previous), after: 120)
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2024"])
        let beta = fixture.folder["beta"]
        try fixture.publishElsewhere(after: 180, into: beta)
        try fixture.rotateOnline(after: 240)
        try fixture.publishElsewhere(after: 300, into: beta)
        // The place that has it goes on saying what is recalled.
        try fixture.publish(after: 360)
        #expect(try fixture.entry(Self.year, after: 360).recalled == [first])
    }

    // MARK: Limits of the record

    @Test func theRecordIsReadAgainHoweverManyRecallsItsPlacesHave() throws {
        var record = DecisionRecord()
        let entry = try #require(try fixture.live(after: 60).bundles()[Self.year])
        for (place, digit) in [("/a", "a"), ("/b", "b")] {
            let many = try (10..<73).map {
                try #require(ContentVersion(String(repeating: digit, count: 62) + "\($0)"))
            }
            record.places[place] = [Self.year: SeasonWord(recalled: many)]
        }
        record.places["/c"] = record.words(at: "/c", beside: [:])
        record.places["/d"] = record.words(at: "/d", beside: [Self.year: entry.custom])
        let read = try DecisionRecord(JSONCursor(JSON.parse(record.encoded)))
        #expect(read == record)
        #expect(read.places["/c"]?[Self.year]?.recalled.count == TargetCustom.recalledMax)
    }

    @Test func manyTimestampsOfAReplacedKeyOfOursDoNotKeepUsFromReplacingIt() throws {
        let timestamp = try fixture.folder.read("site/metadata/timestamp.json")
        for number in 1...(PublishLimits.newerStatesMax + 1) {
            let version = SeasonFixture.start.unixSeconds + 10_000 + Int64(number)
            try fixture.folder.write(timestamp, to: "site/targets/live/\(version).timestamp.json")
        }
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        #expect(try fixture.entry(Self.year, after: 180).version == second)
        #expect(try fixture.seenByNewClient(after: 180).count == 2)
    }

    // MARK: What came when

    @Test func whatAReplacedKeySignedFromTheFutureEndsWhereTheNextKeyBegins() throws {
        try fixture.addSeason(2024, title: "From the future")
        try fixture.publish(after: 2 * SeasonFixture.day)
        try fixture.rotateOnline(after: 120)
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 180)
        try fixture.addSeason(2024, title: "A fourth")
        try fixture.publish(after: 200 * SeasonFixture.day)
        let states = try fixture.entryHistory(after: 200 * SeasonFixture.day)
        let third = try #require(states.dropLast().last)
        #expect(third.since == SeasonFixture.start.advanced(bySeconds: 180))
        #expect(third.until == SeasonFixture.start.advanced(bySeconds: 200 * SeasonFixture.day))
        let now = SeasonFixture.start.advanced(bySeconds: 200 * SeasonFixture.day)
        let events = SeasonEvent.all(in: states)
        #expect(events.count >= 4)
        for event in events {
            #expect(event.since <= event.until ?? now)
        }
        let replaced = events.filter { !$0.isStillTrusted }.compactMap(\.until).max()
        #expect(replaced == third.since)
    }

    // MARK: Helpers

    /// A thief signs every season as it is, but this one as `edit` says.
    private func steal(
        after seconds: Int64, _ edit: (TargetCustom) -> TargetCustom
    ) throws {
        let live = try fixture.live(after: seconds)
        var targets = try live.bundles().filter { $0.key != Self.year }.values.map(\.target)
        let bundle = try #require(try live.bundles()[Self.year])
        let custom = edit(bundle.custom)
        let thief = try Thief(fixture)
        targets.append(
            custom.version == bundle.custom.version
                ? TargetFile(
                    path: bundle.target.path, lengthBytes: bundle.target.lengthBytes,
                    hashes: bundle.target.hashes, custom: custom.json)
                : try thief.file(bundle.target.path, custom: custom.json))
        try thief.publish(
            targets: targets.sorted { $0.path < $1.path },
            version: SeasonFixture.start.unixSeconds + seconds)
    }

    /// A recall of a content that nobody has: it changes nothing else of the season.
    private func recallOfNothing() throws -> RecallEdit {
        RecallEdit(
            year: Self.year,
            recalled: try #require(VersionPrefix(String(repeating: "0", count: 64))),
            replacement: .previous)
    }

    @discardableResult
    private func run(
        _ content: Publisher.Content, by home: Home, after seconds: Int64
    ) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: fixture.site), home: home,
            key: OnlineKey.read(home: home, option: nil, environment: nil), content: content,
            now: SeasonFixture.start.advanced(bySeconds: seconds)
        ).run()
    }
}
