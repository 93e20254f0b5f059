@testable import BundleUpdater
import FaultMatrix
@testable import SeasonClient
import Testing
import TestSupport

/// Servers whose "not modified" is wrong: their ETags and dates stay as they are when a file changes.
@Suite struct WeakValidatorTests {
    @Test(
        .needs(programs: "openssl", "python3"),
        arguments: ["constant_tag", "constant_weak_tag", "constant_date", "constant_both"])
    func aRecallComesWithTheNextPoll(_ behaviour: String) throws {
        let world = try World()
        let address = try MisbehavingServer.shared.get().address(
            behaviour, "timestamp.json", world.site)
        try expectRecall(world, [address])
    }

    /// One of two origins answers at a time, and each takes the other's mark for its own.
    @Test(.needs(programs: "openssl", "python3")) func aRecallComesFromAnotherOrigin() throws {
        let world = try World()
        let server = try MisbehavingServer.shared.get()
        let origins = [MisbehavingServer.Door.http, .other].map {
            server.address("constant_both", "timestamp.json", world.site, $0)
        }
        try world.publish([2024: "a"])
        #expect(try world.poll(web: [origins[0]]).outcome == .updated)
        try world.publish([2024: "b"])
        #expect(try world.poll(web: [origins[1]]).outcome == .updated)
        try world.publish([2024: "c"])
        #expect(try world.poll(web: origins).outcome == .updated)
        #expect(try world.served() == [2024: "c:downloaded"])
    }

    /// As in a store of Nix or OSTree, in a reproducible image, and after a restored backup.
    @Test(.needs(programs: "nginx"))
    func aRecallComesFromNginxWithOneTimeForAllFiles() throws {
        let world = try World()
        let server = try Nginx(serving: world.site)
        try expectRecall(world, [server.address]) {
            let result = try Program.run(
                "/usr/bin/find", [world.site, "-exec", "touch", "-d", "@1", "{}", "+"])
            #expect(result.status == 0, "\(result.messages)")
        }
        #expect(try server.requests().allSatisfy { !$0.hasSuffix(" 304") })
    }

    private func expectRecall(
        _ world: World, _ addresses: [String], afterPublishing: () throws -> Void = {}
    ) throws {
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        try afterPublishing()
        for outcome in [PollReport.Outcome.updated, .upToDate] {
            #expect(try world.poll(web: addresses).outcome == outcome)
        }
        #expect(try world.served() == [2024: "a:downloaded"])
        world.recalled[2024] = ["a"]
        try world.publish([:])
        try afterPublishing()
        _ = try world.poll(web: addresses)
        #expect(try world.served() == [2024: "e:embedded"])
    }
}
