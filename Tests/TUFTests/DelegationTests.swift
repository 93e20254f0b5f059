import JSON
import TUF
import Testing

/// Which roles are asked for a path, and in which order (specification 5.6.7, TAP 15).
@Suite struct DelegationTests {
    /// A graph, a path, the roles that are asked for it (those below are no more), and who has it.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// `delegator > role pattern` one a line; `!` after the role: terminating.
        let graph: String
        var path = "a/file"
        /// The role that lists the path.
        var owner: String?
        let visits: String
        var isFound = false
    }

    @Test(
        "roles are asked in pre-order, each once",
        arguments: [
            Case(
                testDescription: "in order of appearance",
                graph: "targets > b *\ntargets > a a/*\ntargets > c a/*", visits: "a c"),
            Case(
                testDescription: "depth before breadth",
                graph: "targets > a */*\ntargets > b */*\na > c */*\nc > d */*",
                visits: "a c d b"),
            Case(
                testDescription: "a cycle",
                graph: "targets > a */*\na > b */*\nb > a */*\nb > b */*", visits: "a b"),
            Case(
                testDescription: "a diamond",
                graph: "targets > a */*\ntargets > b */*\na > c */*\nb > c */*", visits: "a c b"),
            Case(
                testDescription: "the first who has it",
                graph: "targets > a */*\ntargets > b */*\ntargets > c */*", owner: "b",
                visits: "a b", isFound: true),
            Case(
                testDescription: "a terminating role ends it (CVE-2025-2886)",
                graph: "targets > a! */*\ntargets > b */*", owner: "b", visits: "a"),
            Case(
                testDescription: "a terminating role's own are still asked",
                graph: "targets > a! */*\ntargets > b */*\na > c */*\nc > d */*", owner: "d",
                visits: "a c d", isFound: true),
            Case(
                testDescription: "a terminating role further down ends it for all above",
                graph: "targets > a */*\ntargets > b */*\na > c! */*\na > d */*", owner: "b",
                visits: "a c"),
            Case(
                testDescription: "a terminating role that was asked before ends it, too",
                graph: "targets > a */*\ntargets > b */*\ntargets > d */*\na > c */*\nb > c! */*",
                owner: "d", visits: "a c b"),
            Case(
                testDescription: "a terminating role for other paths does not",
                graph: "targets > a! b/*\ntargets > b */*", owner: "b", visits: "b",
                isFound: true),
            Case(
                testDescription: "a role that lists what it is not trusted for",
                graph: "targets > a b/*", owner: "a", visits: ""),
            Case(
                testDescription: "a name that is to be encoded",
                graph: "targets > ../a */*", owner: "../a", visits: "..%2Fa", isFound: true),
        ])
    func order(_ it: Case) throws {
        let world = World()
        let delegations = it.graph.split(separator: "\n").map { $0.split(separator: " ") }
        var names: [String] = []
        for line in delegations {
            let name = String(line[2].prefix { $0 != "!" })
            if !names.contains(name) { names.append(name) }
        }
        for (number, name) in names.enumerated() {
            world.repository[name] = .init(
                keys: [.ed25519(UInt8(50 + number))],
                expires: world.now.advanced(bySeconds: 86_400))
        }
        for delegator in ["targets"] + names {
            let roles = delegations.filter { $0[0] == delegator }.map { line -> JSON in
                let name = String(line[2].prefix { $0 != "!" })
                return world.repository.delegation(
                    name, terminating: line[2].hasSuffix("!"),
                    scope: ["paths": [.string(String(line[3]))]])
            }
            guard !roles.isEmpty else { continue }
            world.repository[delegator].delegations = world.repository.delegations(roles, names)
        }
        if let owner = it.owner { world.repository.addTarget(it.path, [1, 2], to: owner) }
        for name in names { world.repository.publishTargets(name) }
        world.repository.publish()

        var updater = world.updater()
        _ = try updater.refresh()
        world.repository.requests = []
        let found = try updater.target(named: it.path)
        let visits = it.visits.split(separator: " ").map { "1.\($0).json" }
        #expect(world.repository.requests == visits)
        #expect((found != nil) == it.isFound)

        // What was asked for is stored: the next search, and the next start, fetch nothing.
        world.repository.requests = []
        _ = try updater.target(named: it.path)
        #expect(world.repository.requests.isEmpty)
        var next = world.updater()
        _ = try next.refresh()
        world.repository.requests = []
        #expect(try next.target(named: it.path) == found)
        #expect(world.repository.requests.isEmpty)
    }

    @Test(
        "a pattern covers a path, or not",
        arguments: [
            ("*", "a", true), ("*", "a/b", false), ("*/*", "a/b", true), ("*", "", true),
            ("a/*.zip", "a/b.zip", true), ("a/*.zip", "a/b.tar", false),
            ("a/*.zip", "a/b/c.zip", false), ("v-?.zip", "v-2.zip", true),
            ("v-?.zip", "v-10.zip", false), ("v-?.zip", "v-é.zip", true), ("?", "/", false),
            ("**a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxcxxb", false), ("a", "a", true),
            ("a", "A", false), ("", "", true), ("a*", "a", true), ("*a", "aaaa", true),
            ("[ab]", "a", false), ("[ab]", "[ab]", true), ("a/", "a", false), ("a/", "a/", true),
            (String(repeating: "*a", count: 40) + "b", String(repeating: "a", count: 200), false),
        ])
    func patterns(pattern: String, path: String, isCovered: Bool) throws {
        let scope: JSON = ["paths": [.string(pattern)]]
        #expect(try isAsked(path, scope: scope) == isCovered)
    }

    @Test("prefixes of the path's hash choose roles, in either case")
    func hashPrefixes() throws {
        // SHA-256 of "a/file" begins with it.
        let hash = sha256(Array("a/file".utf8))
        for (prefix, isCovered) in [
            (String(hash.prefix(2)), true), (hash.prefix(7).uppercased(), true), ("", true),
            (hash, true), (String(hash.dropFirst().prefix(5)) + "x", false), (hash + "0", false),
        ] {
            let scope: JSON = ["path_hash_prefixes": ["zz", .string(prefix)]]
            #expect(try isAsked("a/file", scope: scope) == isCovered, "\(prefix)")
        }
    }

    private func isAsked(_ path: String, scope: JSON) throws -> Bool {
        let world = World()
        world.repository["role"] = .init(
            keys: [.ed25519(50)], expires: world.now.advanced(bySeconds: 86_400))
        world.repository["targets"].delegations = world.repository.delegations(
            [world.repository.delegation("role", terminating: false, scope: scope)], ["role"])
        world.repository.publishTargets("role")
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        world.repository.requests = []
        _ = try updater.target(named: path)
        return !world.repository.requests.isEmpty
    }

    @Test(
        "succinct roles: the path's hash names the role",
        arguments: [
            (1, "1"), (3, "6"), (4, "c"), (5, "18"), (8, "c0"), (16, "c04b"), (32, "c04b289a"),
        ])
    func succinct(bits: Int64, suffix: String) throws {
        let path = "f1/2026/bundle.zip"
        #expect(sha256(Array(path.utf8)).hasPrefix("c04b289a"))
        let world = World()
        let name = "bin-\(suffix)"
        let key = TestKey.ed25519(50)
        world.repository[name] = .init(keys: [key], expires: world.now.advanced(bySeconds: 86_400))
        world.repository.addTarget(path, [1], to: name)
        world.repository["targets"].delegations = [
            "keys": .object(keyTable([key])),
            "succinct_roles": [
                "keyids": [.string(key.keyID)], "threshold": 1, "bit_length": .integer(bits),
                "name_prefix": "bin",
            ],
        ]
        world.repository.publishTargets(name)
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        #expect(try updater.target(named: path) != nil)
        #expect(world.repository.requests.last == "1.\(name).json")
    }

    @Test(
        "delegations that cannot be followed are refused",
        arguments: [
            (["keys": [:]], "expected either roles or succinct_roles, found an object"),
            (
                ["keys": [:], "roles": [], "succinct_roles": [:]],
                "expected either roles or succinct_roles, found an object"
            ),
            (
                [
                    "keys": [:],
                    "succinct_roles": [
                        "keyids": [], "threshold": 1, "bit_length": 33, "name_prefix": "b",
                    ],
                ],
                "expected an integer from 1 to 32, found 33"
            ),
            (
                [
                    "keys": [:],
                    "roles": [
                        [
                            "name": "root", "keyids": [], "threshold": 1, "terminating": false,
                            "paths": [],
                        ]
                    ],
                ],
                "expected the name of a delegated role, found \"root\""
            ),
            (
                [
                    "keys": [:],
                    "roles": [
                        ["name": "a", "keyids": [], "threshold": 1, "terminating": false]
                    ],
                ],
                "expected either paths or path_hash_prefixes, found an object"
            ),
            (
                [
                    "keys": [:],
                    "roles": [
                        [
                            "name": "a", "keyids": [], "threshold": 1, "terminating": false,
                            "paths": ["x"],
                        ],
                        [
                            "name": "a", "keyids": [], "threshold": 1, "terminating": true,
                            "paths": ["y"],
                        ],
                    ],
                ],
                "expected one role of each name, found \"a\""
            ),
        ] as [(JSON, String)])
    func malformed(delegations: JSON, problem: String) throws {
        let world = World()
        world.repository["targets"].delegations = delegations
        world.repository.publish()
        do {
            try world.refresh()
            Issue.record("expected a refusal")
        } catch {
            #expect("\(error)".hasSuffix(problem), "\(error)")
        }
    }

    @Test("32 delegated roles are asked for one path, not more")
    func limit() throws {
        let world = World()
        var names: [String] = []
        for number in 1...33 {
            let name = "r\(number)"
            names.append(name)
            world.repository[name] = .init(
                keys: [.ed25519(50)], expires: world.now.advanced(bySeconds: 86_400))
        }
        world.repository.addTarget("reached", [1], to: "r32")
        world.repository.addTarget("beyond", [1], to: "r33")
        for name in names { world.repository.publishTargets(name) }
        world.repository["targets"].delegations = world.repository.delegations(
            names.map {
                world.repository.delegation($0, terminating: false, scope: ["paths": ["*"]])
            }, names)
        world.repository.publish()
        var updater = world.updater()
        _ = try updater.refresh()
        #expect(try updater.target(named: "reached") != nil)
        #expect(
            throws: UpdateError.repository(.tooManyDelegations(limit: 32, path: "beyond"))
        ) { try updater.target(named: "beyond") }
    }

    @Test(
        "a delegated role is checked as targets are",
        arguments: [
            "signature", "expired", "version", "hash", "missing from snapshot", "absent",
        ])
    func checks(what: String) throws {
        let world = World()
        world.repository.listsHashes = what == "hash"
        world.repository.listsLengths = false
        world.repository["a"] = .init(
            keys: [.ed25519(50)], expires: world.now.advanced(bySeconds: 86_400))
        world.repository["targets"].delegations = world.repository.delegations(
            [world.repository.delegation("a", terminating: false, scope: ["paths": ["*"]])], ["a"])
        let expected: UpdateError
        switch what {
        case "signature":
            world.repository["a"].signers = [.ed25519(51)]
            expected = .repository(.signatures(role: "a", valid: 0, threshold: 1))
        case "expired":
            world.repository["a"].expires = world.now
            expected = .repository(.expired(role: "a", at: world.now, now: world.now))
        case "version":
            world.repository["a"].editListing = { $0["version"] = 7 }
            expected = .repository(.version(role: "a", expected: 7, found: 1))
        case "hash":
            world.repository["a"].editListing = {
                $0["hashes"] = ["sha256": .string(String(repeating: "0", count: 64))]
            }
            expected = .repository(.hash(file: "a", algorithm: "sha256"))
        case "missing from snapshot":
            world.repository["snapshot"].edit = { $0[object: "meta"]["a.json"] = nil }
            expected = .repository(.missingFromSnapshot(role: "a"))
        default:
            expected = .transfer(.absent(path: "1.a.json"))
        }
        world.repository.publishTargets("a")
        world.repository.publish()
        if what == "version" { world.repository.files["7.a.json"] = world.repository["a"].bytes }
        if what == "absent" { world.repository.files["1.a.json"] = nil }
        var updater = world.updater()
        _ = try updater.refresh()
        #expect(throws: expected) { try updater.target(named: "file") }
        #expect(world.store.files["a.json"] == nil)
    }
}

private func keyTable(_ keys: [TestKey]) -> JSONObject {
    var table = JSONObject()
    for key in keys { table[key.keyID] = key.json }
    return table
}

extension TestRepository {
    /// One entry of `delegations.roles`.
    fileprivate func delegation(_ name: String, terminating: Bool, scope: JSON) -> JSON {
        var object = scope.objectValue ?? JSONObject()
        object["name"] = .string(name)
        object["keyids"] = .array(self[name].keys.map { .string($0.keyID) })
        object["threshold"] = .integer(Int64(self[name].threshold))
        object["terminating"] = .bool(terminating)
        return .object(object)
    }

    fileprivate func delegations(_ roles: [JSON], _ names: [String]) -> JSON {
        ["keys": .object(keyTable(names.flatMap { self[$0].keys })), "roles": .array(roles)]
    }
}
