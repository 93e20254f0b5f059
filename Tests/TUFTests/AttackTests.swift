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
    /// Where the standard limits would need a huge file.
    let limits: TUFLimits?
    let act: @Sendable (World) -> Void

    /// Where the client stops at the timestamp, everything stays as it was; that is most attacks.
    init(
        _ name: String, _ expected: UpdateError,
        stored: String = "root 1, timestamp 1, snapshot 1, targets 1",
        requests: String = "2.root.json timestamp.json", limits: TUFLimits? = nil,
        act: @escaping @Sendable (World) -> Void
    ) {
        testDescription = name
        self.expected = expected
        self.stored = stored
        self.requests = requests
        self.limits = limits
        self.act = act
    }
}

@Suite struct AttackTests {
    static let all = [
        Attack.arbitraryRoots, Attack.arbitrarySoftware, Attack.rollbacks, Attack.freezes,
        Attack.mixAndMatch, Attack.endlessData, Attack.malformed, Attack.jsonBombs,
        Attack.noNetwork,
    ].flatMap { $0 }

    @Test("refused, and nothing of it stored", arguments: all)
    func attack(_ attack: Attack) throws {
        let world = try World(attackedBy: attack)
        #expect(throws: attack.expected) { try world.refresh() }
        #expect(world.stored == attack.stored)
        #expect(world.repository.requests == requests(attack.requests))
        // Again: what was refused must not have changed what is expected next.
        #expect(throws: attack.expected) { try world.refresh() }
        #expect(world.stored == attack.stored)
    }

    @Test(
        "the same if root and timestamp are asked for at once, in whatever order they come",
        arguments: all, [false, true])
    func attackOnOneWhoAsksAhead(_ attack: Attack, answersLastFirst: Bool) throws {
        let world = try World(attackedBy: attack, asksAhead: true)
        world.repository.answersLastFirst = answersLastFirst
        #expect(throws: attack.expected) { try world.refresh() }
        let asked = world.repository.requests.map { $0.filter { $0 != "?" } }
        #expect(throws: attack.expected) { try world.refresh() }
        #expect(world.stored == attack.stored)
        let otherwise = requests(attack.requests).map { $0.filter { $0 != "?" } }
        let together = [otherwise[0], "timestamp.json"]
        #expect(Set(asked.prefix(2)) == Set(together))
        // One of the two may be asked for again; all other files are those that are asked for otherwise.
        let later = asked.dropFirst(2)
        #expect(later.count { together.contains($0) } <= 1)
        #expect(
            later.filter { !together.contains($0) }
                == otherwise.filter { !together.contains($0) })
    }
}

/// The standard limits, but for a smaller one.
func smaller(_ change: (inout TUFLimits) -> Void) -> TUFLimits {
    var limits = TUFLimits.standard
    change(&limits)
    return limits
}

/// What is stored where the client stopped after a new timestamp, or a new snapshot.
let afterTimestamp2 = "root 1, timestamp 2, snapshot 1, targets 1"
let afterSnapshot2 = "root 1, timestamp 2, snapshot 2, targets 1"
/// What is asked for up to a new snapshot, or up to new targets.
let untilSnapshot = "2.root.json timestamp.json 2.snapshot.json"
let untilTargets = "2.root.json timestamp.json 2.snapshot.json 2.targets.json"
