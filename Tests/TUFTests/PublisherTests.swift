import JSON
import TUF
import Testing

/// What a publisher makes, seen by the client.
@Suite struct PublisherTests {
    private let now = World.start
    private let later = World.start.advanced(bySeconds: 86_400)
    private let offline = [SigningKey(), SigningKey()]
    private let online = SigningKey()

    private func firstRoot(threshold: Int = 1) throws -> SignedMetadata {
        try RootDraft(
            expires: later, root: RoleKeys(offline.map(\.publicKey), threshold: threshold),
            online: RoleKeys([online.publicKey])
        ).signed(by: threshold == 1 ? [offline[0]] : offline)
    }

    private func publication(
        version: Int64, _ content: [UInt8], by key: SigningKey? = nil, roots: [SignedMetadata] = []
    ) throws -> Publication {
        let keys = [key ?? online]
        let target = TargetFile(
            path: "f1/2026/bundle.zip", lengthBytes: content.count,
            hashes: ["sha256": sha256(content)], custom: ["year": 2026])
        let targets = try SignedMetadata.targets(
            version: version, expires: later, targets: [target], keys: keys)
        let snapshot = try SignedMetadata.snapshot(
            version: version, expires: later, targets: targets, keys: keys)
        let timestamp = try SignedMetadata.timestamp(
            version: version, expires: later, snapshot: snapshot, keys: keys)
        return Publication(
            roots: roots.map { MetadataFile(name: $0.fileName(), bytes: $0.bytes) },
            targets: targets, snapshot: snapshot, timestamp: timestamp)
    }

