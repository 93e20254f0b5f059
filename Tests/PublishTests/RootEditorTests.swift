import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// New roots in a home: signed by enough people, followed by clients, stopped anywhere.
@Suite struct RootEditorTests {
    @Test func clientsFollowEveryChange() throws {
        let fixture = try SeasonFixture.published()
        let store = MemoryStore()
        let before = try fixture.seen(store: store, after: 0)
        try fixture.change(.addRoot(SigningKey().publicKey), after: 10)
        try fixture.change(.threshold(2), after: 20)
        try fixture.change(.removeRoot(fixture.addedKey()), after: 30)
        try fixture.change(.renewRoot, after: 40)
        #expect(try fixture.home.roots().files.count == 5)
        let report = try fixture.publish(after: 50)
        #expect(report.plan.signing == .roots)
        #expect(report.written == (2...5).map { "metadata/\($0).root.json" })
        #expect(try fixture.seen(store: store, after: 60) == before)
        #expect(try fixture.seenByNewClient(after: 60) == before)
    }

    @Test func anotherOnlineKeySignsEverythingAnew() throws {
        let fixture = try SeasonFixture.published()
        let store = MemoryStore()
        let before = try fixture.seen(store: store, after: 0)
        let old = try fixture.onlineKey()
        let new = try fixture.rotateOnline(after: 10)
        #expect(try fixture.onlineKey().publicKey == new.publicKey)
        #expect(try fixture.onlineKey().publicKey != old.publicKey)
        #expect(!FileManager.default.fileExists(atPath: fixture.home.nextOnlineKeyPath))
        #expect(try fixture.publish(after: 20).plan.signing == .everything(.nothingCounts))
        #expect(try fixture.seen(store: store, after: 30) == before, "same content, same zips")
        #expect(try fixture.publish(after: 40).plan.signing == .nothing)
    }

