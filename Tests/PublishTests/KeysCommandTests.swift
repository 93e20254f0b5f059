import Foundation
import TestSupport
import Testing

@testable import BundlePublisher

/// `keys` as people use it: each at a machine of their own.
@Suite struct KeysCommandTests {
    @Test func threePeopleAtThreeMachines() throws {
        let fixture = try SeasonFixture.publishedNow()
        let carol = fixture.folder["carol.key"]
        let made = try Program.run(
            "bundle-publish", ["keys", "new", carol, "--no-passphrase", "--json"])
        #expect(made.output.contains("\"keyId\":"))
        let modes = try [carol, "\(carol).pub"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o600, 0o644])
        #expect(try !fixture.folder.read("carol.key.pub").contains("private"))

        try fixture.expect(of: "keys add-root --public \(carol).pub")
        try fixture.expect(of: "keys threshold 2")
        let (alice, bob) = (fixture.folder["alice.key"], fixture.folder["bob.key"])
        try FileManager.default.moveItem(atPath: fixture.rootA, toPath: alice)
        try FileManager.default.moveItem(atPath: fixture.rootB, toPath: bob)
        let begun = try fixture.expect(of: "keys renew-root --json --root-key \(alice)")
        #expect(begun.output.contains("\"complete\":false"))
        #expect(try fixture.run("keys list --json").output.contains("\"pending\":4"))
        let signed = try fixture.expect(of: "keys sign --json --in SITE --root-key \(carol)")
        #expect(signed.output.contains("\"complete\":true"))
        #expect(signed.output.contains("\"signing\":\"roots\""))
        #expect(try fixture.run("verify --in SITE").output.contains("updates to root 4"))
        let nothing = try fixture.expect(1, of: "keys sign --root-key \(bob)")
        #expect(nothing.messages.contains("expected a root that waits for signatures"))
    }

    @Test(arguments: [
        "keys rotate-online", "keys add-root", "keys renew-root", "keys threshold 2",
        "refresh --in SITE", "publish --in SITE",
    ])
    func aDryRunWritesNothing(_ command: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.addSeason(2026)
        let before = try fixture.folder.contents()
        let result = try fixture.expect(of: "\(command) --dry-run --json")
        #expect(result.output.contains("\"dryRun\":true"))
        #expect(try fixture.folder.contents() == before)
    }

    /// A private key may be in it, whatever the next command does.
    @Test(arguments: [
        "keys list", "log --in SITE", "status --in SITE", "verify --in SITE", "plan --in SITE",
        "refresh --in SITE --dry-run", "prune --in SITE --keep-days 10 --dry-run",
        "site --in SITE", "waves 2024 all --in SITE", "keys renew-root --in SITE",
    ])
    func theNextCommandRemovesWhatAKilledRotationHasLeft(_ command: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        let left = "\(fixture.home.keysPath)/.tmp-12345-0"
        try FileManager.default.copyItem(atPath: fixture.rootA, toPath: left)
        // It was killed before it wrote the root that would name this key.
        let stray = fixture.home.nextOnlineKeyPath
        try FileManager.default.copyItem(atPath: fixture.rootA, toPath: stray)
        try fixture.expect(of: command)
        #expect(!FileManager.default.fileExists(atPath: left))
        #expect(!FileManager.default.fileExists(atPath: stray))
        #expect(FileManager.default.fileExists(atPath: fixture.rootA))
    }

    /// A key of a root that waits for signatures stays, and one that cannot be read does not stop a home that has another.
    @Test func theNextCommandKeepsAKeyThatIsNeeded() throws {
        let fixture = try SeasonFixture.publishedNow()
        let next = fixture.home.nextOnlineKeyPath
        try Data("no key".utf8).write(to: URL(filePath: next))
        try fixture.expect(of: "refresh --in SITE --force")
        #expect(!FileManager.default.fileExists(atPath: next))
        try fixture.expect(of: "keys threshold 2")
        try fixture.folder.move("home/keys/root-b.key", to: "root-b.key")
        let rotated = try fixture.expect(1, of: "keys rotate-online")
        #expect(rotated.output.contains("1 signature missing"))
        #expect(FileManager.default.fileExists(atPath: next))
        try fixture.expect(of: "refresh --in SITE --force")
        #expect(FileManager.default.fileExists(atPath: next), "its root waits for a signature")
    }

    @Test func aRootKeyMayComeFromTheEnvironment() throws {
        let fixture = try SeasonFixture.publishedNow()
        let key = try fixture.folder.read("home/keys/root-b.key")
        for name in ["a", "b"] { try fixture.folder.remove("home/keys/root-\(name).key") }
        let result = try fixture.run(
            "keys renew-root", environment: [RootKeyring.environmentName: key])
        #expect(result.status == 0, "\(result.messages)")
        #expect(try fixture.home.roots().files.count == 2)
    }

    @Test func theRemedyForALostOnlineKeyWorks() throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.addSeason(2026)
        try FileManager.default.removeItem(atPath: fixture.home.onlineKeyPath)
        let refused = try fixture.expect(1, of: "publish --in SITE")
        let remedies = refused.messages.components(separatedBy: "bundle-publish ").dropFirst()
        let remedy = try #require(remedies.last?.split(whereSeparator: \.isNewline).first)
        try fixture.expect(of: String(remedy))
        #expect(try fixture.run("publish --in SITE").output.contains("2026 added"))
    }

    /// Nothing tells a clock that was ahead from one that is behind, and a new key mends the first: people must decide.
    @Test(arguments: ["", " --in SITE"])
    func aClockBehindWhatTheHomeHasSignedIsNamedBeforeTheKeyIsReplaced(_ to: String) throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try fixture.publish(after: SeasonFixture.soon + 300 * SeasonFixture.day)
        let rotated = try fixture.expect(of: "keys rotate-online\(to)")
        let warning = rotated.messages.firstRange(of: "but this home has seen what was signed")
        let change = rotated.messages.firstRange(of: "root 2: + online key")
        try #require(warning != nil && change != nil, "\(rotated.messages)")
        if let warning, let change { #expect(warning.lowerBound < change.lowerBound) }
        guard !to.isEmpty else { return }
        #expect(rotated.messages.contains("bundle-publish refresh --in \(fixture.site)"))
        // It is the remedy: from now on the clock is right.
        try fixture.addSeason(2026)
        #expect(try fixture.run("publish\(to)").output.contains("2026 added"))
        #expect(try !fixture.run("keys rotate-online").messages.contains("clock:"))
    }

    @Test func theSameCommandMakesThePublicHalfThatAKilledOneHasLeftOut() throws {
        let folder = try TemporaryDirectory()
        let command = ["keys", "new", folder["k"], "--no-passphrase"]
        #expect(try Program.run("bundle-publish", command).status == 0)
        let pair = try folder.contents()
        try folder.remove("k.pub")
        let made = try Program.run("bundle-publish", command)
        #expect(made.output.contains("wrote \(folder["k.pub"])"))
        #expect(try folder.contents() == pair)
        let again = try Program.run("bundle-publish", command)
        #expect(again.status == 1 && again.messages.contains("a key is made once"))
    }

    @Test(arguments: [("--dry-run --json", 0), ("", 1)])
    func initWithoutAPassphraseMakesNothing(_ more: String, _ status: Int32) throws {
        let fixture = try SeasonFixture()
        let result = try fixture.expect(status, of: "init \(more)")
        #expect(status == 0 || result.messages.contains("--no-passphrase"))
        #expect(!FileManager.default.fileExists(atPath: fixture.home.path))
    }
}

