import BundleArchive
import BundleFormat
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The table "You lost …" of docs/SECURITY.md, row by row, with a real client.
@Suite struct LossTests {
    /// One row.
    struct Row: CustomTestStringConvertible {
        /// The table's first cell.
        let testDescription: String
        let check: @Sendable (Loss) throws -> Void

        init(_ name: String, _ check: @escaping @Sendable (Loss) throws -> Void) {
            (testDescription, self.check) = (name, check)
        }
    }

    @Test(arguments: rows) func isRecoveredFrom(_ row: Row) throws {
        try row.check(Loss())
    }

    @Test func everyRowOfTheTableIsATest() throws {
        let document = try String(
            contentsOfFile: Checkout.path("docs/SECURITY.md"), encoding: .utf8)
        let table = try #require(document.components(separatedBy: "| you lost … |").last)
        let cells = table.split(separator: "\n").dropFirst().filter { $0.hasPrefix("| ") }
            .compactMap {
                $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces)
            }
        #expect(cells == Self.rows.map(\.testDescription))
    }

    static let rows = [
        Row("the online key") { loss in
            try FileManager.default.removeItem(atPath: loss.home.onlineKeyPath)
            try loss.fixture.rotateOnline(after: 10)
            try loss.publishAndExpectTheSame(after: 20)
        },
        Row("the online key to a thief") { loss in
            try loss.thiefPublishes(after: 10)
            #expect(try loss.client(after: 20)["f1/2031/bundle.zip"] != nil, "the thief's season")
            try loss.fixture.rotateOnline(after: 30)
            try loss.publishAndExpectTheSame(after: 40)
            #expect(try loss.published("timestamp.json").version < Loss.farFuture)
        },
        Row("one root key") { loss in
            let lost = try loss.fixture.publicKey(loss.fixture.rootB)
            try FileManager.default.removeItem(atPath: loss.fixture.rootB)
            try loss.fixture.change(.addRoot(SigningKey().publicKey), after: 10)
            try loss.fixture.change(.removeRoot(lost), after: 20)
            try loss.publishAndExpectTheSame(after: 30)
            #expect(try loss.home.roots().next(expires: SeasonFixture.start).root.keys.count == 2)
        },
        Row("one root key to a thief") { loss in
            let stolen = loss.fixture.folder["stolen.key"]
            try FileManager.default.moveItem(atPath: loss.fixture.rootB, toPath: stolen)
            try loss.fixture.change(
                .removeRoot(loss.fixture.publicKey(stolen)), by: [loss.fixture.rootA], after: 10)
            try loss.publishAndExpectTheSame(after: 20)
            // His next root is signed by a key that counts no more.
            try loss.put(loss.root(signedBy: stolen).bytes, as: "3.root.json")
            #expect(throws: UpdateError.self) { try loss.client(after: 30) }
            try FileManager.default.removeItem(
                atPath: loss.fixture.folder["site/metadata/3.root.json"])
            #expect(try loss.client(after: 40) == loss.before)
        },
        Row("the passphrase of a root key") { loss in
            let lost = try loss.fixture.publicKey(loss.fixture.rootB)
            let sealed = try KeyFile.sealed(
                SigningKey(keyFile: Array(Data(contentsOf: URL(filePath: loss.fixture.rootB)))),
                with: Array("forgotten words".utf8), cost: KeySealTests.cost)
            try Data(sealed).write(to: URL(filePath: loss.fixture.rootB))
            #expect(
                trouble { try loss.fixture.change(.renewRoot, by: [loss.fixture.rootB]) } != nil)
            try loss.fixture.change(.addRoot(SigningKey().publicKey), after: 10)
            try loss.fixture.change(.removeRoot(lost), after: 20)
            try loss.publishAndExpectTheSame(after: 30)
        },
        Row("both root keys") { loss in
            for key in [loss.fixture.rootA, loss.fixture.rootB] {
                try FileManager.default.removeItem(atPath: key)
            }
            #expect(try loss.fixture.change(.renewRoot).pending.complete == nil)
            for year in Int64(1)...4 {
                try loss.publishAndExpectTheSame(after: year * 365 * SeasonFixture.day)
            }
            // A new home is another repository: only agents with its root take it.
            let new = try SeasonFixture.published()
            #expect(try new.seenByNewClient().count == 2)
            try loss.serve(new)
            #expect(throws: UpdateError.self) { try loss.client(after: 1_500 * SeasonFixture.day) }
        },
        Row("all keys") { loss in
            try FileManager.default.removeItem(atPath: loss.home.keysPath)
            #expect(trouble { try loss.fixture.publish(after: 10) } != nil)
            #expect(try loss.client(after: 80 * SeasonFixture.day) == loss.before)
            #expect(try SeasonFixture.published().seenByNewClient().count == 2)
        },
        Row("the publisher's home") { loss in
            let online = loss.fixture.folder["secret"]
            try FileManager.default.moveItem(atPath: loss.home.onlineKeyPath, toPath: online)
            let roots = try loss.fixture.folder.contents(of: "site/metadata").filter {
                $0.key.hasSuffix(".root.json")
            }
            try FileManager.default.removeItem(atPath: loss.home.path)
            for (name, data) in roots {
                try loss.fixture.folder.write(
                    String(decoding: data, as: UTF8.self), to: "home/metadata/\(name)")
            }
            try loss.home.makeKeysFolder()
            try FileManager.default.moveItem(atPath: online, toPath: loss.home.onlineKeyPath)
            try loss.publishAndExpectTheSame(after: 50 * SeasonFixture.day)
        },
        Row("the published directory") { loss in
            try FileManager.default.removeItem(atPath: loss.fixture.site)
            try loss.publishAndExpectTheSame(after: 10)
        },
        Row("the published directory, and restored an old copy") { loss in
            let old = loss.fixture.folder["old"]
            try FileManager.default.copyItem(atPath: loss.fixture.site, toPath: old)
            try loss.fixture.publish(after: 50 * SeasonFixture.day)
            _ = try loss.client(after: 50 * SeasonFixture.day)
            try FileManager.default.removeItem(atPath: loss.fixture.site)
            try FileManager.default.moveItem(atPath: old, toPath: loss.fixture.site)
            #expect(throws: UpdateError.self) { try loss.client(after: 51 * SeasonFixture.day) }
            try loss.fixture.publish(after: 52 * SeasonFixture.day, isForced: true)
            #expect(try loss.client(after: 53 * SeasonFixture.day) == loss.before)
        },
        Row("the published `timestamp.json`, damaged") { loss in
            // A recall of another checkout: our record has not heard of it.
            let record = "\(loss.home.path)/\(DecisionFile.name)"
            let mine = try Data(contentsOf: URL(filePath: record))
            let year = SeasonFixture.year
            let recalled = try loss.fixture.entry(year, after: 0).version
            try loss.fixture.addSeason(2024, title: "Another")
            try loss.fixture.publish(after: 10)
            let prefix = try #require(VersionPrefix(recalled.hex))
            try loss.fixture.edit(
                RecallEdit(year: year, recalled: prefix, replacement: .previous), after: 20)
            try mine.write(to: URL(filePath: record))
            let before = try loss.client(after: 20)
            for damage in ["", "{}", "not JSON"] {
                try loss.put(Array(damage.utf8), as: "timestamp.json")
                #expect(throws: UpdateError.self) { try loss.client(after: 30) }
                #expect(try #require(loss.remedy { try $0.publish(after: 30) }).contains("--force"))
                try loss.fixture.publish(after: 40, isForced: true)
                #expect(try loss.client(after: 40) == before)
                #expect(try loss.fixture.entry(year, after: 40).recalled == [recalled])
            }
            // Nothing is guessed if no snapshot verifies.
            let metadata = loss.fixture.folder["site/metadata"]
            for name in try FileManager.default.contentsOfDirectory(atPath: metadata)
            where !name.contains("root") {
                try loss.put(Array("{}".utf8), as: name)
            }
            let damaged = try loss.fixture.folder.contents(of: "site")
            let remedy = try #require(
                loss.remedy { try $0.publish(after: 50, isForced: true) })
            #expect(remedy.contains("backup") && remedy.contains("keys rotate-online --to"))
            #expect(!remedy.contains("--force"), "that is what was tried")
            #expect(try loss.fixture.folder.contents(of: "site") == damaged)
            try loss.fixture.rotateOnline(after: 60)
            try loss.fixture.publish(after: 70)
            #expect(try loss.client(after: 80) == before, "the remedy works")
        },
        Row("the published `timestamp.json`, gone or an older one in its place") { loss in
            // A recall of another checkout, which our record has not heard of.
            let record = "\(loss.home.path)/\(DecisionFile.name)"
            let year = SeasonFixture.year
            let recalled = try loss.fixture.entry(year, after: 0).version
            try loss.fixture.addSeason(2024, title: "Another")
            try loss.fixture.publish(after: 10)
            let mine = try Data(contentsOf: URL(filePath: record))
            let timestamp = loss.fixture.folder["site/metadata/timestamp.json"]
            let older = Array(try Data(contentsOf: URL(filePath: timestamp)))
            let prefix = try #require(VersionPrefix(recalled.hex))
            try loss.fixture.edit(
                RecallEdit(year: year, recalled: prefix, replacement: .previous), after: 20)
            try mine.write(to: URL(filePath: record))
            let before = try loss.client(after: 20)
            // Gone: nobody takes the directory for a new one.
            try FileManager.default.removeItem(atPath: timestamp)
            #expect(try #require(loss.remedy { try $0.publish(after: 30) }).contains("--force"))
            try loss.fixture.publish(after: 40, isForced: true)
            #expect(try loss.client(after: 40) == before)
            #expect(try loss.fixture.entry(year, after: 40).recalled == [recalled])
            // An older one: every command carries the recall on.
            for force in [false, true] {
                try loss.put(older, as: "timestamp.json")
                try mine.write(to: URL(filePath: record))
                let report = try loss.fixture.refresh(after: 50, isForced: force)
                #expect(report.notes.contains(.olderTimestampPutBack))
                #expect(try loss.fixture.entry(year, after: 50).recalled == [recalled])
            }
            try loss.put(older, as: "timestamp.json")
            try mine.write(to: URL(filePath: record))
            try loss.fixture.addSeason(2024, title: "A third")
            _ = try? loss.fixture.publish(after: 60)
            try loss.fixture.refresh(after: 70, isForced: true)
            #expect(try loss.fixture.entry(year, after: 70).recalled == [recalled])
        },
        Row("the cron job, so the timestamp expired") { loss in
            let later = 200 * SeasonFixture.day
            #expect(throws: UpdateError.self) { try loss.client(after: later) }
            try loss.fixture.refresh(after: later)
            #expect(try loss.client(after: later) == loss.before)
        },
        Row("the date, so root expired") { loss in
            for days in [Int64(900), 1_800] {
                try loss.fixture.refresh(after: days * SeasonFixture.day)
            }
            let later = 1_900 * SeasonFixture.day
            guard
                let remedy = trouble({ try loss.fixture.publish(after: later) })?.remedy
            else {
                Issue.record("expected a refusal with a remedy")
                return
            }
            #expect(remedy.contains("keys renew-root"))
            try loss.publish(after: later, .renewRoot)
            #expect(try loss.client(after: later) == loss.before)
        },
        Row("the right time: a publish from the future") { loss in
            try loss.fixture.addSeason(2024, title: "Another")
            try loss.fixture.publish(after: 600 * SeasonFixture.day)
            _ = try loss.client(after: 600 * SeasonFixture.day)
            try loss.fixture.addSeason(2024)
            guard let remedy = trouble({ try loss.fixture.publish(after: 20) })?.remedy
            else {
                Issue.record("expected a refusal with a remedy")
                return
            }
            #expect(remedy.contains("keys rotate-online"))
            try loss.fixture.rotateOnline(after: 30)
            try loss.publishAndExpectTheSame(after: 40)
        },
        Row("power in the middle of a command") { loss in
            // Each write of each command: PublisherTests, RootEditorTests, KillTests.
            try loss.fixture.folder.write("{", to: "site/metadata/.tmp-1")
            try loss.fixture.folder.write("{", to: "home/.tmp-1")
            try loss.fixture.change(.renewRoot, after: 10)
            try loss.publishAndExpectTheSame(after: 20)
        },
        Row("the second signer for a while (threshold 2)") { loss in
            try loss.fixture.change(.threshold(2))
            try loss.fixture.change(.renewRoot, by: [loss.fixture.rootA], after: 10)
            try loss.publishAndExpectTheSame(after: 50 * SeasonFixture.day)
            try FileManager.default.removeItem(atPath: "\(loss.home.pendingPath)/3.root.json")
            #expect(try loss.fixture.change(.renewRoot, after: 60).pending.complete != nil)
        },
    ]
}

