import Testing

@testable import agent_simulation

/// Many agents on the real schedule: what a server sees of them.
@Suite struct FleetTests {
    @Test func afterAPowerCutTheyDriftApart() {
        let seen = Fleet.run(Fleet.World(agents: 2_000, seconds: 3 * 3_600), seed: 1)
        #expect(seen.requests.prefix(60).reduce(0, +) >= 4_000)
        #expect(seen.peakToMean(from: 900) <= 2)
    }

    @Test func afterAnOutageTheyDoNotComeTogether() {
        let seen = Fleet.run(
            Fleet.World(agents: 2_000, outage: 3_600..<7_200, seconds: 4 * 3_600), seed: 2)
        #expect(seen.peakToMean(from: 7_200 + 900) <= 2)
    }

    @Test(arguments: [0, 300]) func aPublishReachesAllWithinTwoIntervals(_ holdOff: Int) {
        let seen = Fleet.run(
            Fleet.World(
                agents: 2_000, publishedAt: 3_600, holdOffSeconds: holdOff, seconds: 2 * 3_600),
            seed: 3)
        #expect(seen.updated.count == 2_000)
        #expect(seen.updated.allSatisfy { $0 - 3_600 <= 990 + holdOff + 30 })
    }
}
