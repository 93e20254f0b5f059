import Foundation
import TestSupport
import Testing

/// The whole path over a real nginx: from the embedded set to an update, and through every trouble.
@Suite struct PublishAndPollTests {
    @Test func anUpdateReachesTheAgent() throws {
        var venue = try Venue.published()
        let server = try Nginx(serving: venue.site)
        venue.repository = server.address

        // The published seasons are the embedded ones: nothing has to be fetched.
        try venue.expect(venue.poll())
        #expect(try server.requests().allSatisfy { !$0.contains("bundle.zip") })
        #expect(try Set(venue.status().years.map(\.origin)) == ["embedded"])

        try venue.edit("2024", "Auto Amp Note Count", "Amp Notes in Auto")
        try venue.publish()
        let poll = try venue.expect(venue.poll())
        #expect(poll.output.contains("2024"))
        let fetched = try server.requests().filter { $0.contains("bundle.zip") }
        #expect(fetched.count == 1 && fetched[0].contains("/2024/"))
        #expect(try venue.status().years.filter { $0.origin == "downloaded" }.map(\.year) == [2024])

        let table = try Program.run(
            "breakdown", [sample(of: "2024"), "--bundles", "\(venue.state)/current"])
        #expect(table.output.contains("Amp Notes in Auto"))
    }

    /// What is fetched is tested in another working directory before it is served.
    @Test func aRelativeStateFolderMeansTheSameToAll() throws {
        let venue = try Venue()
        try venue.edit("2024", "Auto Amp Note Count", "Amp Notes in Auto")
        try venue.publish()
        let poll = try Program.run(
            "/bin/sh",
            [
                "-c",
                "cd \(venue.folder.path) && exec \(Program.path(of: "bundle-agent")) poll "
                    + "--state relative --repository \(venue.site) --root \(venue.folder["home/metadata/1.root.json"])",
            ])
        #expect(poll.status == 0, "\(poll.messages)\(poll.output)")
        #expect(poll.output.contains("2024  installed"), "\(poll.output)")
    }

    @Test func aPollWithoutNewsIsTwoRequests() throws {
        var venue = try Venue.published()
        let server = try Nginx(serving: venue.site)
        venue.repository = server.address
        try venue.expect(venue.poll())
        let before = try server.requests().count
        try venue.expect(venue.poll())
        #expect(
            try server.requests().dropFirst(before)
                == ["GET /metadata/2.root.json 404", "GET /metadata/timestamp.json 200"])
    }

    @Test func publishingTheSameAgainWritesNothing() throws {
        let venue = try Venue.published()
        let before = try venue.folder.contents(of: "site")
        let again = try venue.publish()
        #expect(try venue.folder.contents(of: "site") == before)
        #expect(again.output.lowercased().contains("nothing to publish"))
    }

    @Test func onlyTheChangedYearIsWritten() throws {
        let venue = try Venue.published()
        let before = try venue.folder.contents(of: "site/targets/f1")
        try venue.edit("2026", "Auto Fuel", "Fuel in Auto")
        try venue.publish()
        let added = try venue.folder.contents(of: "site/targets/f1").filter {
            before[$0.key] == nil
        }
        #expect(added.keys.allSatisfy { $0.hasPrefix("2026/") } && added.count == 1)
    }

    @Test func anUnreachableRepositoryLeavesWhatWasThereAndSaysSo() throws {
        var venue = try Venue.published()
        var server: Nginx? = try Nginx(serving: venue.site)
        venue.repository = try #require(server).address
        try venue.expect(venue.poll())
        let served = try venue.served()

        server?.stop()
        server = nil
        let poll = try venue.poll()
        #expect(poll.status == 1)
        #expect(try venue.served() == served)
        let status = try Program.run("bundle-agent", venue.agentArguments("status"))
        #expect((status.output + status.messages).contains("may be outdated since"))

        venue.repository = venue.site
        try venue.expect(venue.poll())
    }

    @Test func aFreshMachineWithoutNetworkServesTheEmbeddedSeasons() throws {
        var venue = try Venue()
        venue.repository = "http://127.0.0.1:1"
        #expect(try venue.poll().status == 1)
        #expect(try venue.status().years.map(\.year).contains(2024))
        let table = try Program.run(
            "breakdown", [sample(of: "2024"), "--bundles", "\(venue.state)/current"])
        #expect(table.status == 0 && table.output.contains("Total Auto"))
    }

    @Test func runEndsCleanlyOnATerminationSignal() throws {
        var venue = try Venue.published()
        let server = try Nginx(serving: venue.site)
        venue.repository = server.address
        let agent = Program.make(
            "bundle-agent", venue.agentArguments("run") + ["--interval", "24h"])
        try agent.run()
        // `current` appears before the first poll: the agent is up then.
        try #require(
            wait {
                FileManager.default.fileExists(atPath: "\(venue.state)/current")
                    || !agent.isRunning
            })
        // The next poll would come after a day.
        agent.terminate()
        agent.waitUntilExit()
        #expect(agent.terminationReason == .exit && agent.terminationStatus == 0)
    }

    private func sample(of year: String) throws -> String {
        let folder = Checkout.path("bundles/\(year)/samples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return "\(folder)/\(try #require(names.first { $0.hasSuffix(".json") }))"
    }
}
