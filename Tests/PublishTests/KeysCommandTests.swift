import Foundation
import Terminals
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// `keys` as people use it: each at a machine of their own.
@Suite struct KeysCommandTests {
    /// Three people, two of whom must sign; none ever sees another's key.
    @Test func threePeopleAtThreeMachines() throws {
        let fixture = try SeasonFixture.publishedNow()
        let carol = fixture.folder["carol.key"]
        let made = try run(["keys", "new", carol, "--no-passphrase", "--json"])
        #expect(made.output.contains("\"keyId\":"))
        let modes = try [carol, "\(carol).pub"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o600, 0o644])
        #expect(try !fixture.folder.read("carol.key.pub").contains("private"))

        let home = ["--home", fixture.home.path]
        _ = try run(["keys", "add-root", "--public", "\(carol).pub"] + home)
        _ = try run(["keys", "threshold", "2"] + home)
        let (alice, bob) = (fixture.folder["alice.key"], fixture.folder["bob.key"])
        try FileManager.default.moveItem(atPath: fixture.rootA, toPath: alice)
        try FileManager.default.moveItem(atPath: fixture.rootB, toPath: bob)

        let begun = try run(["keys", "renew-root", "--json", "--root-key", alice] + home)
        #expect(begun.output.contains("\"complete\":false"))
        #expect(try run(["keys", "list", "--json"] + home).output.contains("\"pending\":4"))
        let signed = try run(
            ["keys", "sign", "--json", "--in", fixture.site, "--root-key", carol] + home)
        #expect(signed.output.contains("\"complete\":true"))
        #expect(signed.output.contains("\"signing\":\"roots\""))
        #expect(
            try run(["verify", "--in", fixture.site] + home).output.contains("updates to root 4"))
        let nothing = try Program.run(
            "bundle-publish", ["keys", "sign", "--root-key", bob] + home)
        #expect(nothing.status == 1)
        #expect(nothing.messages.contains("expected a root that waits for signatures"))
    }

    @Test(arguments: [
        ["keys", "rotate-online"], ["keys", "add-root"], ["keys", "renew-root"],
        ["keys", "threshold", "2"], ["refresh", "--in", "site"], ["publish", "--in", "site"],
    ])
    func aDryRunWritesNothing(_ command: [String]) throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.addSeason(2026)
        let before = try fixture.folder.contents()
        let arguments = command.map { $0 == "site" ? fixture.site : $0 }
        let content = command[0] == "refresh" ? [] : ["--bundles", fixture.bundles]
        let result = try run(
            arguments + ["--dry-run", "--json", "--home", fixture.home.path] + content)
        #expect(result.output.contains("\"dryRun\":true"))
        #expect(try fixture.folder.contents() == before)
    }

    /// A private key may be in it, whatever the next command does.
    @Test(arguments: [
        ["keys", "list"], ["log", "--in", "site"], ["status", "--in", "site"],
        ["verify", "--in", "site"],
        ["plan", "--in", "site"], ["refresh", "--in", "site", "--dry-run"],
        ["prune", "--in", "site", "--keep-days", "10", "--dry-run"], ["site", "--in", "site"],
        ["waves", "2024", "all", "--in", "site"], ["keys", "renew-root", "--in", "site"],
    ])
    func theNextCommandRemovesWhatAKilledRotationHasLeft(_ command: [String]) throws {
        let fixture = try SeasonFixture.publishedNow()
        let left = "\(fixture.home.keysPath)/.tmp-12345-0"
        try FileManager.default.copyItem(atPath: fixture.rootA, toPath: left)
        // It was killed before it wrote the root that would name this key.
        let stray = fixture.home.nextOnlineKeyPath
        try FileManager.default.copyItem(atPath: fixture.rootA, toPath: stray)
        let content = command[0] == "plan" ? ["--bundles", fixture.bundles] : []
        _ = try run(
            command.enumerated().map { $0 > 0 && $1 == "site" ? fixture.site : $1 }
                + ["--home", fixture.home.path] + content)
        #expect(!FileManager.default.fileExists(atPath: left))
        #expect(!FileManager.default.fileExists(atPath: stray))
        #expect(FileManager.default.fileExists(atPath: fixture.rootA))
    }

    /// A key of a root that waits for signatures stays, and one that cannot be read stops nobody who has another.
    @Test func theNextCommandKeepsAKeyThatIsNeeded() throws {
        let fixture = try SeasonFixture.publishedNow()
        let next = fixture.home.nextOnlineKeyPath
        try Data("no key".utf8).write(to: URL(filePath: next))
        let refresh = ["refresh", "--in", fixture.site, "--home", fixture.home.path, "--force"]
        _ = try run(refresh)
        #expect(!FileManager.default.fileExists(atPath: next))
        _ = try run(["keys", "threshold", "2", "--home", fixture.home.path])
        let away = fixture.folder["root-b.key"]
        try FileManager.default.moveItem(atPath: fixture.rootB, toPath: away)
        let rotated = try run(["keys", "rotate-online", "--home", fixture.home.path], status: 1)
        #expect(rotated.output.contains("1 signature missing"))
        #expect(FileManager.default.fileExists(atPath: next))
        _ = try run(refresh)
        #expect(FileManager.default.fileExists(atPath: next), "its root waits for a signature")
    }

    @Test func aDryRunOfInitWritesNothing() throws {
        let folder = try TemporaryDirectory()
        let result = try run(["init", "--dry-run", "--json", "--home", folder["home"]])
        #expect(result.output.contains("\"dryRun\":true"))
        #expect(try folder.contents().isEmpty)
    }

    @Test func aRootKeyMayComeFromTheEnvironment() throws {
        let fixture = try SeasonFixture.publishedNow()
        let key = try fixture.folder.read("home/keys/root-b.key")
        for name in ["a", "b"] {
            try FileManager.default.removeItem(atPath: "\(fixture.home.keysPath)/root-\(name).key")
        }
        let result = try Program.run(
            "bundle-publish", ["keys", "renew-root", "--home", fixture.home.path],
            environment: [RootKeyring.environmentName: key])
        #expect(result.status == 0, "\(result.messages)")
        #expect(try fixture.home.roots().files.count == 2)
    }

    /// The command that a publish names where its key is gone is run as it stands there.
    @Test func theRemedyForALostOnlineKeyWorks() throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.addSeason(2026)
        try FileManager.default.removeItem(atPath: fixture.home.onlineKeyPath)
        let publish = [
            "publish", "--in", fixture.site, "--bundles", fixture.bundles, "--home",
            fixture.home.path,
        ]
        let refused = try Program.run("bundle-publish", publish)
        #expect(refused.status == 1)
        let remedies = refused.messages.components(separatedBy: "bundle-publish ").dropFirst()
        let remedy = try #require(remedies.last?.split(whereSeparator: \.isNewline).first)
        _ = try run(remedy.split(separator: " ").map(String.init))
        #expect(try run(publish).output.contains("2026 added"))
    }

    /// Nothing tells a clock that was ahead from one that is behind, and a new key mends the first: people must decide.
    @Test(arguments: [[], ["--in"]])
    func aClockBehindWhatTheHomeHasSignedIsNamedBeforeTheKeyIsReplaced(_ to: [String]) throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try fixture.publish(after: Rotation.now + 300 * SeasonFixture.day)
        let rotate = ["keys", "rotate-online", "--home", fixture.home.path]
        let content = to.isEmpty ? [] : ["--in", fixture.site, "--bundles", fixture.bundles]
        let rotated = try run(rotate + content)
        let warning = rotated.messages.firstRange(of: "but this home has seen what was signed")
        let change = rotated.messages.firstRange(of: "root 2: + online key")
        try #require(warning != nil && change != nil, "\(rotated.messages)")
        if let warning, let change { #expect(warning.lowerBound < change.lowerBound) }
        guard !to.isEmpty else { return }
        #expect(rotated.messages.contains("bundle-publish refresh --in \(fixture.site)"))
        // It is the remedy: from now on the clock is right.
        try fixture.addSeason(2026)
        let publish = ["publish", "--home", fixture.home.path] + content
        #expect(try run(publish).output.contains("2026 added"))
        #expect(!(try run(rotate).messages.contains("clock:")))
    }

    @Test func theSameCommandMakesThePublicHalfThatAKilledOneHasLeftOut() throws {
        let folder = try TemporaryDirectory()
        let command = ["keys", "new", folder["k"], "--no-passphrase"]
        _ = try run(command)
        let pair = try folder.contents()
        try FileManager.default.removeItem(atPath: folder["k.pub"])
        #expect(try run(command).output.contains("wrote \(folder["k.pub"])"))
        #expect(try folder.contents() == pair)
        let again = try Program.run("bundle-publish", command)
        #expect(again.status == 1 && again.messages.contains("a key is made once"))
    }

    @Test func aPathWithALineBreakForgesNoLine() throws {
        let folder = try TemporaryDirectory()
        let home = folder["h\nbundle-publish: FORGED"]
        for more in [["--dry-run"], []] {
            let result = try run(["init", "--no-passphrase", "--home", home] + more)
            #expect(!result.output.contains("\nbundle-publish: FORGED"), "\(result.output)")
            // The command to copy names the real path, as a shell reads it.
            if more.isEmpty { #expect(result.output.contains(ShellWord.quoted(home))) }
        }
    }

    /// Nobody is there to type a passphrase: that is said, and nothing made.
    @Test func initWithoutAPassphraseNamesTheRemedy() throws {
        let folder = try TemporaryDirectory()
        let result = try Program.run("bundle-publish", ["init", "--home", folder["home"]])
        #expect(result.status == 1)
        #expect(result.messages.contains("--no-passphrase"))
        #expect(try folder.contents().isEmpty)
    }

    private func run(_ arguments: [String], status: Int32 = 0) throws -> Program.Result {
        let result = try Program.run("bundle-publish", arguments)
        #expect(result.status == status, "\(arguments): \(result.messages)")
        return result
    }
}