/// A published repository with an agent that is up to date, before something is lost.
struct Loss {
    let fixture: SeasonFixture
    /// What the agent has.
    let before: [String: String]
    private let store = MemoryStore()
    /// Outlives the publisher's home.
    private let firstRoot: [UInt8]

    static let farFuture: Int64 = 4_000_000_000

    var home: Home { fixture.home }

    init() throws {
        fixture = try SeasonFixture.published()
        firstRoot = try fixture.home.roots().first
        before = try fixture.seen(store: store, after: 0)
    }

    /// What the agent sees so many seconds after the start.
    func client(after seconds: Int64) throws -> [String: String] {
        try fixture.seen(store: store, after: seconds, from: firstRoot)
    }

    /// Publishes; the agent and a new one see the same seasons as before.
    func publishAndExpectTheSame(after seconds: Int64) throws {
        try fixture.publish(after: seconds)
        #expect(try client(after: seconds) == before)
        #expect(try fixture.seen(store: MemoryStore(), after: seconds, from: firstRoot) == before)
    }

    /// The remedy that a refused command names; nil if it is not refused.
    func remedy(_ command: (SeasonFixture) throws -> Void) -> String? {
        trouble { try command(fixture) }?.remedy
    }

    /// Makes a root and publishes, at the same moment.
    func publish(after seconds: Int64, _ change: RootChange) throws {
        try fixture.change(change, after: seconds)
        try fixture.publish(after: seconds)
    }

