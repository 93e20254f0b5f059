import JSON
import TUF
import Testing

/// Keys that change, and what that means for what is stored (specification 5.3).
@Suite struct RotationTests {
    @Test("every role's keys can change, root's over several steps")
    func everyRole() throws {
        let world = World()
        try world.refresh()
        for (step, role) in ["root", "timestamp", "snapshot", "targets", "root"].enumerated() {
            let old = world.repository["root"].keys
            world.repository[role].keys = [.ed25519(UInt8(100 + step))]
            world.repository.publishRoot(alsoSignedBy: role == "root" ? old : [])
            world.repository.publish()
            #expect(
                try world.refresh().roles.map(\.version) == [2, 2, 2, 2].map { $0 + Int64(step) })
        }
        // And all of it at once for who was away.
        world.store = MemoryStore()
        #expect(try world.refresh().roles.map(\.version) == [6, 6, 6, 6])
    }

    @Test("a threshold is met by any of the keys, and by more than it needs")
    func thresholds() throws {
        let world = World()
        let keys = (10..<15).map { TestKey.ed25519($0) }
        for role in ["root", "timestamp", "snapshot", "targets"] {
            world.repository[role].keys = keys
            world.repository[role].threshold = 3
        }
        world.repository.publishRoot(alsoSignedBy: [.ed25519(1)])
        for signers in [keys, Array(keys[..<3]), Array(keys[2...].reversed())] {
            for role in ["root", "timestamp", "snapshot", "targets"] {
                world.repository[role].signers = signers
            }
            world.repository.publishRoot()
            world.repository.publish()
            try world.refresh()
        }
        #expect(world.stored == "root 5, timestamp 4, snapshot 4, targets 4")
    }

    @Test("a bad signature beside enough good ones does no harm, nor does one of a stranger")
    func badBesideGood() throws {
        let world = World()
        world.repository["timestamp"].keys = [.ed25519(22), .ed25519(2)]
        world.repository.publishRoot()
        world.repository["timestamp"].editSignatures = {
            $0[0] = ["keyid": $0[0]["keyid"] ?? "", "sig": "00"]
            $0.append(["keyid": "stranger", "sig": "nonsense"])
        }
        world.repository.publishTimestamp()
        #expect(try world.refresh().status(of: .timestamp)?.version == 2)
    }

    @Test(
        "fast-forward recovery: keys taken from timestamp or snapshot make both start anew",
        arguments: ["timestamp", "snapshot"])
    func fastForward(role: String) throws {
        let world = World()
        for role in ["timestamp", "snapshot", "targets"] {
            world.repository[role].version = 1_000_000
        }
        world.repository.publish()
        try world.refresh()

        for role in ["timestamp", "snapshot", "targets"] { world.repository[role].version = 1 }
        world.repository[role].keys = [.ed25519(99)]
        world.repository.publishRoot()
        world.repository.publish()
        #expect(try world.refresh().roles.map(\.version) == [2, 2, 2, 2])
        #expect(
            world.repository.requests
                == requests(
                    "2.root.json 3.root.json timestamp.json 2.snapshot.json 2.targets.json"))
    }

    @Test("a key that is only added makes nothing start anew")
    func addedKey() throws {
        let world = World()
        world.repository["timestamp"].version = 9
        world.repository.publish()
        try world.refresh()
        world.repository["timestamp"].keys.append(.ed25519(99))
        world.repository["timestamp"].version = 5
        world.repository.publishRoot()
        world.repository.publish()
        #expect(
            throws: UpdateError.repository(.rollback(role: "timestamp", trusted: 10, found: 6))
        ) { try world.refresh() }
    }

    @Test("keys that went and came back have still been taken: nothing old is trusted again")
    func thereAndBack() throws {
        let world = World()
        world.repository["timestamp"].version = 9
        world.repository.publish()
        try world.refresh()
        let keys = world.repository["timestamp"].keys
        world.repository["timestamp"].keys = [.ed25519(99)]
        world.repository.publishRoot()
        world.repository["timestamp"].keys = keys
        world.repository["timestamp"].version = 0
        world.repository.publishRoot()
        world.repository.publish()
        try world.refresh()
        #expect(world.stored.hasPrefix("root 3, timestamp 1,"))
    }

    @Test("a program packaged with a newer root than the store has seen takes keys back, too")
    func packagedRotation() throws {
        let world = World()
        world.repository["timestamp"].version = 9
        world.repository.publish()
        try world.refresh()
        world.repository["snapshot"].keys = [.ed25519(99)]
        world.repository["timestamp"].version = 0
        world.repository.publishRoot()
        world.repository.publish()
        var updater = Updater(
            packagedRoot: world.repository["root"].bytes, store: world.store,
            fetcher: world.repository, now: world.now)
        #expect(try updater.refresh().roles.map(\.version) == [2, 1, 3, 3])
    }

    @Test("a program packaged with an older root finds its way to the stored one")
    func packagedDowngrade() throws {
        let world = World()
        for _ in 0..<3 { world.repository.publishRoot() }
        let second = try #require(world.repository.files["2.root.json"])
        var updater = Updater(
            packagedRoot: second, store: world.store, fetcher: world.repository, now: world.now)
        _ = try updater.refresh()
        let stored = world.store.files["root.json"]
        world.repository.errors["2.root.json"] = .unreachable("no network")
        #expect(throws: UpdateError.self) { try world.refresh() }
        #expect(world.store.files["root.json"] == stored)
        world.repository.errors = [:]
        #expect(try world.refresh().status(of: .root)?.version == 4)
    }

    @Test("expired roots on the way to a good one do not matter")
    func expiredIntermediateRoots() throws {
        let world = World()
        world.repository["root"].expires = world.now
        world.repository.publishRoot()
        world.repository["root"].expires = world.now.advanced(bySeconds: 1)
        world.repository.publishRoot()
        #expect(try world.refresh().status(of: .root)?.version == 3)
    }

    @Test("256 new roots at once are taken; of one more, the rest comes with the next refresh")
    func rotations() throws {
        let world = World()
        world.limits.rootRotationsMax = 4
        for _ in 0..<4 { world.repository.publishRoot() }
        #expect(try world.refresh().status(of: .root)?.version == 5)

        for _ in 0..<5 { world.repository.publishRoot() }
        #expect(throws: UpdateError.repository(.tooManyRotations(limit: 4))) {
            try world.refresh()
        }
        #expect(world.stored.hasPrefix("root 9, "))
        #expect(try world.refresh().status(of: .root)?.version == 10)
        #expect(TUFLimits.standard.rootRotationsMax == 256)
    }

    @Test("a root 42 versions on is reached from root 1 (php-tuf 396)")
    func farFromFirst() throws {
        let world = World()
        for _ in 0..<41 { world.repository.publishRoot() }
        #expect(try world.refresh().status(of: .root)?.version == 42)
        #expect(world.repository.requests.count == 42 + 3)
    }

    @Test(
        "roles can be signed with ECDSA keys, in PEM or as a point, under both key types",
        arguments: [
            TestKey.p256(9), .p256(9, asHex: true), .p256(9, keyType: "ecdsa-sha2-nistp256"),
        ])
    func ecdsa(key: TestKey) throws {
        let world = World()
        for role in ["root", "timestamp", "snapshot", "targets"] {
            world.repository[role].keys = [key, .unknown]
        }
        world.repository.publishRoot(alsoSignedBy: [.ed25519(1)])
        world.repository.publishRoot()
        world.repository.publish()
        #expect(try world.refresh().roles.map(\.version) == [3, 2, 2, 2])
    }

    @Test("identifiers, keys and signatures may be written in capitals")
    func capitals() throws {
        let world = World()
        let key = TestKey.ed25519(77, upperCase: true)
        world.repository["timestamp"].keys = [key.renamed(key.keyID.uppercased())]
        world.repository["timestamp"].editSignatures = { signatures in
            signatures = signatures.map { signature in
                [
                    "keyid": signature["keyid"] ?? nil,
                    "sig": .string(signature["sig"]?.stringValue?.uppercased() ?? ""),
                ]
            }
        }
        world.repository.publishRoot()
        world.repository.publish()
        #expect(try world.refresh().hasChanged)
    }

    @Test("a key with members of its own counts under either identifier writers give it")
    func keyWithOwnMembers() throws {
        let plain = TestKey.ed25519(77)
        var object = try #require(plain.json.objectValue)
        object["x-owner"] = "@volunteer"
        let whole = sha256(try JSON.object(object).canonical())
        for keyID in [plain.keyID, whole] {
            let world = World()
            world.repository["timestamp"].keys = [plain.renamed(keyID, json: .object(object))]
            world.repository.publishRoot()
            world.repository.publish()
            #expect(try world.refresh().hasChanged)
        }
    }
}
