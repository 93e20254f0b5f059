@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What `status` says is about the repository that the machine follows, whatever else a user polls.
@Suite struct FollowedRepositoryTests {
    @Test("One poll of another repository leaves a repository that was never reached unreached")
    func anotherRepositoryIsNoSuccess() throws {
        let world = try World()
        let followed = world.folder["nothing"]
        try world.publish([2024: "a"])
        for _ in 0..<2 { _ = world.poll(repository: followed) }
        #expect(world.poll().outcome == .updated)
        let status = world.status(repository: followed)
        #expect(status.freshness == .stale(sinceUnixSeconds: nil))
        #expect(status.mayBeOutdated)
        let json = status.json(nowUnixSeconds: world.now)
        #expect(json["failuresInARow"] == .integer(2) && json["lastSuccess"] == .null)
        let lines = MachineStatusText(status: status, nowUnixSeconds: world.now).lines
        #expect(lines.contains("last success  never"), "\(lines)")
        // Its failures go on where they were.
        #expect(world.poll(repository: followed).failuresInARow == 3)
    }

    @Test("A poll of another repository that fails changes nothing either")
    func anothersFailure() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let success = world.now
        world.now += 60
        #expect(world.poll(repository: world.folder["nothing"]).outcome == .unreachable)
        let status = world.status(repository: world.site)
        #expect(status.freshness == .fresh && !status.mayBeOutdated)
        #expect(status.contact?.lastSuccessUnixSeconds == success)
        #expect(status.contact?.failuresInARow == 0)
    }

    @Test("The contacts with other repositories are read as they were written, and are few")
    func contactsAreKept() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        for number in 0..<10 { _ = world.poll(repository: world.folder["none\(number)"]) }
        let report = try #require(PollReport.read(world.state, .standard))
        #expect(report.others.count == PollReport.othersMax)
        #expect(PollReport(report.json) == report)
        #expect(report.others.first?.repository == world.folder["none8"])
        #expect(report.others.first?.failuresInARow == 1)
    }

    @Test("What a copy brings is fresh by the copy, and says so")
    func freshByACopy() throws {
        let world = try World()
        let followed = world.folder["nothing"]
        try world.publish([2024: "a"])
        try world.copySite(to: "stick")
        _ = world.poll(repository: followed)
        #expect(try world.poll(from: "stick").outcome == .updated)
        let taken = world.now
        func lines() -> [String] {
            MachineStatusText(
                status: world.status(repository: followed), nowUnixSeconds: world.now
            ).lines
        }
        #expect(world.status(repository: followed).freshness.severity == .harmless)
        for line in [
            "freshness     fresh by the last copy, not by the repository", "last success  never",
        ] {
            #expect(lines().contains(line), "\(lines())")
        }
        #expect(lines().contains { $0.hasSuffix(": updated, from a copy") })
        // The repository still does not answer: what is served is as old as the copy.
        world.now += 60
        let report = world.poll(repository: followed)
        #expect(report.failuresInARow == 2)
        #expect(
            PollText.message(report)?.hasSuffix(
                "was never read, and the last copy was taken at \(UTCTime(unixSeconds: taken))")
                == true)
        #expect(world.status(repository: followed).outdatedSinceUnixSeconds == taken)
        #expect(
            lines().contains("data may be outdated since \(UTCTime(unixSeconds: taken))"),
            "\(lines())")
        // A copy does not stay new.
        world.now += 86_400
        #expect(world.status(repository: followed).freshness == .stale(sinceUnixSeconds: taken))
    }

    @Test("Text, object and exit status follow one rule before the first poll")
    func beforeTheFirstPoll() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        let status = world.status(repository: world.folder["nothing"])
        let json = status.json(nowUnixSeconds: world.now)
        #expect(json["freshness"] == "stale" && json["mayBeOutdated"] == .bool(true))
        #expect(json["outdatedSince"] == .null && status.freshness.severity == .failed)
    }

    @Test("A time of a switch that is not known is not invented")
    func anUnknownTime() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        world.embeddedPublished = [2018: world.now - 86_400]
        func line() -> String? {
            MachineStatusText(status: world.status(), nowUnixSeconds: world.now).lines.first
        }
        #expect(line()?.contains("(1 day)") == true)
        world.now += 80 * 86_400
        _ = try world.pollAlone()
        world.now -= 80 * 86_400
        _ = try world.pollAlone()
        #expect(line()?.hasSuffix("since an unknown time") == true, "\(line() ?? "")")
    }
}
