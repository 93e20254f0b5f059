import BundleArchive
import BundleFormat
import Foundation
import JSON
import RepositoryTransport
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A season whose newest content needs a newer program travels in two forms.
@Suite struct LevelPublishTests {
    private static let year = SeasonFixture.year

    /// The entries that are live, by the target's path.
    private func live(_ fixture: SeasonFixture, after seconds: Int64) throws -> [String:
        TargetCustom]
    {
        let (live, _) = try LiveRepository.read(
            FolderDestination(directory: fixture.site), roots: fixture.home.roots(),
            now: SeasonFixture.start.advanced(bySeconds: seconds))
        return try Dictionary(
            uniqueKeysWithValues: (live?.targets ?? []).filter { $0.path.contains("2024") }.map {
                ($0.path, try TargetCustom(JSONCursor($0.custom ?? .null)))
            })
    }

    private func write(_ title: String, level: Int, _ fixture: SeasonFixture) throws {
        let text = SeasonFixture.description(title: title).replacing(
            "value: alliance.autoPoints",
            with: "value: \(level > 1 ? "ordinal(1).size() + " : "")alliance.autoPoints")
        try fixture.folder.write(text, to: "bundles/2024/match.yaml")
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
    }

    /// A season of level 1, then one of level 2.
    private func twice() throws -> (SeasonFixture, ContentVersion, ContentVersion) {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try fixture.publish()
        try write("Newer", level: 2, fixture)
        try fixture.publish(after: 60)
        let live = try live(fixture, after: 60)
        return (
            fixture, try #require(live["f1/2024/bundle.zip"]).version,
            try #require(live["f2/2024/bundle.zip"]).version
        )
    }

