import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// New roots in a home: signed by enough people, followed by clients, stopped anywhere.
@Suite struct RootEditorTests {
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
            let keyring = try RootKeyring([], environment: nil, home: fixture.home)
            var passphrases = try KeySealTests.passphrases(given)
            let error = trouble { try keyring.sign(&edit.pending, &passphrases) }
            #expect((error == nil) == isEnough, "\(given)")
            #expect((edit.pending.complete != nil) == isEnough, "\(given)")
        }
    }

    /// Another version, a member that no signer was shown, and no JSON.
    @Test(arguments: [
        "\"version\":4", "\"version\":3,\"x\":1", "<html>",
    ])
    func aForgedPendingRootIsRefused(_ forged: String) throws {
        let fixture = try SeasonFixture.published()
        try fixture.change(.threshold(2))
        try fixture.change(.renewRoot, by: [fixture.rootA])
        let text = try fixture.folder.read("home/pending/3.root.json")
        try #require(text.contains("\"version\":3"))
        try fixture.folder.write(
            text.replacing("\"version\":3", with: forged), to: "home/pending/3.root.json")
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
        #expect("\(waiting.difference.lines)".contains("2042"), "and it is shown")
    }
}

/// What a new root may change, and what its signers are shown.
@Suite struct RootChangeTests {
    static let (a, b, c) = (SigningKey().publicKey, SigningKey().publicKey, SigningKey().publicKey)
    static let (old, new) = (SigningKey().publicKey, SigningKey().publicKey)

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var threshold = 1
        let change: RootChange
        /// What a signer reads; nil where the change is refused.
        let lines: [String]?
    }

    static let cases = [
        Case(
            testDescription: "another online key", change: .rotateOnline(new),
            lines: ["+ online key \(short(new))", "- online key \(short(old))"]),
        Case(
            testDescription: "one root key more", change: .addRoot(c),
            lines: ["+ root key \(short(c))"]),
        Case(testDescription: "a root key that is there", change: .addRoot(a), lines: nil),
        Case(
            testDescription: "one root key less", change: .removeRoot(a),
            lines: ["- root key \(short(a))"]),
        Case(
            testDescription: "fewer root keys than must sign", threshold: 2,
            change: .removeRoot(a), lines: nil),
        Case(testDescription: "a longer life", change: .renewRoot, lines: []),
        Case(
            testDescription: "both must sign", change: .threshold(2),
            lines: ["2 root keys must sign (before: 1)"]),
        Case(testDescription: "three of two", change: .threshold(3), lines: nil),
        Case(testDescription: "none of two", change: .threshold(0), lines: nil),
        Case(testDescription: "the threshold there is", change: .threshold(1), lines: nil),
    ]

    @Test(arguments: cases) func changes(_ example: Case) throws {
        let before = draft(threshold: example.threshold)
        guard let lines = example.lines else {
            #expect(trouble { _ = try example.change.applied(to: before) }?.exitStatus == 1)
            return
        }
        let difference = RootDifference(from: before, to: try example.change.applied(to: before))
        #expect(difference.lines == lines)
        #expect(difference.replacesOnlineKey == example.testDescription.contains("online"))
    }

    @Test(
        arguments: [
            ("the last key but one", RootChange.removeRoot(a), true),
            ("both must sign", .threshold(2), true), ("one more", .addRoot(c), false),
            ("a longer life", .renewRoot, false),
        ] as [(String, RootChange, Bool)])
    func whatMayBeRegrettedIsSaid(_ name: String, _ change: RootChange, _ isWarned: Bool) throws {
        let before = draft(threshold: 1)
        let difference = RootDifference(from: before, to: try change.applied(to: before))
        #expect((difference.warning != nil) == isWarned, "\(name)")
    }

    @Test func aKeyIsNamedByItsFirstDigits() throws {
        let keys = [Self.a, Self.b]
        let name = KeyName(text: String(Self.b.keyID.prefix(8)).uppercased())
        #expect(try name.key(among: keys) == Self.b)
        for text in ["", "abc", "zzzzzzzz", Self.c.keyID] {
            #expect(trouble { _ = try KeyName(text: text).key(among: keys) } != nil, "\(text)")
        }
    }

    private func draft(threshold: Int) -> RootDraft {
        RootDraft(
            expires: SeasonFixture.start, root: RoleKeys([Self.a, Self.b], threshold: threshold),
            online: RoleKeys([Self.old]))
    }

    static func short(_ key: PublicKey) -> Substring { key.keyID.prefix(12) }
}