    /// Whoever has the online key and the server puts up seasons of his own, versions of the far future.
    func thiefPublishes(after seconds: Int64) throws {
        let key = try fixture.onlineKey()
        let expires = SeasonFixture.start.advanced(bySeconds: 9_000 * SeasonFixture.day)
        let zip = Array("evil".utf8)
        let hash = ContentHasher.hex(of: zip)
        let targets = try TargetsDraft(
            version: Self.farFuture, expires: expires,
            targets: [
                TargetFile(
                    path: "f1/2031/bundle.zip", lengthBytes: zip.count, hashes: ["sha256": hash])
            ]
        ).signed(by: [key])
        let snapshot = try SnapshotDraft(
            version: Self.farFuture, expires: expires, targets: targets
        ).signed(by: [key])
        let timestamp = try TimestampDraft(
            version: Self.farFuture, expires: expires, snapshot: snapshot
        ).signed(by: [key])
        try fixture.folder.write(
            "evil", to: "site/targets/f1/2031/\(hash).bundle.zip")
        for file in Publication(targets: targets, snapshot: snapshot, timestamp: timestamp).files {
            try put(file.bytes, as: file.name)
        }
    }
    /// The next root as the holder of one key alone would make it.
    func root(signedBy path: String) throws -> SignedMetadata {
        let key = try SigningKey(keyFile: Array(Data(contentsOf: URL(filePath: path))))
        let expires = SeasonFixture.start.advanced(bySeconds: 9_000 * SeasonFixture.day)
        let draft = RootDraft(
            expires: expires, root: RoleKeys([key.publicKey]), online: RoleKeys([key.publicKey]))
        var next = try home.roots().next(expires: expires)
        (next.root, next.timestamp) = (draft.root, draft.timestamp)
        var pending = try PendingRoot(next)
        try pending.sign(by: key)
        return try SignedMetadata(pending.bytes, role: .root)
    }

    /// Puts a file into the served directory's `metadata/`.
    func put(_ bytes: [UInt8], as name: String) throws {
        try fixture.folder.write(
            String(decoding: bytes, as: UTF8.self), to: "site/metadata/\(name)")
    }

    /// What is served under a name of timestamp's.
    func published(_ name: String) throws -> SignedMetadata {
        try SignedMetadata(
            Array(fixture.folder.read("site/metadata/\(name)").utf8), role: .timestamp)
    }

    /// Serves what another publisher has published.
    func serve(_ other: SeasonFixture) throws {
        try FileManager.default.removeItem(atPath: fixture.site)
        try FileManager.default.copyItem(atPath: other.site, toPath: fixture.site)
    }
}