    @Test func theOlderFormStaysBesideTheNewer() throws {
        let (fixture, first, second) = try twice()
        #expect(first != second)
        let before = try live(fixture, after: 60)
        // Signed on by everything that does not concern it.
        try fixture.publish(after: 120, isForced: true)
        #expect(try live(fixture, after: 120) == before)
        try write("Newer still", level: 2, fixture)
        let report = try fixture.publish(after: 180)
        let after = try live(fixture, after: 180)
        #expect(after["f1/2024/bundle.zip"] == before["f1/2024/bundle.zip"])
        #expect(after["f2/2024/bundle.zip"]?.version != second)
        #expect(
            report.notes.contains {
                if case .needsLevel(2, _, _, others: first) = $0 { true } else { false }
            })
        #expect(try fixture.seenByNewClient(after: 180).count == 3, "both forms and 2025 are whole")
    }

    @Test func nobodyIsSaidToBeOfferedARecalledOlderForm() throws {
        let (fixture, first, _) = try twice()
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix(first.hex)),
                replacement: .previous), after: 120)
        try write("Newer still", level: 2, fixture)
        let report = try fixture.publish(after: 180)
        #expect(try live(fixture, after: 180)["f1/2024/bundle.zip"]?.recalled == [first])
        #expect(
            report.notes.contains {
                if case .needsLevel(2, _, _, others: nil) = $0 { true } else { false }
            }, "\(report.notes)")
    }

    @Test func aCheckSaysWhichLevelASeasonNeeds() throws {
        let fixture = try SeasonFixture()
        for level in [1, 2] {
            try write("Season", level: level, fixture)
            let check = try Program.run(
                "bundle-publish", ["check", "2024", "--bundles", fixture.bundles])
            #expect(check.status == 0)
            let text = check.output + check.messages
            #expect(text.contains("needs level 2 of the description language") == (level == 2))
        }
    }

    @Test func aContentOfTheFirstLevelIsForEveryone() throws {
        let (fixture, first, _) = try twice()
        try write("Plain again", level: 1, fixture)
        try fixture.publish(after: 120)
        let live = try live(fixture, after: 120)
        #expect(live.keys.sorted() == ["f1/2024/bundle.zip"])
        #expect(live["f1/2024/bundle.zip"]?.version != first)
    }

    @Test func rollbackToALowerLevelIsForEveryoneAndBackAgain() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 120)
        var live = try live(fixture, after: 120)
        #expect(live.mapValues(\.version) == ["f1/2024/bundle.zip": first])
        #expect(live["f1/2024/bundle.zip"]?.rolledBack == [second])
        let digits = try #require(VersionPrefix(second.short))
        try fixture.edit(RollbackEdit(year: Self.year, target: digits), after: 180)
        live = try self.live(fixture, after: 180)
        #expect(
            live.mapValues(\.version) == [
                "f1/2024/bundle.zip": first, "f2/2024/bundle.zip": second,
            ])
    }

    @Test func aRecalledContentIsRecalledInEveryForm() throws {
        let (fixture, first, second) = try twice()
        let digits = try #require(VersionPrefix(first.short))
        try fixture.edit(
            RecallEdit(year: Self.year, recalled: digits, replacement: .previous), after: 120)
        var live = try live(fixture, after: 120)
        #expect(live["f2/2024/bundle.zip"]?.version == second)
        #expect(live.values.allSatisfy { $0.recalled == [first] } && live.count == 2)

        // Whatever comes next, until it is lifted.
        try write("Newest", level: 2, fixture)
        try fixture.publish(after: 180)
        live = try self.live(fixture, after: 180)
        #expect(live.values.allSatisfy { $0.recalled == [first] } && live.count == 2)
        try fixture.edit(LiftEdit(year: Self.year, recalled: digits), after: 240)
        live = try self.live(fixture, after: 240)
        #expect(live.values.allSatisfy { $0.recalled.isEmpty } && live.count == 2)
    }

    @Test func aRecallOfTheNewerFormOffersTheOlderToEveryone() throws {
        let (fixture, first, second) = try twice()
        try fixture.edit(
            RecallEdit(
                year: Self.year, recalled: try #require(VersionPrefix(second.short)),
                replacement: .previous), after: 120)
        let live = try live(fixture, after: 120)
        #expect(live.mapValues(\.version) == ["f1/2024/bundle.zip": first])
        #expect(live["f1/2024/bundle.zip"]?.recalled == [second])
    }

    @Test func theOlderFormOutlivesTheOnlineKey() throws {
        let (fixture, first, second) = try twice()
        let before = try live(fixture, after: 60)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        #expect(try live(fixture, after: 180) == before)
        #expect(try fixture.seenByNewClient(after: 180).count == 3, "both forms and 2025 are whole")

        // A recall reaches the older form as well, and a second key changes nothing of it.
        let digits = try #require(VersionPrefix(first.short))
        try fixture.edit(
            RecallEdit(year: Self.year, recalled: digits, replacement: .previous), after: 240)
        try fixture.rotateOnline(after: 300)
        try fixture.publish(after: 360)
        let after = try live(fixture, after: 360)
        #expect(after.values.allSatisfy { $0.recalled == [first] })
        #expect(after["f1/2024/bundle.zip"]?.version == first)
        #expect(after["f2/2024/bundle.zip"]?.version == second)
    }

    @Test func anOlderFormOfAThiefIsNotSignedAgain() throws {
        let (fixture, first, _) = try twice()
        let ours = try #require(try live(fixture, after: 60)["f2/2024/bundle.zip"])
        let evil = try #require(ContentVersion(String(repeating: "e", count: 64)))
        let thief = try Thief(fixture)
        let targets = try [
            thief.file("f2/2024/bundle.zip", custom: ours.json),
            thief.file(
                "f1/2024/bundle.zip",
                custom: TargetCustom(
                    year: Self.year, version: evil, published: ours.published
                ).json),
        ]
        try thief.publish(targets: targets, version: 1_900_000_000)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        #expect(try live(fixture, after: 180)["f1/2024/bundle.zip"]?.version == first)
    }

    /// If a season travels in two forms, the new key signs both, also if commands have signed without the season since.
    @Test func bothFormsOutliveAThiefWhoRemovesTheSeason() throws {
        let (fixture, first, second) = try twice()
        let before = try live(fixture, after: 60)
        let other = try #require(
            try fixture.live(after: 60).bundles().values.first {
                $0.custom.year != Self.year
            })
        try Thief(fixture).publish(
            targets: [other.target], version: SeasonFixture.start.unixSeconds + 90)
        try fixture.edit(
            WavesEdit(year: other.custom.year, change: .all, holdOffSeconds: 60), after: 120)
        #expect(try live(fixture, after: 120)["f2/2024/bundle.zip"] == nil, "carried on without it")
        try fixture.rotateOnline(after: 180)
        let report = try fixture.publish(after: 240)
        #expect(
            try live(fixture, after: 240).filter { $0.key.contains("2024") }
                == before.filter {
                    $0.key.contains("2024")
                })
        #expect(report.notes.contains(.needsLevel(2, Self.year, second, others: first)))
    }

    /// An older form that no machine can take is left out.
    @Test func anOlderFormThatIsSomethingElseIsLeftOut() throws {
        let fixture = try SeasonFixture.published()
        let ours = try #require(try fixture.live(after: 0).bundles()[Self.year])
        let evil = try #require(ContentVersion(String(repeating: "e", count: 64)))
        let entry = ours.signed(
            TargetCustom(year: Self.year, version: evil, published: ours.custom.published))
        try Thief(fixture).publish(
            targets: [entry.target], version: SeasonFixture.start.unixSeconds + 30)
        try write("Another", level: 2, fixture)
        let report = try fixture.publish(after: 60)
        #expect(try live(fixture, after: 60)["f1/2024/bundle.zip"] == nil)
        #expect(report.notes.contains(.olderFormLost(Self.year, evil)))
    }

    @Test func aThiefsRecallOfTheOlderFormIsDropped() throws {
        let (fixture, first, second) = try twice()
        let before = try live(fixture, after: 60)
        let thief = try Thief(fixture)
        let ours = try #require(before["f2/2024/bundle.zip"])
        try thief.publish(
            targets: [
                thief.file(
                    "f2/2024/bundle.zip",
                    custom: TheftTests.signed(ours, recalled: [first]).with(format: 2).json)
            ], version: 1_900_000_000)
        try fixture.rotateOnline(after: 120)
        let report = try fixture.publish(after: 180)
        #expect(try live(fixture, after: 180) == before)
        #expect(
            report.notes.contains {
                if case .recallDropped(Self.year, first, _) = $0 { true } else { false }
            }, "\(second.short)")
    }

    @Test func anOlderFormWhoseZipIsLostIsLeftOut() throws {
        let (fixture, first, _) = try twice()
        try FileManager.default.removeItem(atPath: fixture.folder["site/targets/f1/2024"])
        let report = try fixture.publish(after: 120)
        #expect(report.notes == [.olderFormLost(Self.year, first)])
        #expect(try live(fixture, after: 120).keys.sorted() == ["f2/2024/bundle.zip"])
        #expect(
            try fixture.seenByNewClient(after: 120).count == 2, "every file that is named is there")
        #expect(try fixture.publish(after: 180).notes.isEmpty)
    }

    @Test func whatIsRecalledInOneFormAloneIsRecalledInAll() throws {
        let version = try #require(ContentVersion(String(repeating: "a", count: 64)))
        let other = try #require(ContentVersion(String(repeating: "b", count: 64)))
        let targets = [1, 2].map { format in
            TargetFile(
                path: "f\(format)/2024/bundle.zip", lengthBytes: 1,
                hashes: ["sha256": version.hex],
                custom: TargetCustom(
                    year: Self.year, version: format == 1 ? version : other,
                    published: "2026-11-21T00:00:00Z", recalled: format == 1 ? [version] : [],
                    format: format
                ).json)
        }
        let forms = try SeasonForms(targets)
        #expect(forms.newest[Self.year]?.custom.recalled == [version])
        #expect(forms.older[Self.year]?.map(\.custom.format) == [1])
    }

    @Test(arguments: [1, 2]) func eachFormIsVerified(_ damaged: Int) throws {
        let (fixture, _, _) = try twice()
        let (live, _) = try LiveRepository.read(
            FolderDestination(directory: fixture.site), roots: fixture.home.roots(),
            now: SeasonFixture.start.advanced(bySeconds: 60))
        let path = "f\(damaged)/2024/bundle.zip"
        let thief = try Thief(fixture)
        let targets = try #require(live?.targets).map {
            $0.path == path ? try thief.file(path, custom: $0.custom) : $0
        }
        try thief.publish(targets: targets, version: 1_800_000_100)
        let now = SeasonFixture.start.advanced(bySeconds: 120)
        let runs = try SiteVerifier(
            fetcher: FileFetcher(folder: fixture.site), oldestRoot: fixture.home.roots().first,
            now: now, moment: now
        ).run()
        for run in runs {
            guard case .zip(path, _) = run.problem else {
                Issue.record("expected a damaged zip at \(path), found \(run)")
                continue
            }
            #expect(run.isUntrusted)
        }
    }

    @Test(arguments: [1, 2]) func pruneRemovesEachFormThatIsNotOffered(_ format: Int) throws {
        let (fixture, _, _) = try twice()
        let before = try fixture.folder.contents(of: "site/targets/f\(format)/2024").count
        let orphan = "\(ContentHasher.hex(of: Array("orphan".utf8))).bundle.zip"
        try fixture.folder.write("PK", to: "site/targets/f\(format)/2024/\(orphan)")
        try fixture.folder.write("PK", to: "site/targets/f9/2024/\(orphan)")
        let plan = try fixture.prune(after: 400 * SeasonFixture.day)
        #expect(plan.removed.map(\.path).contains("targets/f\(format)/2024/\(orphan)"))
        #expect(plan.leftAlone == ["targets/f9/2024/\(orphan)"])
        let after = try fixture.folder.contents(of: "site/targets/f\(format)/2024").count
        #expect(after == before, "what is offered stays")
    }

    @Test func aRemovedSeasonIsGoneInEveryForm() throws {
        let (fixture, _, _) = try twice()
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2024"])
        try fixture.publish(after: 120)
        #expect(try live(fixture, after: 120).isEmpty)
    }
}
