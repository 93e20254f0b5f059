import BundleFormat
import Foundation
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Zips that are live, and gone or damaged: machines cannot download them, whatever is signed next.
@Suite struct DamagedZipTests {
    private static let year = SeasonFixture.year

    enum Damage: CaseIterable {
        case gone, cut, otherBytes

        func apply(to path: String, in fixture: SeasonFixture) throws {
            let url = URL(filePath: fixture.folder[path])
            var bytes = try Data(contentsOf: url)
            try FileManager.default.removeItem(at: url)
            switch self {
            case .gone: return
            case .cut: try bytes.dropLast(7).write(to: url)
            case .otherBytes:
                bytes[bytes.count / 2] ^= 0xFF
                try bytes.write(to: url)
            }
        }
    }

    @Test(arguments: Damage.allCases) func anotherSeasonCanBeTakenBack(_ damage: Damage) throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(after: 0).version
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,100%:6h"))
        try fixture.publish(after: 60, rollout: Rollout(waves: waves.waves))
        let second = try fixture.entry(after: 60).version
        let zip = try fixture.liveZip(of: "2025")
        try damage.apply(to: "site/\(zip)", in: fixture)
        let lost = PublishNote.zipLost(path: zip)
        let decisions: [any Deciding] = [
            Waves(year: Self.year, setting: nil), Rollback(year: Self.year, target: nil),
            Recall(
                year: Self.year, recalled: VersionPrefix(second.hex), replacement: .previous),
        ]
        for (at, decision) in decisions.enumerated() {
            let report = try fixture.decide(decision, after: 120 + Int64(at) * 60)
            #expect(report.notes.contains(lost))
        }
        #expect(try fixture.entry(after: 300).version == first)
        #expect(try fixture.live(after: 300).recalls.recalled[Self.year] == [second])
    }

    @Test(arguments: Damage.allCases) func publishPutsItBack(_ damage: Damage) throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.seenByNewClient(after: 0)
        try damage.apply(to: "site/\(fixture.liveZip(of: "2025"))", in: fixture)
        let dry = try fixture.publish(after: 60, isDryRun: true)
        let report = try fixture.publish(after: 60)
        for report in [dry, report] {
            #expect(report.plan.signing == .everything(.files) && report.notes.isEmpty)
        }
        #expect(try fixture.seenByNewClient(after: 60) == before)
    }

    @Test func rollbackPassesOverADamagedZip() throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(after: 0).version
        let zip = try fixture.liveZip(of: "2024")
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        try Damage.otherBytes.apply(to: "site/\(zip)", in: fixture)
        let back = Rollback(year: Self.year, target: nil)
        #expect(
            trouble { try fixture.decide(back, after: 120) }?.message.contains("earlier content")
                == true)
        let before = try fixture.seenByNewClient(after: 120)
        let named = Rollback(year: Self.year, target: VersionPrefix(first.hex))
        let report = try fixture.decide(named, after: 180)
        #expect(report.isIncomplete)
        #expect(report.notes.contains(.replacementLost(Self.year, first, commit: nil)))
        #expect(try fixture.seenByNewClient(after: 180) == before)
    }
}

extension SeasonFixture {
    /// The path of a season's zip below the directory.
    fileprivate func liveZip(of year: String) throws -> String {
        let targets = try seenByNewClient(after: 0)
        let hash = try #require(targets["f1/\(year)/bundle.zip"])
        return "targets/f1/\(year)/\(hash).bundle.zip"
    }
}
