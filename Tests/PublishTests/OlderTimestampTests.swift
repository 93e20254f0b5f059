import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A thief of the web server without any key puts an older timestamp back: he neither makes nor undoes a decision.
@Suite struct OlderTimestampTests {
    private static let year = SeasonFixture.year

    /// What comes after it.
    static let nexts: [(name: String, run: @Sendable (SeasonFixture) throws -> Void)] = [
        ("publish", { try $0.publish(after: 300) }),
        ("refresh", { try $0.refresh(after: 300, isForced: true) }),
        (
            "waves of another season",
            { fixture in
                let other = try #require(BundleYear("2025"))
                try fixture.edit(
                    WavesEdit(year: other, change: .all, holdOffSeconds: 60), after: 300)
            }
        ),
    ]

    @Test(arguments: nexts.indices) func aLiftStaysLifted(_ next: Int) throws {
        let (fixture, timestamp, version) = try twice()
        try fixture.edit(
            RecallEdit(year: Self.year, recalled: prefix(version), replacement: .embedded),
            after: 120)
        let withRecall = try Data(contentsOf: URL(filePath: fixture.folder[Self.timestamp]))
        try fixture.edit(LiftEdit(year: Self.year, recalled: prefix(version)), after: 180)
        for old in [timestamp, withRecall] {
            try old.write(to: URL(filePath: fixture.folder[Self.timestamp]))
            try Self.nexts[next].run(fixture)
            let live = try fixture.entry(Self.year, after: 300)
            #expect(live.version == version && live.recalled.isEmpty)
        }
    }

    @Test(arguments: nexts.indices, [false, true])
    func aRollbackStays(_ next: Int, _ clears: Bool) throws {
        let (fixture, timestamp, version) = try twice()
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 180)
        try timestamp.write(to: URL(filePath: fixture.folder[Self.timestamp]))
        // Another checkout has not heard of it.
        if clears {
            try FileManager.default.removeItem(atPath: "\(fixture.home.path)/decisions.json")
        }
        try Self.nexts[next].run(fixture)
        let live = try fixture.entry(Self.year, after: 300)
        #expect(live.version != version && live.rolledBack == [version])
    }

    @Test(arguments: nexts.indices) func aStoppedRolloutIsStopped(_ next: Int) throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList("10%:0h,100%:6h"))
        try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        let timestamp = try Data(contentsOf: URL(filePath: fixture.folder[Self.timestamp]))
        try fixture.edit(WavesEdit(year: Self.year, change: .stop), after: 180)
        let stopped = try fixture.entry(Self.year, after: 180)
        try timestamp.write(to: URL(filePath: fixture.folder[Self.timestamp]))
        try Self.nexts[next].run(fixture)
        #expect(try fixture.entry(Self.year, after: 300) == stopped)
    }

    /// Caches keep what they have under a name; so no name is used twice.
    @Test func noVersionIsSignedTwice() throws {
        let (fixture, timestamp, _) = try twice()
        let edit = WavesEdit(year: Self.year, change: .all, holdOffSeconds: 60)
        try fixture.edit(edit, after: 180)
        let name = "site/metadata/\(SeasonFixture.start.unixSeconds + 180).targets.json"
        let signed = try Data(contentsOf: URL(filePath: fixture.folder[name]))
        try timestamp.write(to: URL(filePath: fixture.folder[Self.timestamp]))
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 180)
        #expect(try Data(contentsOf: URL(filePath: fixture.folder[name])) == signed)
    }

    private static let timestamp = "site/metadata/timestamp.json"

    /// Two publishes of 2024; the timestamp and the version of the second.
    private func twice() throws -> (SeasonFixture, Data, ContentVersion) {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let timestamp = try Data(contentsOf: URL(filePath: fixture.folder[Self.timestamp]))
        return (fixture, timestamp, try fixture.entry(Self.year, after: 60).version)
    }

    private func prefix(_ version: ContentVersion) throws -> VersionPrefix {
        try #require(VersionPrefix(version.hex))
    }
}
