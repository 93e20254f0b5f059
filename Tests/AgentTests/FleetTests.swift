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

    @Test func edgesAskTheOriginOnceAMinuteEach() {
        var world = Network.World(agents: 20_000, edges: 5, absentSeconds: 60)
        world.seconds = 7_200
        let origin = Network.run(world, seed: 4).origin.sum(3_600..<7_200)
        // Two files, five edges, sixty minutes.
        #expect((540...600).contains(origin.requests), "\(origin)")
        world.absentSeconds = 0
        let all = Network.run(world, seed: 4)
        // Each poll asks for a root that no edge keeps.
        let polls = all.edge.sum(3_600..<7_200).requests / 2
        #expect(all.origin.sum(3_600..<7_200).requests > polls)
    }

    @Test func aPublishComesOnceToEachEdge() {
        var world = Network.World(agents: 20_000, edges: 5, absentSeconds: 60, publishedAt: 3_600)
        world.seconds = 7_200
        let network = Network.run(world, seed: 5)
        #expect(network.updated == 20_000)
        #expect((555...615).contains(network.origin.sum(3_600..<7_200).requests))
    }
}
