import BundleFormat
import Files
import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// The situations of publishing in which the repository or the home is not as it should be, each named as the design names it.
@Suite struct ReleasePlaceTests {
    private let team: Team

    init() throws { team = try Team() }

    private var two: String { get throws { try team.version("Two").short } }
    private var one: String { get throws { try team.version("One").short } }

    @Test("timestamp damaged or gone", arguments: [true, false])
    func timestampIsGone(_ isDamaged: Bool) throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", one)
        func damage() throws {
            let path = "site/metadata/timestamp.json"
            if isDamaged {
                try team.folder.write("{", to: path)
            } else {
                try team.folder.remove(path)
            }
        }
        try damage()
        try team.main.succeed("publish")
        #expect(try team.decided() == ["2024 recall"])
        try damage()
        try Files.removeTree("\(team.main.path)/publish/seen")
        let text = try team.main.end(1, "publish")
        #expect(text.contains("publish --anew"))
        try team.main.succeed("publish", "--anew")
        #expect(try team.shows() == "Two")
        #expect(try team.decided() == [])
        #expect(try team.main.end(1, "publish", "--anew").contains("has a state"))
    }

    @Test("a copy that log --save wrote survives the loss of the directory")
    func savedList() throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", two)
        try team.main.succeed("log", "--save")
        try Files.removeTree(team.site)
        try Files.removeTree("\(team.main.path)/publish/seen")
        try team.main.succeed("publish")
        #expect(try team.decided() == ["2024 recall"])
        #expect(try team.shows() != "Two")
    }

    @Test("an empty directory")
    func emptyDirectory() throws {
        let live = team.folder["live"]
        try FileManager.default.copyItem(atPath: team.site, toPath: live)
        try Files.removeTree(team.site)
        try Files.removeTree("\(team.main.path)/publish/seen")
        let configuration = try String(
            contentsOfFile: team.main.home.configurationPath, encoding: .utf8)
        try team.main.write(
            "\(configuration)\naddress: file://\(live)\n", to: "publish/configuration.yaml")
        #expect(try team.main.end(1, "publish").contains("fetch it first"))
        #expect(try Files.kind("\(team.site)/metadata") == nil)
        try team.main.write(configuration, to: "publish/configuration.yaml")
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("a directory made anew by each CI run")
    func directoryMadeAnew() throws {
        try team.main.publish("Two")
        let pages = team.folder["pages"]
        try team.save("pages")
        let configuration = try team.folder.read("main/publish/configuration.yaml")
        try team.main.write(
            "\(configuration)\naddress: \(pages)\n", to: "publish/configuration.yaml")
        try team.main.commit()
        let ci = try team.clone()
        try team.main.succeed("rollback", "2024")
        for _ in 1...2 {
            try Files.removeTree(team.site)
            #expect(try ci.end(1, "publish").contains("fetch it first"))
            #expect(try Files.kind("\(team.site)/metadata") == nil)
        }
        // What the document shows instead: the branch that is served is checked out first.
        let document = try String(
            contentsOfFile: Checkout.path("docs/HOSTING.md"), encoding: .utf8)
        #expect(document.contains("git worktree add site gh-pages"))
        #expect(document.contains("as the artifacts of GitHub Pages, is not supported"))
        try team.restore("pages")
        try ci.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("keys commands, refresh: they change no season, need no git and no seasons")
    func keysAndRefresh() throws {
        let before = try team.repository()?.bundles
        try Files.removeTree("\(team.main.path)/.git")
        try Files.removeTree("\(team.main.path)/bundles")
        try team.main.succeed("keys", "renew-root")
        try team.main.succeed("refresh", "--force")
        try team.main.succeed("keys", "rotate-online")
        #expect(try team.repository()?.bundles == before)
    }

    @Test(
        "log, verify, plan of a repository that is only read, which replays an old state",
        .needs(programs: "nginx"),
        arguments: [80, 100])
    func replayedState(_ days: Int64) throws {
        try team.save("old")
        try team.main.publish("Two")
        try team.restore("old")
        let server = try Nginx(
            serving: team.site, recipe: Checkout.path("hosting/nginx.conf"))
        team.now += days * 86_400
        var agent = Updater(
            packagedRoot: try team.main.home.roots().first, store: MemoryStore(),
            fetcher: FileFetcher(folder: team.site), now: UTCTime(unixSeconds: team.now))
        let isTaken = (try? agent.refresh()) != nil
        #expect(isTaken == (days == 80))
        for (command, failure) in [("log", Int32(3)), ("verify", 1), ("plan", 3)] {
            let told = try team.main.run(command, "--in", server.address)
            // The history of a web address cannot be listed.
            #expect(told.status == (!isTaken ? failure : command == "log" ? 1 : 0), "\(told.text)")
            #expect(told.text.contains("expected metadata that") == !isTaken, "\(told.text)")
            #expect(!told.text.contains("--anew"))
            #expect(
                told.text.contains("→ refresh renews it in") == (!isTaken && command != "verify"))
            // The directory itself is the publisher's, who may renew it.
            if command != "verify" { try team.main.succeed(command, "--in", team.site) }
        }
        try team.main.succeed("publish")
        try team.main.succeed("verify", "--in", server.address)
    }

    @Test("a read-only home")
    func homeThatCannotRemember() throws {
        try Files.removeTree("\(team.main.path)/publish/seen")
        try team.main.write("not a folder", to: "publish/seen")
        try team.main.edit("Two")
        try team.main.commit()
        #expect(try team.main.end(0, "publish").contains("cannot remember"))
        #expect(try team.shows() == "Two")
    }

    @Test("an object store that cannot be listed")
    func unlistedStore() throws {
        let store = try FakeStore(.init(deniesLists: true))
        var fixture = try SeasonFixture()
        fixture.environment = store.environment
        func expect(_ status: Int32, _ command: String) throws {
            try fixture.expect(status, of: "\(command) --in \(store.address)")
        }
        try fixture.run("init --no-passphrase")
        try expect(0, "publish")
        try fixture.addSeason(2024, title: "Two")
        try expect(0, "publish --json")
        try expect(0, "rollback 2024")
        try expect(0, "waves 2024 stop")
        try expect(0, "refresh --force")
        try expect(0, "status")
        try expect(1, "log")
        try expect(1, "prune --keep-days 0")
    }

    @Test(
        "links in the home are refused",
        arguments: ["seen", "keys", "metadata", "pending", "decisions.txt"])
    func linksInTheHome(_ name: String) throws {
        let path = "\(team.main.path)/publish/\(name)"
        try Files.removeTree(path)
        try team.folder.write("secret", to: "elsewhere/file")
        let target =
            name.hasSuffix(".txt") ? team.folder["elsewhere/file"] : team.folder["elsewhere"]
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let before = try team.folder.contents(of: "elsewhere")
        for command in ["publish", "refresh", "status", "plan"] {
            let text = try team.main.end(1, command)
            #expect(text.contains("found a link") && !text.contains("secret"), "\(text)")
        }
        #expect(try team.folder.contents(of: "elsewhere") == before)
    }
}
