import JSON
import TUF
import Testing

/// A key identifier appears once in `signatures` (TUF specification 4.2.1), even where the threshold is met
/// without the second signature.
@Suite struct RepeatedKeyIDTests {
    @Test(
        "a key id is unique in signatures: metadata that has one twice is refused",
        arguments: ["timestamp", "snapshot", "targets"], Repetition.allCases)
    func online(role: String, repetition: Repetition) throws {
        let world = World()
        try world.refresh()
        world.repository[role].editSignatures = repetition.apply
        world.repository.publish()
        let at = repetition == .stranger ? 2 : 1
        for _ in 0..<2 {
            #expect(throws: UpdateError.repository(repeatedKeyID(role, second: at))) {
                try world.refresh()
            }
            #expect(!world.stored.contains("\(role) 2"))
        }
        // Nothing is broken for good: regular metadata is taken.
        world.repository[role].editSignatures = { _ in }
        world.repository.publish()
        #expect(try world.refresh().status(of: .targets)?.version == 3)
    }

    @Test(
        "a key id is unique in a root's signatures, a new one's and the packaged one's",
        arguments: Repetition.allCases)
    func root(repetition: Repetition) throws {
        let world = World()
        world.repository["root"].editSignatures = repetition.apply
        world.repository.publishRoot()
        let at = repetition == .stranger ? 2 : 1
        #expect(throws: UpdateError.repository(repeatedKeyID("root", second: at))) {
            try world.refresh()
        }
        #expect(world.stored == "root 1")

        var updater = Updater(
            packagedRoot: world.repository["root"].bytes, store: MemoryStore(),
            fetcher: world.repository, now: world.now)
        let expected = UpdateError.repository(repeatedKeyID("packaged root", second: at))
        #expect(throws: expected) { try updater.refresh() }
        #expect(throws: expected) { try updater.loadTrusted() }
    }

    @Test("a key id is unique in a delegated role's signatures", arguments: Repetition.allCases)
    func delegated(repetition: Repetition) throws {
        let world = World()
        let key = TestKey.ed25519(50)
        var table = JSONObject()
        table[key.keyID] = key.json
        world.repository["targets"].delegations = [
            "keys": .object(table),
            "roles": [
                [
                    "name": "a", "keyids": [.string(key.keyID)], "threshold": 1,
                    "terminating": false, "paths": ["*"],
                ]
            ],
        ]
        world.repository["a"] = TestRepository.Role(
            keys: [key], expires: World.start.advanced(bySeconds: 86_400))
        world.repository["a"].editSignatures = repetition.apply
        world.repository.publishTargets("a")
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        let at = repetition == .stranger ? 2 : 1
        #expect(throws: UpdateError.repository(repeatedKeyID("a", second: at))) {
            try updater.target(named: "x")
        }
        #expect(world.store.files["a.json"] == nil)
    }

    @Test(
        "a stored file in which a key id is twice is fetched anew, whichever it is",
        arguments: ["root.json", "root.2", "timestamp.json", "snapshot.json", "targets.json"])
    func stored(name: String) throws {
        let world = World()
        world.repository.publishRoot()
        try world.refresh()
        let regular = try #require(world.store.files[name])
        world.store.store(try withRepeatedSignature(regular), as: name)
        #expect(try world.refresh().roles.map(\.version) == [2, 1, 1, 1])
        #expect(world.store.files[name] == regular)
    }

    @Test("what the publisher reads again has a key id once, and what it signs, too")
    func publisher() throws {
        let keys = [SigningKey(), SigningKey()]
        let later = World.start.advanced(bySeconds: 86_400)
        let root = try RootDraft(
            expires: later, root: RoleKeys(keys.map(\.publicKey)),
            online: RoleKeys([keys[0].publicKey])
        ).signed(by: [keys[0], keys[1], keys[0]])
        #expect(try JSON.parse(root.bytes)["signatures"]?.arrayValue?.count == 2)

        let twice = try withRepeatedSignature(root.bytes)
        #expect(throws: repeatedKeyID("root", second: 2)) {
            _ = try SignedMetadata(twice, role: .root)
        }
        #expect(throws: repeatedKeyID("packaged root", second: 2)) {
            try RootDraft(following: twice, expires: later)
        }
        #expect(throws: repeatedKeyID("packaged root", second: 2)) {
            try PastMetadata(roots: [twice])
        }
        let next = try RootDraft(following: root.bytes, expires: later).signed(by: [keys[0]])
        #expect(throws: repeatedKeyID("pending root", second: 1)) {
            try PendingRoot(withRepeatedSignature(next.bytes), following: root.bytes)
        }
        #expect(throws: repeatedKeyID("root", second: 1)) {
            try PastMetadata(roots: [root.bytes, withRepeatedSignature(next.bytes)])
        }
    }
}

/// How a key identifier comes to be in `signatures` twice.
enum Repetition: String, CaseIterable, Sendable {
    /// The valid signature again.
    case same
    /// Something that is no valid signature, behind the valid one.
    case invalid
    /// Two signatures of a key that is not trusted.
    case stranger

    /// Changes a list of signatures so.
    func apply(_ signatures: inout [JSON]) {
        switch self {
        case .same: signatures.append(signatures[0])
        case .invalid:
            signatures.append(["keyid": signatures[0]["keyid"] ?? "", "sig": "00"])
        case .stranger: signatures += [["keyid": "x", "sig": ""], ["keyid": "x", "sig": "00"]]
        }
    }
}

/// How metadata is refused in which a key identifier appears again.
func repeatedKeyID(_ file: String, second at: Int) -> RepositoryError {
    .malformed(
        file: file,
        problem:
            "signatures[\(at)].keyid: expected one signature for each key, found two of one keyid")
}

/// The same file, its first signature there again at the end.
func withRepeatedSignature(_ bytes: [UInt8]) throws -> [UInt8] {
    var file = try #require(JSON.parse(bytes).objectValue)
    var signatures = try #require(file["signatures"]?.arrayValue)
    signatures.append(signatures[0])
    file["signatures"] = .array(signatures)
    return JSON.object(file).serialized()
}
