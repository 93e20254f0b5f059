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
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,100%:6h"))
        try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        let second = try fixture.entry(Self.year, after: 60).version
        let zip = try fixture.liveZip(of: "2025")
        try damage.apply(to: "site/\(zip)", in: fixture)
        let lost = PublishNote.zipLost(path: zip)

        let stop = WavesEdit(year: Self.year, change: .stop)
        #expect(try fixture.edit(stop, after: 120).notes.contains(lost))
        let back = RollbackEdit(year: Self.year, target: nil)
        #expect(try fixture.edit(back, after: 180).notes.contains(lost))
        #expect(try fixture.entry(Self.year, after: 180).version == first)
        let recall = RecallEdit(
            year: Self.year, recalled: try #require(VersionPrefix(second.hex)),
            replacement: .previous)
        #expect(try fixture.edit(recall, after: 240).notes.contains(lost))
        #expect(try fixture.entry(Self.year, after: 240).recalled == [second])
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

    /// A season that is new in its place must be whole.
    @Test func nothingGoesBackToADamagedZip() throws {
        let fixture = try SeasonFixture.published()
        let zip = try fixture.liveZip(of: "2024")
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        try Damage.otherBytes.apply(to: "site/\(zip)", in: fixture)
        let back = RollbackEdit(year: Self.year, target: nil)
        let refusal = "\(String(describing: trouble { try fixture.edit(back, after: 120) }))"
        #expect(refusal.contains(zip) && refusal.contains("damaged"))
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
