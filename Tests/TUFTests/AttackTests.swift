import TUF
import Testing

/// One thing done to a repository that a client has refreshed from once, and what the client says of it.
struct Attack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: UpdateError
    /// What the store holds afterwards.
    let stored: String
    /// What was asked for.
    let requests: String
    let act: @Sendable (World) -> Void

    /// Where the client stops at the timestamp, everything stays as it was; that is most attacks.
    init(
        _ name: String, _ expected: UpdateError,
        stored: String = "root 1, timestamp 1, snapshot 1, targets 1",
        requests: String = "2.root.json timestamp.json",
        act: @escaping @Sendable (World) -> Void
    ) {
        testDescription = name
        self.expected = expected
        self.stored = stored
        self.requests = requests
        self.act = act
    }
}

@Suite struct AttackTests {
    @Test(
        "refused, and nothing of it stored",
        arguments: [
            Attack.arbitraryRoots, Attack.arbitrarySoftware, Attack.rollbacks, Attack.freezes,
            Attack.mixAndMatch, Attack.endlessData, Attack.malformed, Attack.jsonBombs,
            Attack.noNetwork,
        ].flatMap { $0 })
    func attack(_ attack: Attack) throws {
        let world = World()
        try world.refresh()
        attack.act(world)
        #expect(throws: attack.expected) { try world.refresh() }
        #expect(world.stored == attack.stored)
        #expect(world.repository.requests == requests(attack.requests))
        // Again: what was refused must not have changed what is expected next.
        #expect(throws: attack.expected) { try world.refresh() }
        #expect(world.stored == attack.stored)
    }
}

/// What is stored where the client stopped after a new timestamp, or a new snapshot.
let afterTimestamp2 = "root 1, timestamp 2, snapshot 1, targets 1"
let afterSnapshot2 = "root 1, timestamp 2, snapshot 2, targets 1"
/// What is asked for up to a new snapshot, or up to new targets.
let untilSnapshot = "2.root.json timestamp.json 2.snapshot.json"
let untilTargets = "2.root.json timestamp.json 2.snapshot.json 2.targets.json"
