import ArgumentParser
import BundleFormat
import Files
import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// A repository and the checkouts that publish into it, each a real git checkout with one clock.
final class Team {
    let folder: TemporaryDirectory
    /// Seconds since 1970; each command takes one.
    var now: Int64 = 1_800_000_000
    private(set) var versions: [String: ContentVersion] = [:]

    static let year = known(BundleYear(2024))

    var site: String { folder["site"] }
    /// The checkout that made the home; it has the keys.
    var main: Desk { Desk(team: self, path: folder["main"]) }

    /// A home, and season 2024 with the title `One`, committed and published.
    init() throws {
        folder = try TemporaryDirectory()
        try Files.createDirectoriesAndSync(folder["main"])
        try main.git("init", "-q", "-b", "main")
        try main.edit("One")
        try #require(main.run("init", "--no-passphrase", "--in", site).status == 0)
        try main.commit()
        try main.succeed("publish")
    }

    /// A fresh clone, as CI makes one: the online key comes from the environment.
    func clone(_ name: String = "ci") throws -> Desk {
        try main.git("clone", "-q", folder["main"], folder[name])
        return Desk(team: self, path: folder[name], key: try onlineKey())
    }

    func onlineKey() throws -> String {
        try String(contentsOfFile: folder["main/publish/keys/online.key"], encoding: .utf8)
    }

    func note(_ title: String, _ version: ContentVersion) { versions[title] = version }

    /// The version of a season with that title.
    func version(_ title: String) throws -> ContentVersion { try #require(versions[title]) }

    // MARK: What machines see

    /// What a new client finds; nil if nothing is published.
    func repository() throws -> LiveState? {
        try LiveState.fetched(
            from: FileFetcher(folder: site), at: site,
            firstRoot: Home(path: folder["main/publish"]).roots().first,
            now: UTCTime(unixSeconds: now))
    }

    /// The title of season 2024 that machines show.
    func shows() throws -> String? {
        guard let bundle = try entry() else { return nil }
        return versions.first { $0.value == bundle.version }?.key ?? bundle.version.short
    }

    func entry() throws -> TargetCustom? { try repository()?.bundles[Self.year]?.custom }

    func isWithdrawn() throws -> Bool {
        try repository()?.recalls.withdrawn.contains(Self.year) == true
    }
}

/// One checkout.
struct Desk {
    let team: Team
    let path: String
    /// The online key in the environment; nil to find it in the home.
    var key: String?

    var decisions: String { "\(path)/publish/decisions.txt" }

    struct Outcome {
        let status: Int32
        let text: String
    }

    /// Runs a command, a second later than the one before.
    @discardableResult
    func run(_ words: String...) throws -> Outcome { try run(words) }

    @discardableResult
    func run(_ words: [String]) throws -> Outcome {
        team.now += 1
        let printed = PrintedText()
        var variables = ["BUNDLE_PUBLISH_CACHE": "none"]
        variables[OnlineKey.environmentName] = key
        let substitute = Surroundings.Substitute(
            now: UTCTime(unixSeconds: team.now), variables: variables,
            print: { printed.add($0) })
        let command = words + ["--home", "\(path)/publish"]
        let needsSeasons =
            ["publish", "plan"].contains(words[0]) || words.contains("rotate-online")
        let status = Surroundings.$substitute.withValue(substitute) { () -> Int32 in
            do {
                var parsed = try BundlePublish.parseAsRoot(
                    command + (needsSeasons ? ["--bundles", "\(path)/bundles"] : []))
                try parsed.run()
                return 0
            } catch let code as ExitCode {
                return code.rawValue
            } catch {
                printed.add("\(error)")
                return 64
            }
        }
        return Outcome(status: status, text: printed.text)
    }

    func succeed(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let outcome = try run(words)
        #expect(outcome.status == 0, "\(words): \(outcome.text)", sourceLocation: sourceLocation)
    }

    /// Runs a command that the guard stops.
    @discardableResult
    func stop(
        _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let before = try team.folder.contents(of: "site")
        let outcome = try run(words)
        #expect(outcome.status == 4, "\(words): \(outcome.text)", sourceLocation: sourceLocation)
        #expect(try team.folder.contents(of: "site") == before, sourceLocation: sourceLocation)
        return outcome.text
    }

    /// Gives season 2024 another title.
    @discardableResult
    func edit(_ title: String) throws -> ContentVersion {
        let season = "\(path)/bundles/\(Team.year)"
        try Files.createDirectoriesAndSync("\(season)/samples")
        try Data(SeasonFixture.description(title: title).utf8)
            .write(to: URL(filePath: "\(season)/match.yaml"))
        try Data(SeasonFixture.match(2024).utf8)
            .write(to: URL(filePath: "\(season)/samples/qm1.json"))
        _ = try ContentCheck(folder: "\(path)/bundles", updatesTables: true).run()
        let packed = try SeasonPacker(folder: "\(path)/bundles").pack(nil)
        let version = try #require(packed.first { $0.year == Team.year }).version
        team.note(title, version)
        return version
    }

    /// Adds a line as a web editor does.
    func write(_ decision: String) throws {
        team.now += 1
        let text = try String(contentsOfFile: decisions, encoding: .utf8)
        let line = "\(UTCTime(unixSeconds: team.now)) \(decision)\n"
        try (text + line).write(toFile: decisions, atomically: true, encoding: .utf8)
    }

    func commit() throws {
        try git("add", "-A")
        try git("commit", "-q", "--allow-empty", "-m", "a change")
    }

    func pull() throws { try git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main") }

    func git(_ words: String...) throws {
        let date = "\(team.now) +0000"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "GIT_COMMITTER_DATE=\(date)", "GIT_AUTHOR_DATE=\(date)",
                "GIT_CONFIG_GLOBAL=/dev/null",
                "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
                "GIT_COMMITTER_EMAIL=a@b", "git", "-C", path,
            ] + words
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw SetUpError("git \(words)") }
    }
}

/// A value that a test has written itself.
func known<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a test's own value is wrong") }
    return value
}
