import JSON
import TUF
import Testing

/// Target files: exactly what is listed, or an error (specification 5.7).
@Suite struct DownloadTests {
    @Test("a listed file comes whole, under the name its hash gives it")
    func whole() throws {
        let content = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
        let got = try download("f1/2026/bundle.zip", content)
        #expect(got.content == content)
        #expect(got.request == "targets/f1/2026/\(sha256(content)).bundle.zip")
    }

    @Test("an empty file is a file")
    func empty() throws {
        #expect(try download("empty", []).content.isEmpty)
    }

    @Test("a hash in capitals counts, and names the file as it is written")
    func capitals() throws {
        let got = try download("a", [1], hashes: ["sha256": sha256([1]).uppercased()])
        #expect(got.request == "targets/\(sha256([1]).uppercased()).a")
    }

    @Test("a file listed by SHA-512 alone is fetched and checked by it")
    func sha512Alone() throws {
        let got = try download("a", [1], hashes: ["sha512": sha512([1]), "blake2b": "7"])
        #expect(got.request == "targets/\(sha512([1])).a")
    }

    @Test(
        "a path is encoded where an address needs it, and where it is encoded already it stays",
        arguments: [
            ("a b/c?d#e", "a%20b/HASH.c%3Fd%23e"), ("a%20b", "HASH.a%20b"), ("100%", "HASH.100%25"),
            ("é", "HASH.%C3%A9"), ("a+b&c=d;e@f:g,h!$'()*", "HASH.a+b&c=d;e@f:g,h!$'()*"),
            ("dir//x", "dir//HASH.x"),
        ])
    func paths(path: String, request: String) throws {
        let got = try download(path, [1])
        #expect(got.request == "targets/" + request.replacing("HASH", with: sha256([1])))
    }

    @Test(
        "a path that leads out of the folder is not fetched",
        arguments: ["../a", "a/../../b", "./a", "a/%2E%2e/b", "a/.%2e/b"])
    func outside(path: String) throws {
        #expect(
            throws: UpdateError.repository(
                .malformed(file: path, problem: "expected a path below the base, found . or .."))
        ) { try download(path, [1]) }
    }

    @Test(
        "other bytes than the listed ones are refused",
        arguments: [
            ([1, 2, 4], .repository(.hash(file: "a", algorithm: "sha256"))),
            ([1, 2], .repository(.length(file: "a", expected: 3, found: 2))),
            ([1, 2, 3, 4], .transfer(.tooLong(lengthBytesMax: 3))),
            ([], .repository(.length(file: "a", expected: 3, found: 0))),
        ] as [([UInt8], UpdateError)])
    func otherBytes(served: [UInt8], expected: UpdateError) throws {
        #expect(throws: expected) { try download("a", [1, 2, 3], served: served) }
    }

    @Test("one of two hashes is not enough")
    func oneHash() throws {
        let hashes = ["sha256": sha256([1]), "sha512": sha512([2])]
        #expect(throws: UpdateError.repository(.hash(file: "a", algorithm: "sha512"))) {
            try download("a", [1], hashes: hashes)
        }
    }

    @Test("a file without end is cut off at its length")
    func endless() throws {
        var taken = 0
        #expect(throws: UpdateError.transfer(.tooLong(lengthBytesMax: 1_500))) {
            try download(
                "a", [UInt8](repeating: 0, count: 1_500),
                served: [UInt8](repeating: 0, count: 100_000)
            ) { taken += $0 }
        }
        #expect(taken <= 1_500)
    }

    @Test("a file that is not there, and a sink that is full")
    func absent() throws {
        let world = World()
        world.repository.addTarget("a", [1])
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        let target = try #require(updater.targets.first)
        #expect(throws: UpdateError.transfer(.sink("no space left"))) {
            try updater.download(target) { (_) throws(FetchError) in throw .sink("no space left") }
        }
        world.repository.targetFiles = [:]
        let path = "\(sha256([1])).a"
        #expect(throws: UpdateError.transfer(.absent(path: path))) {
            try updater.download(target) { _ in }
        }
    }

    @Test(
        "an entry that cannot be checked spoils the list",
        arguments: [
            (["length": 1], "hashes: expected a value, found none"),
            (["length": 1, "hashes": [:]], "expected a sha256 or sha512 hash, found an object"),
            (
                ["length": 1, "hashes": ["md5": "00"]],
                "expected a sha256 or sha512 hash, found an object"
            ),
            (
                ["length": 1, "hashes": ["sha256": "../../x"]],
                "expected 64 hexadecimal digits, found \"../../x\""
            ),
            (
                ["length": -1, "hashes": ["sha256": "00"]],
                "expected an integer from 0 to 9223372036854775807, found -1"
            ),
        ] as [(JSON, String)])
    func malformed(entry: JSON, problem: String) throws {
        let world = World()
        world.repository["targets"].targets["a"] = entry
        world.repository.publish()
        do {
            try world.refresh()
            Issue.record("expected a refusal")
        } catch {
            #expect("\(error)".hasSuffix(problem), "\(error)")
        }
    }

    @Test("targets are listed by path, with what the publisher says of them")
    func listed() throws {
        let world = World()
        for path in ["b", "a/z", "a", "A", "é", "e\u{301}"] {
            world.repository.addTarget(path, Array(path.utf8))
        }
        world.repository["targets"].targets[object: "b"]["custom"] = ["year": 2026]
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        #expect(updater.targets.map { $0.path.utf8.count } == [1, 1, 3, 1, 3, 2])
        #expect(try updater.target(named: "b")?.custom == ["year": 2026])
        #expect(try updater.target(named: "é")?.lengthBytes == 2)
        #expect(try updater.target(named: "e\u{301}")?.lengthBytes == 3)
        #expect(try updater.target(named: "c") == nil)
    }

    /// Lists a file, serves it or something else, and downloads it.
    @discardableResult
    private func download(
        _ path: String, _ content: [UInt8], hashes: [String: String]? = nil,
        served: [UInt8]? = nil, taking: (Int) -> Void = { _ in }
    ) throws -> (content: [UInt8], request: String) {
        let world = World()
        world.repository.addTarget(path, content)
        if let hashes {
            var object = JSONObject()
            for (algorithm, hash) in hashes { object[algorithm] = .string(hash) }
            world.repository["targets"].targets[object: path]["hashes"] = .object(object)
        }
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        let target = try #require(try updater.target(named: path))
        world.repository.everyTarget = served ?? content
        var got: [UInt8] = []
        try updater.download(target) {
            got += $0
            taking($0.count)
        }
        return (got, world.repository.requests.last ?? "")
    }
}
