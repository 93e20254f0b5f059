import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Real caches between a real web server and real agents, while somebody publishes.
@Suite(.enabled(if: Nginx.path != nil && Varnish.path != nil, "no nginx or no varnish"))
struct EdgeTests {
    /// Two caches of one network, one of which asked a moment earlier.
    @Test func edgesOutOfStepAlarmNobody() throws {
        let publisher = try LivePublisher()
        try publisher.publish(1)
        let origin = try Nginx(
            serving: publisher.fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let edges = try (1...2).map { _ in
            try Varnish(before: origin.port, recipe: Checkout.path("hosting/varnish.vcl"))
        }
        try #expect(publisher.poll(edges[0].address).status == 0)
        try publisher.publish(2)
        try #expect(publisher.poll(edges[1].address).status == 0)
        try #expect(publisher.seen() == ["2", "2"])

        let behind = try publisher.poll(edges[0].address)
        #expect(behind.status == 0)
        #expect(behind.messages.contains("a cache on the way is behind"), "\(behind.messages)")
        try #expect(publisher.seen() == ["2", "2"])
    }

    /// The recipe with one second instead of its minute, so that the test sees it pass.
    @Test func aHundredPublishesThroughACacheBreakNoPoll() throws {
        let publisher = try LivePublisher()
        let recipe = try String(
            contentsOfFile: Checkout.path("hosting/nginx.conf"), encoding: .utf8)
        try publisher.fixture.folder.write(
            recipe.replacing("max-age=60", with: "max-age=1"), to: "nginx.conf")
        try publisher.publish(1)
        let origin = try Nginx(
            serving: publisher.fixture.site, recipe: publisher.fixture.folder["nginx.conf"])
        let edge = try Varnish(before: origin.port, recipe: Checkout.path("hosting/varnish.vcl"))

        let publishing = Background {
            for number in 2...100 { try publisher.publish(number) }
        }
        var polls = 0
        var last = 0
        while !publishing.isDone {
            let poll = try publisher.poll(edge.address)
            polls += 1
            guard poll.status == 0 else {
                Issue.record("poll \(polls): \(poll.output)\(poll.messages)")
                break
            }
            let seen = try publisher.seen()
            #expect(seen[0] == seen[1], "a mix: \(seen)")
            let number = try #require(Int(seen[0]))
            #expect(number >= last)
            last = number
        }
        let end = ContinuousClock.now
        try publishing.wait()
        while try publisher.seen() != ["100", "100"] {
            // A cache may keep the last but one for its second, and a poll that began before its end
            // takes as long as a poll takes.
            guard ContinuousClock.now - end < .seconds(30) else {
                Issue.record("still \(try publisher.seen())")
                break
            }
            try #expect(publisher.poll(edge.address).status == 0)
        }
        #expect(polls > 1)
    }
}

/// A publisher of two seasons whose titles hold the number of the publish, and an agent's machine.
private struct LivePublisher: Sendable {
    let fixture: SeasonFixture
    private let key: SigningKey
    private let start: Int64

    init() throws {
        fixture = try SeasonFixture()
        let made = try Program.run(
            "bundle-publish", ["init", "--no-passphrase", "--home", fixture.home.path])
        guard made.status == 0 else { throw SetUpError(made.messages) }
        key = try fixture.onlineKey()
        // A version is a second: a hundred of them in a few seconds need a clock that stands behind.
        start = machineTime.unixSeconds - 200
    }

    func publish(_ number: Int) throws {
        for year in [2024, 2025] {
            try fixture.folder.write(
                SeasonFixture.description(title: "Number \(number)"),
                to: "bundles/\(year)/match.yaml")
        }
        _ = try Publisher(
            destination: FolderDestination(directory: fixture.site), home: fixture.home, key: key,
            content: .seasons(
                ContentCheck(folder: fixture.bundles, updatesTables: true).runStrictly()
                    .map { try PackedSeason($0) }),
            now: UTCTime(unixSeconds: start + Int64(number))
        ).run()
    }

    func poll(_ repository: String) throws -> Program.Result {
        try Program.run(
            "bundle-agent",
            [
                "poll", "--state", fixture.folder["state"], "--repository", repository,
                "--root", "\(fixture.home.metadataPath)/1.root.json",
            ])
    }

    /// The numbers in what the agent serves.
    func seen() throws -> [String] {
        let current = try FileManager.default.destinationOfSymbolicLink(
            atPath: fixture.folder["state/current"])
        return try ["2024", "2025"].map { year in
            let text = try fixture.folder.read("state/\(current)/\(year)/match.json")
            return String(text.firstMatch(of: /Number ([0-9]+)/)?.1 ?? "")
        }
    }
}

/// Work on a thread of its own.
private final class Background: @unchecked Sendable {
    private let lock = NSCondition()
    private var result: Result<Void, any Error>?

    init(_ work: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread {
            let result = Result { try work() }
            self.lock.withLock {
                self.result = result
                self.lock.broadcast()
            }
        }
    }

    var isDone: Bool { lock.withLock { result != nil } }

    func wait() throws {
        try lock.withLock {
            while result == nil { lock.wait() }
            try result?.get()
        }
    }
}
