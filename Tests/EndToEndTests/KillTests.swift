import Foundation
import TestSupport
import Testing

/// Power can go at any moment: what was killed is repaired by the next run.
@Suite struct KillTests {
    @Test func aPollKilledAtAnyTimeConverges() throws {
        var venue = try Venue()
        try venue.publish()
        let server = try Nginx(serving: venue.site)
        venue.repository = server.address
        try venue.expect(venue.poll())

        var generator = SystemRandomNumberGenerator()
        for round in 0..<20 {
            let old = try venue.served()
            try venue.edit(round % 2 == 0 ? "2018" : "2024", "format: 1", "format: 1 # \(round)")
            try venue.edit("2026", "title: ", "title: \(round) ")
            try venue.publish()

            let poll = Program.make("bundle-agent", venue.agentArguments("poll"))
            let started = ContinuousClock.now
            try poll.run()
            // A whole poll takes some 30 ms in a debug build: most kills fall into it.
            let moment = Duration.microseconds(Int64.random(in: 0..<40_000, using: &generator))
            while ContinuousClock.now - started < moment { sched_yield() }
            kill(poll.processIdentifier, SIGKILL)
            poll.waitUntilExit()

            let killed = try venue.served()
            try venue.expect(venue.poll())
            let new = try venue.served()
            #expect(killed == old || killed == new, "round \(round): neither old nor new")
            #expect(new != old)
        }
        try expectNothingLeftBehind(venue)
    }

    @Test func aKilledPublishIsRepairedByTheNext() throws {
        let venue = try Venue()
        try venue.publish()
        try venue.expect(venue.poll())
        for round in 0..<20 {
            try venue.edit("2024", "title: ", "title: \(round) ")
            let publish = Program.make("bundle-publish", venue.publishArguments)
            let started = ContinuousClock.now
            try publish.run()
            let moment = Duration.microseconds(Int64.random(in: 0..<60_000))
            while ContinuousClock.now - started < moment { sched_yield() }
            kill(publish.processIdentifier, SIGKILL)
            publish.waitUntilExit()

            // Readers in between see the old repository or the new one, never a mix.
            try venue.expect(venue.poll())
            try venue.publish()
            try venue.expect(venue.poll())
            #expect(try venue.folder.read("state/current/2024/match.json").contains("\"\(round) "))
        }
    }

    /// Three sets at most, and no download or temporary file that nobody will finish.
    private func expectNothingLeftBehind(_ venue: Venue) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(venue.state)/sets")
        #expect(names.count <= 3)
        let partials =
            (try? FileManager.default.contentsOfDirectory(atPath: "\(venue.state)/downloads")) ?? []
        #expect(partials.isEmpty)
        let all = try #require(FileManager.default.enumerator(atPath: venue.state))
        for case let path as String in all { #expect(!path.contains(".tmp-"), "\(path)") }
    }
}
