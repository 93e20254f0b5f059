import Dispatch
import Foundation
import JSON
import Testing
import TestSupport
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The publisher's folder: what is in it, who may read it, and that it is made only once.
@Suite struct HomeTests {
    @Test func keysAreForTheirOwnerAlone() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        for (name, mode) in [
            ("keys", 0o700), ("keys/root-a.key", 0o600), ("keys/root-b.key", 0o600),
            ("keys/online.key", 0o600), ("keys/.gitignore", 0o644), ("metadata/1.root.json", 0o644),
        ] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(fixture.home.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        #expect(try fixture.folder.read("home/keys/.gitignore") == "*\n")
    }

    @Test func aMistakeInTheConfigurationIsLocated() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(
            "expiry_days:\n  root: 1826\n  timestamp: none\n", to: "home/configuration.yaml")
        let told = trouble { _ = try HomeConfiguration.read(fixture.home) }
        #expect(told?.diagnostics.map(\.place?.position.line) == [3])
    }

    @Test(arguments: [["rotate-online"], ["renew-root"], ["threshold", "2"]])
    func aCommandForAHomeThatIsNotThereMakesNoFiles(_ words: [String]) throws {
        let folder = try TemporaryDirectory()
        let home = ["--home", folder["home"]]
        let result = try Program.run("bundle-publish", ["keys"] + words + home)
        #expect(result.status == 1 && result.messages.contains("init"), "\(result.messages)")
        #expect(!FileManager.default.fileExists(atPath: folder["home"]))
        // So the command that the message names goes through.
        let made = try Program.run("bundle-publish", ["init", "--no-passphrase"] + home)
        #expect(made.status == 0, "\(made.messages)")
    }

    @Test func rootKeysInTheHomeBelongInItsKeysFolder() throws {
        let folder = try TemporaryDirectory()
        func initialise(_ rootKeys: String) throws -> Program.Result {
            let words = ["init", "--no-passphrase", "--home", folder["home"], "--root-keys"]
            return try Program.run("bundle-publish", words + [folder[rootKeys]])
        }
        for wrong in ["home", "home/other", "home/keys/root"] {
            let result = try initialise(wrong)
            #expect(result.status == 1 && result.messages.contains("home/keys"), "\(wrong)")
            #expect(!FileManager.default.fileExists(atPath: folder["home"]))
        }
        #expect(try initialise("home/keys/").status == 0)
        let keys = try FileManager.default.contentsOfDirectory(atPath: folder["home/keys"])
        #expect(keys.sorted() == [".gitignore", "online.key", "root-a.key", "root-b.key"])
    }

    @Test func nothingIsOverwritten() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        let before = try fixture.folder.contents(of: "home")
        #expect(trouble { try fixture.makeHome() }?.exitStatus == 1)
        #expect(try fixture.folder.contents(of: "home") == before)

        try fixture.folder.write("mine", to: "other/notes.txt")
        let other = Home(path: fixture.folder["other"])
        #expect(
            trouble {
                try HomeMaker(home: other, now: SeasonFixture.start, passphrases: nil).make()
            } != nil)
        #expect(try fixture.folder.contents(of: "other").keys.sorted() == ["notes.txt"])
    }

    @Test func ofTwoInitsAtOnceOneMakesTheHome() throws {
        for _ in 0..<4 {
            let folder = try TemporaryDirectory()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                _ = try? Program.run(
                    "bundle-publish", ["init", "--no-passphrase", "--home", folder["home"]])
            }
            let home = Home(path: folder["home"])
            #expect(try home.roots().files.count == 1)
            let keys = try FileManager.default.contentsOfDirectory(atPath: home.keysPath)
            #expect(keys.sorted() == [".gitignore", "online.key", "root-a.key", "root-b.key"])
            let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(rest == ["home"])
        }
    }

    @Test func whatAKilledInitLeftIsNoObstacle() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write("half", to: ".tmp-home/keys/root-a.key")
        try fixture.makeHome()
        #expect(try fixture.home.roots().files.count == 1)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder[".tmp-home"]))
    }

    @Test func aKeyThatRootDoesNotNamePublishesNothing() throws {
        let (fixture, stranger) = (try SeasonFixture.published(), try SeasonFixture.published())
        try fixture.addSeason(2026)
        try FileManager.default.removeItem(atPath: fixture.home.onlineKeyPath)
        try FileManager.default.copyItem(
            atPath: stranger.home.onlineKeyPath, toPath: fixture.home.onlineKeyPath)
        let before = try fixture.folder.contents(of: "site")
        #expect(trouble { try fixture.publish(after: 60) }?.exitStatus == 1)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func aKeyThatIsNoneIsRefusedWithoutShowingIt() throws {
        let error = trouble {
            _ = try OnlineKey.read(
                home: Home(path: "/nowhere"), option: nil, environment: "secret words")
        }
        let sentence = try #require(error?.message)
        #expect(!sentence.contains("secret words"))
        #expect(sentence.hasPrefix("BUNDLE_PUBLISH_ONLINE_KEY: "))
    }
}
