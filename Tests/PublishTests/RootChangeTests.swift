import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// What a new root may change, and what whoever signs it is shown.
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
        #expect(RootDifferenceText.lines(difference) == lines)
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
        #expect(difference.needsEveryKeyNow == isWarned, "\(name)")
    }

    @Test func aLaterExpiryIsShown() {
        let before = draft(threshold: 1)
        var after = before
        after.expires = before.expires.advanced(bySeconds: 86_400)
        #expect(
            RootDifferenceText.lines(RootDifference(from: before, to: after)) == [
                "expires 2027-01-16T08:00:00Z (before: 2027-01-15T08:00:00Z)"
            ])
    }

    @Test func rolesThatPartAreShownApart() {
        let before = draft(threshold: 1)
        var after = before
        after.targets = RoleKeys([Self.new])
        let difference = RootDifference(from: before, to: after)
        #expect(
            RootDifferenceText.lines(difference) == [
                "+ online key \(Self.short(Self.new)) (targets)",
                "- online key \(Self.short(Self.old)) (targets)",
            ])
        #expect(difference.replacesOnlineKey)
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