    @Test("the files come in the order to write them, the timestamp last")
    func order() throws {
        let root = try firstRoot()
        let files = try publication(version: 1_795_228_200, [1], roots: [root]).files
        #expect(
            files.map(\.name) == [
                "1795228200.targets.json", "1795228200.snapshot.json", "1.root.json",
                "timestamp.json",
            ])
        var publication = try publication(version: 7, [1])
        publication.consistentSnapshot = false
        #expect(
            publication.files.map(\.name) == ["targets.json", "snapshot.json", "timestamp.json"])
    }

    @Test("a client takes what was published, and what is published next")
    func accepted() throws {
        let root = try firstRoot()
        let store = MemoryStore()
        for (version, content) in [(Int64(10), [1, 2]), (20, [3])] as [(Int64, [UInt8])] {
            let files = try publication(version: version, content, roots: [root]).files
            let fetcher = MemoryFetcher(
                metadata: files,
                targets: ["f1/2026/\(sha256(content)).bundle.zip": content])
            var updater = Updater(
                packagedRoot: root.bytes, store: store, fetcher: fetcher, now: now)
            #expect(try updater.refresh().roles.map(\.version) == [1, version, version, version])
            let target = try #require(updater.targets.first)
            #expect(target.custom == ["year": 2026])
            var got: [UInt8] = []
            try updater.download(target) { got += $0 }
            #expect(got == content)
        }
    }

    @Test("a new timestamp over the old snapshot is a publication by itself")
    func timestampOnly() throws {
        let root = try firstRoot()
        let first = try publication(version: 10, [1], roots: [root])
        let snapshot = try SignedMetadata(try #require(first.snapshot).bytes, role: .snapshot)
        #expect(snapshot == first.snapshot)
        let timestamp = try SignedMetadata.timestamp(
            version: 11, expires: later, snapshot: snapshot, keys: [online])
        let second = Publication(timestamp: timestamp)
        #expect(second.files.map(\.name) == ["timestamp.json"])

        let overlay = MemoryFetcher(
            metadata: second.files, over: MemoryFetcher(metadata: first.files))
        var updater = Updater(
            packagedRoot: root.bytes, store: MemoryStore(), fetcher: overlay, now: now)
        #expect(try updater.refresh().roles.map(\.version) == [1, 11, 10, 10])
    }

    @Test("another online key, signed in by one of two root keys, is followed")
    func rotateOnline() throws {
        let root = try firstRoot()
        let other = SigningKey()
        var draft = try RootDraft(following: root.bytes, expires: later)
        #expect(draft.version == 2)
        #expect(Set(draft.root.keys.map(\.keyID)) == Set(offline.map(\.publicKey.keyID)))
        for role in [\RootDraft.timestamp, \.snapshot, \.targets] {
            draft[keyPath: role] = RoleKeys([other.publicKey])
        }
        let second = try draft.signed(by: [offline[1]])
        let files = try publication(version: 5, [1], by: other, roots: [root, second]).files
        var updater = Updater(
            packagedRoot: root.bytes, store: MemoryStore(),
            fetcher: MemoryFetcher(metadata: files), now: now)
        #expect(try updater.refresh().roles.map(\.version) == [2, 5, 5, 5])
    }

    @Test("a threshold of two needs both keys, the next root the old threshold, too")
    func thresholds() throws {
        let root = try firstRoot(threshold: 2)
        var next = try RootDraft(following: root.bytes, expires: later)
        next.root = RoleKeys([offline[0].publicKey], threshold: 1)
        #expect(throws: SigningError.threshold(role: "root", given: 1, needed: 2)) {
            try next.signed(by: [offline[0]])
        }
        #expect(throws: SigningError.threshold(role: "root", given: 1, needed: 2)) {
            try next.signed(by: [offline[0], offline[0], online])
        }
        _ = try next.signed(by: offline)
        next.root = RoleKeys([SigningKey().publicKey])
        #expect(throws: SigningError.threshold(role: "root", given: 0, needed: 1)) {
            try next.signed(by: offline)
        }
        next.root = RoleKeys([offline[0].publicKey, offline[0].publicKey], threshold: 2)
        #expect(
            throws: SigningError.unreachableThreshold(role: "root", keys: 1, threshold: 2)
        ) { try next.signed(by: offline) }
        next.root = RoleKeys([], threshold: 0)
        #expect(
            throws: SigningError.unreachableThreshold(role: "root", keys: 0, threshold: 0)
        ) { try next.signed(by: offline) }
    }

    @Test("what no client would take is not signed")
    func content() throws {
        let target = TargetFile(
            path: "a", lengthBytes: 1, hashes: ["sha256": sha256([1])], custom: .double(1.5))
        #expect(
            throws: SigningError.content(
                role: "targets", problem: "expected integers only, found a decimal number")
        ) {
            try SignedMetadata.targets(
                version: 1, expires: later, targets: [target], keys: [online])
        }
        #expect(
            throws: SigningError.content(
                role: "targets", problem: "expected a version from 1, found 0")
        ) { try SignedMetadata.targets(version: 0, expires: later, targets: [], keys: [online]) }
        #expect(throws: RepositoryError.self) {
            try RootDraft(following: Array("{}".utf8), expires: later)
        }
        #expect(throws: RepositoryError.self) {
            try SignedMetadata(try firstRoot().bytes, role: .snapshot)
        }
    }

    @Test("same input, same bytes")
    func deterministic() throws {
        #expect(try publication(version: 3, [1]) == publication(version: 3, [1]))
    }

    @Test("a key file is read as it was written, in either case")
    func keyFile() throws {
        let read = try SigningKey(keyFile: online.encoded())
        #expect(read.encoded() == online.encoded())
        #expect(read.publicKey == online.publicKey)
        let text = String(decoding: online.encoded(), as: UTF8.self)
        let json = try JSON.parse(text)
        for half in ["public", "private"] {
            let hex = try #require(json["keyval"]?[half]?.stringValue)
            #expect(hex.utf8.count == 64)
            let capitals = text.replacing(hex, with: hex.uppercased())
            #expect(try SigningKey(keyFile: Array(capitals.utf8)).encoded() == online.encoded())
        }
    }

    @Test(
        "a file that is no key file is refused",
        arguments: [
            ("", "a key file in JSON"), ("{", "a key file in JSON"), ("[]", "keytype and scheme"),
            ("{\"keytype\":\"rsa\",\"scheme\":\"ed25519\"}", "keytype and scheme"),
            ("{\"keytype\":\"ed25519\",\"scheme\":\"ed25519\"}", "64 hexadecimal digits"),
            (
                "{\"keytype\":\"ed25519\",\"scheme\":\"ed25519\",\"keyval\":{\"private\":\"zz\"}}",
                "64 hexadecimal digits"
            ),
            (
                "{\"keytype\":\"ed25519\",\"scheme\":\"ed25519\",\"keyval\":{\"public\":\"00\","
                    + "\"private\":\"\(String(repeating: "07", count: 32))\"}}",
                "keyval.public to belong"
            ),
        ])
    func noKeyFile(text: String, expected: String) {
        let error = #expect(throws: SigningError.self) {
            try SigningKey(keyFile: Array(text.utf8))
        }
        #expect(error?.description.hasPrefix("key: expected \(expected)") == true)
    }

    @Test("a key is not shown by printing it, dumping it or failing with it")
    func secret() throws {
        let text = String(decoding: online.encoded(), as: UTF8.self)
        let secret = try #require(try JSON.parse(text)["keyval"]?["private"]?.stringValue)
        var dumped = ""
        dump([online], to: &dumped)
        for shown in [
            "\(online)", String(reflecting: online), String(describing: [online]), dumped,
        ] {
            #expect(!shown.lowercased().contains(secret.prefix(8)))
        }
    }
}
