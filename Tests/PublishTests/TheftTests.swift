import BundleFormat
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Recovery from a theft always works: after `keys rotate-online`, `publish` brings every machine back to our
/// content, whatever the thief has signed.
@Suite struct TheftTests {
    private static let year = SeasonFixture.year

    /// What a thief signs; he knows what is live and what was before.
    struct Deed: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let commit: @Sendable (Thief, _ live: TargetCustom, _ before: ContentVersion) throws -> Void
    }

    static let farVersion = Int64.max - 1

    static let deeds = [
        Deed(testDescription: "recalls what is live") { thief, live, _ in
            try thief.publish([signed(live, recalled: [live.version])], version: 1_900_000_000)
        },
        Deed(testDescription: "recalls everything we ever had") { thief, live, before in
            try thief.publish(
                [signed(live, version: before, recalled: [live.version, before])],
                version: 1_900_000_000)
        },
        Deed(testDescription: "recalls as much as there is room for") { thief, live, _ in
            let many = (0..<63).compactMap { number in
                ContentVersion(String(repeating: "0", count: 62) + String(10 + number))
            }
            try thief.publish(
                [signed(live, recalled: many + [live.version])], version: 1_900_000_000)
        },
        Deed(testDescription: "publishes in the year 9999") { thief, live, before in
            try thief.publish(
                [signed(live, version: before, published: "9999-12-31T23:59:59Z")],
                version: 1_900_000_000)
        },
        Deed(testDescription: "publishes in the year 0000") { thief, live, _ in
            try thief.publish(
                [signed(live, published: "0000-00-00T00:00:00Z")], version: 1_900_000_000)
        },
        Deed(testDescription: "versions near the end of numbers") { thief, live, before in
            try thief.publish([signed(live, version: before)], version: farVersion)
        },
        Deed(testDescription: "removes every season") { thief, _, _ in
            try thief.publish([], version: 1_900_000_000)
        },
        Deed(testDescription: "adds a season") { thief, live, _ in
            let entry = TargetCustom(
                year: year(2031), version: live.version, published: live.published,
                recalled: [live.version])
            try thief.publish([entry], version: 1_900_000_000)
        },
        Deed(testDescription: "says that ours was rolled back") { thief, live, before in
            try thief.publish(
                [signed(live, version: before, rolledBack: [live.version])],
                version: 1_900_000_000)
        },
        Deed(testDescription: "lets nobody follow") { thief, live, _ in
            let rollout = Rollout(
                waves: [.init(percent: 1, afterSeconds: Rollout.afterSecondsMax)],
                isStopped: true)
            try thief.publish([signed(live, rollout: rollout)], version: 1_900_000_000)
        },
        Deed(testDescription: "garbage in custom") { thief, live, _ in
            for custom in [nil, .integer(7), ["year": "next"], ["recalled": [1, 2]]] as [JSON?] {
                let files = [
                    try thief.file("f1/2024/bundle.zip", custom: custom),
                    try thief.file("f1/2025/bundle.zip", custom: signed(live).json),
                ]
                try thief.publish(targets: files, version: 1_900_000_000)
            }
        },
        Deed(testDescription: "no metadata at all") { thief, _, _ in
            for name in ["timestamp.json", "1800000000.snapshot.json"] {
                try thief.fixture.folder.write("{\"evil\":", to: "site/metadata/\(name)")
            }
        },
    ]

    @Test(arguments: deeds) func recoveryFromATheftAlwaysWorks(_ deed: Deed) throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.entry(Self.year, after: 0)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let live = try fixture.entry(Self.year, after: 60)
        let store = MemoryStore()
        let ours = try fixture.seen(store: store, after: 60)

        let thief = try Thief(fixture)
        try deed.commit(thief, live, before.version)
        // A machine that takes what it is given.
        _ = try? fixture.seen(store: store, after: 120)
        try fixture.rotateOnline(after: 180)
        try fixture.publish(after: 240)

        #expect(try fixture.seen(store: store, after: 240) == ours)
        #expect(try fixture.seenByNewClient(after: 240) == ours)
        let entry = try fixture.entry(Self.year, after: 240)
        #expect(entry.version == live.version && entry.published == live.published)
        #expect(!entry.recalled.contains(entry.version))
        #expect(entry.rollout == nil)
        // And everything goes on.
        #expect(try fixture.publish(after: 300).plan.signing == .nothing)
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 360)
        let third = try fixture.entry(Self.year, after: 360).version
        #expect(third != live.version)
        // Whatever he has recalled, there is room for a recall of ours.
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: #require(VersionPrefix(third.hex)),
                replacement: .previous), after: 420)
        #expect(try fixture.entry(Self.year, after: 420).recalled.contains(third))
    }

    /// The message names the way on, and the way leads on.
    @Test func garbageThatAThiefSignedIsRefusedWithTheRemedy() throws {
        let fixture = try SeasonFixture.published()
        let thief = try Thief(fixture)
        try thief.publish(
            targets: [try thief.file("f1/2024/bundle.zip", custom: ["year": "next"])],
            version: SeasonFixture.start.unixSeconds + 30)
        let told = try #require(trouble { try fixture.publish(after: 60) })
        #expect(told.exitStatus == 3)
        #expect(told.remedy?.contains("bundle-publish keys rotate-online") == true, "\(told)")
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        #expect(try fixture.seenByNewClient(after: 180).count == 2)
    }

    /// Whoever has not noticed the thief goes on publishing; what is carried on then is not ours.
    @Test func whatAThiefRecallsIsNotOursBecauseWePublishedMeanwhile() throws {
        let fixture = try SeasonFixture.published()
        let live = try fixture.entry(Self.year, after: 0)
        let thief = try Thief(fixture)
        let entries = try fixture.live(after: 0).bundles().values.map(\.custom)
        try thief.publish(
            entries.map { Self.signed($0, recalled: $0.year == Self.year ? [$0.version] : []) },
            version: SeasonFixture.start.unixSeconds + 30)
        let other = try #require(BundleYear(2025))
        try fixture.edit(
            WavesEdit(year: other, change: .all, holdOffSeconds: 60), after: 60)
        #expect(try fixture.entry(Self.year, after: 60).recalled == [live.version], "carried on")
        try fixture.rotateOnline(after: 120)
        let report = try fixture.publish(after: 180)
        #expect(try fixture.entry(Self.year, after: 180).recalled.isEmpty)
        #expect(
            report.notes.contains {
                switch $0 {
                case .recallDropped, .rollbackDropped: true
                default: false
                }
            })
    }

    /// A command that says something else about a season carries its content on: that may be the thief's.
    @Test func whatWeOnlyCarriedOnIsNotSignedByTheNewKey() throws {
        let fixture = try SeasonFixture.published()
        let earlier = try #require(try fixture.live(after: 0).bundles()[Self.year]).target
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let ours = try fixture.entry(Self.year, after: 60)
        try Thief(fixture).publish(
            targets: [earlier], version: SeasonFixture.start.unixSeconds + 90)
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix(ours.version.hex)),
                replacement: .previous), after: 120)
        try fixture.rotateOnline(after: 180)
        let error = trouble { try fixture.publish(after: 240) }
        #expect("\(String(describing: error))".contains("to know what is shown instead"))
        // The remedy works.
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 300)
        #expect(try fixture.entry(Self.year, after: 300).recalled.contains(ours.version))
    }

    /// Your own recalls and rollbacks stay, also if a publish has followed the thief before anybody noticed.
    @Test(arguments: ["rollback", "recall"])
    func whatWeTookBackStaysSoAfterAPublishThatFollowedTheThief(_ command: String) throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let second = try fixture.entry(Self.year, after: 60)
        let edit: any EntryEdit =
            command == "rollback"
            ? RollbackEdit(year: Self.year, target: nil)
            : RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix(second.version.hex)),
                replacement: .previous)
        try fixture.edit(edit, after: 120)
        let shown = try #require(try fixture.live(after: 120).bundles()[Self.year])
        // He signs the same content and leaves out what we said of the other one.
        try Thief(fixture).publish(
            targets: [
                shown.signed(
                    published: shown.custom.published, rollout: nil, recalled: [], rolledBack: []
                ).target
            ], version: SeasonFixture.start.unixSeconds + 150)
        try fixture.publish(after: 180)
        #expect(try fixture.entry(Self.year, after: 180).version == second.version, "followed")
        try fixture.rotateOnline(after: 240)
        try fixture.publish(after: 300)
        let entry = try fixture.entry(Self.year, after: 300)
        #expect(entry.version == first.version)
        #expect(entry.recalled == (command == "recall" ? [second.version] : []))
        #expect(entry.rolledBack == (command == "rollback" ? [second.version] : []))
    }

    @Test func recallsThatNameNothingOfOursAreTakenOver() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.entry(Self.year, after: 0)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let live = try fixture.entry(Self.year, after: 60)
        try Thief(fixture).publish(
            [Self.signed(live, recalled: [before.version])], version: 1_900_000_000)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        #expect(try fixture.entry(Self.year, after: 180).recalled == [before.version])
    }

    @Test func whatAReplacedKeyOffersElsewhereIsNotPromoted() throws {
        let fixture = try SeasonFixture.published()
        let beta = fixture.folder["beta"]
        try fixture.publishElsewhere(after: 60, into: beta)
        let destination = FolderDestination(directory: beta)
        func source(after seconds: Int64) throws -> LiveRepository? {
            try LiveRepository.read(
                destination.fetcher, at: beta, roots: fixture.home.roots(),
                now: SeasonFixture.start.advanced(bySeconds: seconds))
        }
        #expect(try source(after: 90) != nil)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        let refusal = trouble { _ = try source(after: 240) }
        #expect("\(String(describing: refusal))".contains("expected the online key that signed it"))
        // Signed by the new key, it is.
        try fixture.publishElsewhere(after: 300, into: beta)
        #expect(try source(after: 360) != nil)
        // Machines stop at what is no root; what our key has signed is the same.
        try fixture.folder.write("{}", to: "beta/metadata/3.root.json")
        #expect(try source(after: 420) != nil)
    }

    /// Whoever may write to the server puts a timestamp of the old key back whose state is gone or too old.
    @Test(arguments: [true, false])
    func whatAReplacedKeySignedIsIgnoredAlsoIfItCannotBeRead(isGone: Bool) throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0).version
        let thief = try Thief(fixture)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix(first.hex)),
                replacement: .previous), after: 90)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        let ours = try fixture.seenByNewClient(after: 180)
        try thief.publish(targets: [], version: isGone ? 1_900_000_000 : 1_000)
        if isGone { try fixture.folder.remove("site/metadata/1900000000.snapshot.json") }

        #expect(try fixture.publish(after: 240).notes == [.olderTimestampPutBack])
        #expect(try fixture.seenByNewClient(after: 240) == ours)
        #expect(try fixture.entry(Self.year, after: 240).recalled == [first])
    }

    /// Nobody can restore what he signed, so it must not stop us.
    @Test func whatAReplacedKeySignedDoesNotStopPrune() throws {
        let fixture = try SeasonFixture.published()
        let live = try fixture.entry(Self.year, after: 0)
        let thief = try Thief(fixture)
        var members = try #require(live.json.objectValue)
        members["published"] = "yesterday"
        let version = SeasonFixture.start.unixSeconds + 30
        try thief.publish(
            targets: [thief.file("f1/2024/bundle.zip", custom: .object(members))], version: version)
        try fixture.folder.copy(
            "site/metadata/timestamp.json", to: "site/targets/live/\(version).timestamp.json")
        try fixture.rotateOnline(after: 60)
        try fixture.publish(after: 120)
        let later = 400 * SeasonFixture.day
        let plan = try fixture.prune(after: later)
        #expect(plan.removed.contains { $0.path == "metadata/\(version).targets.json" })
    }

    /// Whoever may write to the server puts old metadata back, long after the key was replaced.
    @Test func aReplacedKeyRecallsNothingOnceWeHavePublishedPastIt() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.entry(Self.year, after: 0)
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let live = try fixture.entry(Self.year, after: 60)
        let thief = try Thief(fixture)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        let ours = try fixture.seenByNewClient(after: 180)

        try thief.publish(
            [Self.signed(live, recalled: [before.version])], version: 1_900_000_000)
        let report = try fixture.publish(after: 240)
        // What our new key has signed counts, though the old key's timestamp is there.
        #expect(report.notes.contains(.olderTimestampPutBack))
        #expect(try fixture.entry(Self.year, after: 240).recalled.isEmpty)
        #expect(try fixture.seenByNewClient(after: 240) == ours)
        // And with every root of ours taken away, too.
        try thief.publish(
            [Self.signed(live, recalled: [before.version])], version: 1_900_000_100)
        try FileManager.default.removeItem(
            atPath: fixture.folder["site/metadata/2.root.json"])
        try fixture.publish(after: 300)
        #expect(try fixture.entry(Self.year, after: 300).recalled.isEmpty)
    }

    static func year(_ number: Int) -> BundleYear {
        guard let year = BundleYear(number) else { preconditionFailure("\(number) is no year") }
        return year
    }

    static func signed(
        _ entry: TargetCustom, version: ContentVersion? = nil, published: String? = nil,
        rollout: Rollout? = nil, recalled: [ContentVersion] = [], rolledBack: [ContentVersion] = []
    ) -> TargetCustom {
        TargetCustom(
            year: entry.year, version: version ?? entry.version,
            published: published ?? entry.published, rollout: rollout, recalled: recalled,
            rolledBack: rolledBack)
    }
}
