import BundleFormat
import JSON
import Testing

@testable import bundle_agent

/// A stopped rollout is stopped for every machine, whatever wave it is configured for.
@Suite struct StoppedRolloutTests {
    private static let waves = [
        Rollout.Wave(percent: 10, afterSeconds: 0), .init(percent: 50, afterSeconds: 7_200),
        .init(percent: 100, afterSeconds: 21_600),
    ]

    @Test(arguments: [nil, 1, 2, 3, 4, 32])
    func nobodyElseFollowsAfterAStop(_ wave: Int?) throws {
        let rollout = try #require(
            Rollout(waves: Self.waves)?.stopped(secondsSincePublished: 3_600))
        for number in 0..<200 {
            let machine = Machine(id: "machine \(number)", wave: wave)
            let custom = try custom(rollout)
            let followed =
                wave.map { $0 == 1 } ?? (machine.position(custom.version) < 1_000)
            #expect(machine.opening(custom) == (followed ? custom.publishedUnixSeconds : nil))
        }
    }

    /// What is signed, read back.
    private func custom(_ rollout: Rollout) throws -> TargetCustom {
        let version = try #require(ContentVersion(String(repeating: "a", count: 64)))
        let signed = TargetCustom(
            year: try #require(BundleYear(2024)), version: version,
            published: "2027-01-15T08:00:00Z", rollout: rollout)
        return try TargetCustom(JSONCursor(signed.json))
    }
}
