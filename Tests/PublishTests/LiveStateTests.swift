import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// Situations of the design that need another home, another place or printed words; ModelTests has the others.
@Suite struct LiveStateTests {
    private let team: Team

    init() throws { team = try Team() }

    private func publishTwo() throws {
        try team.main.edit("Two")
        try team.main.commit()
        try team.main.succeed("publish")
    }

    @Test("first publish, empty directory: the lines are what the file has")
    func firstPublish() throws {
        try FileManager.default.removeItem(atPath: team.site)
        try FileManager.default.removeItem(atPath: "\(team.main.path)/publish/seen")
        try team.main.write("2024 recall \(team.version("One"))")
        try team.main.succeed("publish")
        #expect(try team.isWithdrawn())
    }

    @Test("an older copy is restored: log and status say what they find")
    func olderCopy() throws {
        try FileManager.default.copyItem(atPath: team.site, toPath: team.folder["older"])
        try publishTwo()
        try FileManager.default.removeItem(atPath: team.site)
        try FileManager.default.copyItem(atPath: team.folder["older"], toPath: team.site)
        #expect(try team.main.run("status").text.contains("older copy"))
        #expect(try team.main.run("log").text.contains("older one"))
    }

    @Test(
        "a home that lost its memory has seen what its next command finds, unless that only looks",
        arguments: [
            ("pull", true), ("refresh", true), ("prune --keep-days 9", true), ("site", true),
            ("pull --dry-run", false), ("refresh --dry-run", false), ("status", false),
        ])
    func lostMemory(_ command: String, _ remembers: Bool) throws {
        let seen = "\(team.main.path)/publish/seen"
        try publishTwo()
        try Files.removeTree(seen)
        let outcome = try team.main.run(command.split(separator: " ").map(String.init))
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(try (Files.kind("\(seen)/timestamp.json") == .file) == remembers)
    }

    @Test("an object store that cannot be listed: nothing needs a listing but log and prune")
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
        "a home that only promotes: as publish, with the other repository's contents and its recalls"
    )
    func homeThatPromotes() throws {
        try publishTwo()
        try team.main.succeed("recall", "2024", team.version("One").short)
        let stable = Desk(team: team, path: team.folder["stable"])
        try Files.createDirectoriesAndSync(stable.path)
        try stable.succeed("init", "--no-passphrase", "--in", team.folder["stable-site"])
        try stable.succeed(
            "promote", "--from", team.site, "--from-home", "\(team.main.path)/publish")
        let live = try LiveRepository(
            FolderDestination(directory: team.folder["stable-site"]),
            home: Home(path: "\(stable.path)/publish"), remembers: false,
            now: UTCTime(unixSeconds: team.now)
        ).live
        #expect(try live?.bundles[Team.year]?.custom.version == team.version("Two"))
        #expect(try live?.recalls.recalled[Team.year] == [team.version("One")])
        let text = try String(contentsOfFile: stable.decisions, encoding: .utf8)
        #expect(text.contains(" recall \(try team.version("One"))"))
    }
}
