import Foundation
import JSON
import TUF
import TestSupport
import Testing

/// Polls by the client's module, natively and as the shipped WebAssembly, end as with the client that waits.
@Suite struct ModuleTests {
    /// Attacks that no client with the standard limits meets in a test run natively alone (``AttackTests``).
    static let attacks = AttackTests.all.filter { $0.limits == nil }

    @Test func onlyAttacksThatNeedSmallerLimitsAreLeftOut() {
        #expect(
            AttackTests.all.filter { $0.limits != nil }.map(\.testDescription) == [
                "a listed length that fills the memory",
                "more values than accepted, in a timestamp",
            ])
    }

    @Test("each attack ends as with the client that waits", arguments: attacks)
    func attack(_ attack: Attack) throws {
        let world = try World(attackedBy: attack, asksAhead: true)
        let expected = world.twice { $0.refreshed() }
        #expect(expected.map(\.problem) == Array(repeating: attack.expected.description, count: 2))
        #expect(try world.twice { try $0.polled() } == expected)
    }

    @Test(
        "each attack ends so in WebAssembly, too",
        .enabled(if: Node.isHere, "needs \(Need.node20), and the module of scripts/web-module"))
    func attacksInWebAssembly() throws {
        let worlds = try Self.attacks.map { try World(attackedBy: $0, asksAhead: true) }
        let found = try Node.endings(of: worlds)
        #expect(found.count == worlds.count)
        for ((attack, world), found) in zip(zip(Self.attacks, worlds), found) {
            #expect(found == world.twice { $0.refreshed() }, "\(attack.testDescription)")
        }
    }

    @Test("without an attack, too")
    func news() throws {
        let (quiet, rotated, revoked) = (World(), World(), World())
        for world in [quiet, rotated, revoked] {
            world.asksAhead = true
            try world.refresh()
        }
        let keys = rotated.repository["timestamp"].keys
        for world in [rotated, revoked] {
            world.repository["timestamp"].keys = [.ed25519(70)]
            world.repository.publishRoot()
        }
        // The old key's timestamp comes with the new root, as it may while the publisher works.
        rotated.repository.filesTogether["timestamp.json"] = rotated.repository["timestamp"].bytes
        rotated.repository.publish()
        // The old keys return, and versions start anew, as after a thief has signed a huge one.
        revoked.repository["timestamp"].keys = keys
        revoked.repository.publishRoot()
        revoked.repository["timestamp"].version = 0
        revoked.repository["snapshot"].version = 0
        revoked.repository.publishSnapshot()
        revoked.repository.publishTimestamp()

        let worlds = [quiet, rotated, revoked]
        let expected = worlds.map { $0.twice { $0.refreshed() } }
        #expect(expected.allSatisfy { $0[0].problem == nil })
        #expect(expected[0][0].requests == requests("2.root.json timestamp.json"))
        #expect(try worlds.map { try $0.twice { try $0.polled() } } == expected)
        if Node.isHere { #expect(try Node.endings(of: worlds) == expected) }
    }

    @Test("a walk reads each root's answer once, however many there are", arguments: [10, 200])
    func longWalk(roots: Int) throws {
        let world = World()
        for _ in 1..<roots { world.repository.publishRoot() }
        let (answers, progress) = (GivenAnswers(), RootWalk.Progress())
        let counting = CountingFetcher(answers)
        var store = MemoryStore()
        while true {
            let report = answers.run(progress) {
                store = MemoryStore()
                var updater = Updater(
                    packagedRoot: world.packagedRoot, store: store, fetcher: counting,
                    now: world.now)
                updater.progress = progress
                return try? updater.refresh()
            }
            if report != nil { break }
            let given = answers.wanted.map { request in
                world.repository.files[request.path].map { HostAnswer.found($0) } ?? .absent
            }
            #expect(answers.add(given))
        }
        #expect(store.files["root.\(roots)"] != nil)
        #expect(counting.readings["5.root.json"] == 1)
        // Each of the four runs after the last root reads one answer more.
        #expect(counting.readings.values.reduce(0, +) == roots - 1 + 1 + 2 + 3 + 4)
    }
}

/// What a client ended with: its problem, its requests, and the hashes of its trusted files.
struct Ending: Equatable, Decodable {
    var problem: String?
    var requests: [String]
    var stored: [String: String]
}

/// Counts how often the answer for a path is read.
private final class CountingFetcher: Fetcher {
    private let answers: GivenAnswers
    private(set) var readings: [String: Int] = [:]

    init(_ answers: GivenAnswers) { self.answers = answers }

    func fetch(
        _ request: FetchRequest, begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        let outcome = try answers.fetch(request, begin: begin, sink: sink)
        readings[request.path, default: 0] += 1
        return outcome
    }
}

/// The shipped module under Node.
private enum Node {
    static let isHere =
        Need.node20.isMet
        && FileManager.default.fileExists(
            atPath: Checkout.path(".build/web/package/season-client.wasm"))

    /// Two polls in each world.
    static func endings(of worlds: [World]) throws -> [[Ending]] {
        let input = JSON.array(worlds.map { $0.json }).serialized()
        let result = try Program.run(
            try #require(Program.find("node")), [Checkout.path("Tests/Web/polls.mjs")],
            input: String(decoding: input, as: UTF8.self))
        #expect(result.status == 0, "\(result.messages)")
        return try JSONDecoder().decode([[Ending]].self, from: Data(result.output.utf8))
    }
}
