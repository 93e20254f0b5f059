import BundleFormat
@testable import BundleUpdater
import JSON
@testable import SeasonClient
import Testing

/// A stopped rollout is stopped for every machine, whatever wave it is configured for.
@Suite struct StoppedRolloutTests {
    private static let waves = [
        Rollout.Wave(percent: 10, afterSeconds: 0), .init(percent: 50, afterSeconds: 7_200),
        .init(percent: 100, afterSeconds: 21_600),
    ]

    @Test(arguments: [nil, 1, 2, 3, 4, 32])
    func nobodyElseFollowsAfterAStop(_ wave: Int?) throws {
        let rollout = try #require(Rollout(waves: Self.waves)?.stopped)
        for number in 0..<200 {
            let machine = RolloutMember(id: "machine \(number)", wave: wave)
            #expect(machine.opening(try custom(rollout), nowUnixSeconds: 0) == nil)
        }
    }

    @Test func whereTheLastWaveIsNotForAllALaterOneNeverComes() throws {
        let part = try custom(try #require(Rollout(waves: Array(Self.waves.prefix(2)))))
        let whole = try custom(try #require(Rollout(waves: Self.waves)))
        for wave in [3, 4, 32] {
            #expect(
                RolloutMember(id: "machine", wave: wave).opening(part, nowUnixSeconds: 0) == nil)
            #expect(
                RolloutMember(id: "machine", wave: wave).opening(whole, nowUnixSeconds: 0)
                    == whole.publishedUnixSeconds + 21_600)
        }
    }

    @Test func whoeverHasTheContentKeepsItAndARecallLeadsNobodyToIt() throws {
        let world = try World()
        world.embedded[2024] = "embedded"
        try world.publish([2024: "first"])
        _ = world.poll()
        world.now += 60
        let rollout = try #require(Rollout(waves: Self.waves))
        world.rollout[2024] = rollout.stopped
        try world.publish([2024: "second"])
        #expect(world.poll().problem == nil)
        #expect(try world.served() == [2024: "first:downloaded"])

        world.recalled[2024] = ["first"]
        world.now += 60
        try world.publish([2024: "second"])
        _ = world.poll()
        #expect(try world.served() == [2024: "embedded:embedded"])

        // As soon as everyone follows again, this machine does.
        world.rollout[2024] = nil
        try world.publish([2024: "second"])
        _ = world.poll()
        #expect(try world.served() == [2024: "second:downloaded"])
        world.rollout[2024] = rollout.stopped
        try world.publish([2024: "second"])
        _ = world.poll()
        #expect(try world.served() == [2024: "second:downloaded"])
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
