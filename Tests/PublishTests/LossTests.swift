import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

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
        let table = try DocumentTable("docs/SECURITY.md", from: "| you lost … |")
        let cells = table.lines.dropFirst(2).compactMap {
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
            try loss.thiefPublishes()
            #expect(try loss.client(after: 20)["f1/2031/bundle.zip"] != nil, "the thief's season")
            try loss.fixture.rotateOnline(after: 30)
            try loss.publishAndExpectTheSame(after: 40)
            #expect(try loss.fixture.live(after: 40).version < Loss.farFuture)
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
            try loss.fixture.folder.remove("site/metadata/3.root.json")
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
            try loss.fixture.folder.remove("site")
            try FileManager.default.copyItem(atPath: new.site, toPath: loss.fixture.site)
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
            let fixture = loss.fixture
            try fixture.folder.copy("site", to: "old")
            try fixture.publish(after: 50 * SeasonFixture.day)
            _ = try loss.client(after: 50 * SeasonFixture.day)
            try fixture.folder.remove("site")
            try fixture.folder.move("old", to: "site")
            #expect(throws: UpdateError.self) { try loss.client(after: 51 * SeasonFixture.day) }
            try loss.publishAndExpectTheSame(after: 52 * SeasonFixture.day)
        },
        Row("the published `timestamp.json`, damaged") { loss in
            try loss.goesOnAfterARecall(with: ["", "{}", "not JSON"].map { Array($0.utf8) })
        },
        Row("the published `timestamp.json`, gone or an older one in its place") { loss in
            let older = Array(try loss.fixture.folder.read("site/metadata/timestamp.json").utf8)
            try loss.goesOnAfterARecall(with: [nil, older])
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
            let told = trouble { try loss.fixture.publish(after: later) }
            #expect(told?.remedy?.contains("keys renew-root") == true)
            try loss.publish(after: later, .renewRoot)
            #expect(try loss.client(after: later) == loss.before)
        },
        Row("the right time: a publish from the future") { loss in
            try loss.fixture.addSeason(2024, title: "Another")
            try loss.fixture.publish(after: 600 * SeasonFixture.day)
            _ = try loss.client(after: 600 * SeasonFixture.day)
            try loss.fixture.addSeason(2024)
            let told = trouble { try loss.fixture.publish(after: 20) }
            #expect(told?.remedy?.contains("keys rotate-online") == true)
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

    /// Recalls a content; with each of these timestamps the next publish of a home that has seen the recall goes on.
    func goesOnAfterARecall(with timestamps: [[UInt8]?]) throws {
        let recalled = try fixture.entry(after: 0).version
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 10)
        try fixture.recall(recalled, after: 20)
        let before = try client(after: 20)
        for (at, timestamp) in timestamps.enumerated() {
            if let timestamp {
                try put(timestamp, as: "timestamp.json")
            } else {
                try fixture.folder.remove("site/metadata/timestamp.json")
            }
            #expect(throws: UpdateError.self) { try client(after: 30) }
            let after = Int64(at) * 20 + 40
            try fixture.publish(after: after)
            #expect(try client(after: after) == before)
            #expect(
                try fixture.live(after: after).recalls.recalled == [SeasonFixture.year: [recalled]])
        }
    }

    /// Makes a root and publishes, at the same moment.
    func publish(after seconds: Int64, _ change: RootChange) throws {
        try fixture.change(change, after: seconds)
        try fixture.publish(after: seconds)
    }

    /// A thief of the online key puts seasons of his own on the server, with versions of the far future.
    func thiefPublishes() throws {
        try fixture.putSigned(
            [fixture.putZip("f1/2031/bundle.zip")], version: Self.farFuture,
            by: fixture.onlineKey())
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
}