    @Test func twoPeopleSignOneAfterTheOther() throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.threshold(2))
        let first = try fixture.change(.renewRoot, by: [fixture.rootA], after: 10)
        #expect(first.pending.missing.map(\.count) == [1, 1])
        #expect(first.written == ["\(fixture.home.pendingPath)/3.root.json"])
        #expect(try fixture.home.roots().files.count == 2)
        // The same person again does not make two.
        #expect(try fixture.signWaiting(by: [fixture.rootA])?.pending.complete == nil)
        let second = try fixture.signWaiting(by: [fixture.rootB])
        #expect(second?.written == ["\(fixture.home.metadataPath)/3.root.json"])
        #expect(try fixture.home.roots().files.count == 3)
        #expect(try fixture.folder.contents(of: "home/pending").isEmpty)
        try fixture.publish(after: 20)
        #expect(try fixture.seenByNewClient(after: 30).count == 2)
    }

    @Test func theNextOnlineKeyWaitsForItsRoot() throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.threshold(2))
        let old = try fixture.onlineKey().publicKey
        let new = try fixture.rotateOnline(by: [fixture.rootA], after: 10)
        #expect(try fixture.onlineKey().publicKey == old)
        #expect(try fixture.publish(after: 20).plan.signing == .roots)
        // The other person signs in another checkout, which has no such key.
        try fixture.folder.write("", to: "elsewhere/x")
        let elsewhere = Home(path: fixture.folder["elsewhere/home"])
        try FileManager.default.copyItem(atPath: fixture.home.path, toPath: elsewhere.path)
        try FileManager.default.removeItem(atPath: elsewhere.nextOnlineKeyPath)
        let editor = try RootEditor(home: elsewhere, now: SeasonFixture.start)
        var edit = try #require(try editor.waiting())
        var nobody = try Passphrases(files: [], environment: nil, prompt: nil)
        try RootKeyring.gather([SecretFile(path: fixture.rootB)], environment: nil, home: elsewhere)
            .sign(&edit.pending, &nobody)
        try editor.write(&edit, newKeys: [])
        // … and brings the finished root back.
        try FileManager.default.copyItem(
            atPath: "\(elsewhere.metadataPath)/3.root.json",
            toPath: "\(fixture.home.metadataPath)/3.root.json")
        #expect(try fixture.onlineKey().publicKey == new.publicKey)
        try fixture.publish(after: 30)
        try fixture.editor().settle()
        #expect(try fixture.publicKey(fixture.home.onlineKeyPath) == new.publicKey)
        #expect(try fixture.seenByNewClient(after: 40).count == 2)
    }

    /// Two sealed keys are in the home, and the passphrase of one of them is at hand.
    @Test func oneKeyThatOpensIsEnough() throws {
        let fixture = try SeasonFixture()
        let words = ["the first one's", "the second one's"]
        var maker = HomeMaker(
            home: fixture.home, now: SeasonFixture.start,
            passphrases: words.map { Array($0.utf8) })
        maker.cost = KeySealTests.cost
        try maker.make()
        for (given, isEnough) in [(words[0], true), (words[1], true), ("neither one", false)] {
            var edit = try fixture.editor().draft(.renewRoot)
            let keyring = try RootKeyring.gather([], environment: nil, home: fixture.home)
            var passphrases = try KeySealTests.passphrases(given)
            let error = trouble { try keyring.sign(&edit.pending, &passphrases) }
            #expect((error == nil) == isEnough, "\(given)")
            #expect((edit.pending.complete != nil) == isEnough, "\(given)")
        }
    }

    @Test func oneChangeAtATime() throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.threshold(2))
        try fixture.change(.renewRoot, by: [fixture.rootA])
        let before = try fixture.folder.contents(of: "home")
        guard trouble({ try fixture.change(.renewRoot) })?.remedy != nil else {
            Issue.record("expected a refusal with a remedy")
            return
        }
        #expect(try fixture.folder.contents(of: "home") == before)
    }

    @Test func aStrangersKeyIsRefused() throws {
        let fixture = try SeasonFixture.published()
        let stranger = try SeasonFixture()
        try stranger.makeHome()
        let before = try fixture.folder.contents(of: "home")
        #expect(trouble { try fixture.change(.renewRoot, by: [stranger.rootA]) }?.exitStatus == 1)
        #expect(try fixture.folder.contents(of: "home") == before)
    }

    struct Forgery: CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (String) -> String
    }

    static let forgeries = [
        Forgery(testDescription: "another version") {
            $0.replacing("\"version\":3", with: "\"version\":4")
        },
        Forgery(testDescription: "a member that nobody was shown") {
            $0.replacing("\"version\":3", with: "\"version\":3,\"x\":1")
        },
        Forgery(testDescription: "no JSON") { _ in "<html>" },
    ]

    @Test(arguments: forgeries) func aForgedPendingRootIsRefused(_ forgery: Forgery) throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.threshold(2))
        try fixture.change(.renewRoot, by: [fixture.rootA])
        let text = try fixture.folder.read("home/pending/3.root.json")
        let forged = forgery.edit(text)
        try #require(forged != text)
        try fixture.folder.write(forged, to: "home/pending/3.root.json")
        #expect(trouble { try fixture.signWaiting(by: [fixture.rootB]) }?.exitStatus == 3)
    }

    @Test func aSignatureOverSomethingElseDoesNotCount() throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.threshold(2))
        try fixture.change(.renewRoot, by: [fixture.rootA])
        let text = try fixture.folder.read("home/pending/3.root.json")
        try fixture.folder.write(
            text.replacing("\"expires\":\"2032", with: "\"expires\":\"2042"),
            to: "home/pending/3.root.json")
        let waiting = try #require(try fixture.editor().waiting())
        #expect(waiting.pending.signers.isEmpty)
        #expect(
            "\(waiting.difference.changes)".contains("2042"),
            "and it is shown")
    }

    // MARK: - Killed

    /// The root is there that replaces the key, the timestamp is not: the next publish finishes it.
    @Test func aPublishKilledBetweenRootAndTimestampIsRepaired() throws {
        let fixture = try SeasonFixture.published()
        let store = MemoryStore()
        let before = try fixture.seen(store: store, after: 0)
        try fixture.rotateOnline(after: 10)
        try FileManager.default.copyItem(
            atPath: "\(fixture.home.metadataPath)/2.root.json",
            toPath: "\(fixture.site)/metadata/2.root.json")
        #expect(throws: UpdateError.self) { try fixture.seen(store: store, after: 15) }
        #expect(try fixture.publish(after: 20).plan.signing == .everything(.nothingCounts))
        #expect(try fixture.seen(store: store, after: 30) == before)
    }
}

extension SeasonFixture {
    /// The root key that belongs to neither of the two first people.
    fileprivate func addedKey() throws -> PublicKey {
        let known = [try publicKey(rootA), try publicKey(rootB)]
        let keys = try home.roots().next(expires: Self.start).root.keys
        guard let key = keys.first(where: { !known.contains($0) }) else {
            throw SetUpError("expected a third root key, found none")
        }
        return key
    }
}