/// Two people replace the online key at two machines: the first has the new key, the second only signs.
@Suite struct SecondSignerTests {
    @Test func onlyAFileThatIsThereIsNamed() throws {
        let pair = try Pair()
        let folder = pair.fixture.folder
        try pair.fixture.run("keys rotate-online")
        try folder.copy("home/pending", to: "second/pending")
        let signed = try pair.fixture.expect(of: "keys sign --home \(pair.second)")
        #expect(!signed.output.contains("keys/online.key"), "\(signed.output)")
        #expect(signed.output.contains("whoever made this root stores it"))
        #expect(signed.output.contains("whoever has the new online key publishes"))

        // The first person pulls, and publishes with the key that was named.
        try folder.remove("home/pending")
        try folder.remove("home/metadata")
        try folder.copy("second/metadata", to: "home/metadata")
        let listed = try pair.fixture.expect(of: "keys list")
        #expect(listed.output.contains("\(pair.first)/keys/online-next.key"), "\(listed.output)")
        try pair.fixture.expect(of: "publish --in SITE")
    }

    /// Two homes of one repository whose threshold is two; each has one root key, and the first has the online key.
    private struct Pair {
        let fixture: SeasonFixture
        var first: String { fixture.home.path }
        var second: String { fixture.folder["second"] }

        init() throws {
            fixture = try SeasonFixture.publishedNow()
            try fixture.expect(of: "keys threshold 2 --in SITE")
            try fixture.folder.copy("home", to: "second")
            for path in [
                "home/keys/root-b.key", "second/keys/root-a.key", "second/keys/online.key",
            ] {
                try fixture.folder.remove(path)
            }
        }
    }
}
