import ArgumentParser
import BundleArchive
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
    var now: Int64
    private(set) var versions: [String: ContentVersion] = [:]

    static let year = known(BundleYear(2024))
    static let other = known(BundleYear(2025))

    var site: String { folder["site"] }
    /// The checkout that made the home; it has the keys.
    var main: Desk { Desk(team: self, path: folder["main"]) }

    /// A home, and season 2024 with the title `One`, committed and published; also 2025, if asked for.
    init(hasTwoSeasons: Bool = false, at start: Int64 = 1_800_000_000) throws {
        now = start
        folder = try TemporaryDirectory()
        try Files.createDirectoriesAndSync(folder["main"])
        try main.git("init", "-q", "-b", "main")
        try main.edit("One")
        if hasTwoSeasons { try main.edit("Other", of: Team.other) }
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
        var state = try LiveState.fetched(
            from: FileFetcher(folder: site), at: site,
            firstRoot: Home(path: folder["main/publish"]).roots().first,
            now: UTCTime(unixSeconds: now))
        try state?.readRecord(seen: nil)
        return state
    }

    /// The decisions that are live, in short: `2024 recall`.
    func decided() throws -> Set<String> {
        Set(
            try repository()?.record.decisions.all.map {
                "\($0.decision.year) \($0.decision.text.prefix { $0 != " " })"
            } ?? [])
    }

    /// Puts an earlier copy of the site in its place.
    func restore(_ copy: String) throws {
        try Files.removeTree(site)
        try FileManager.default.copyItem(atPath: folder[copy], toPath: site)
    }

    func save(_ copy: String) throws {
        try FileManager.default.copyItem(atPath: site, toPath: folder[copy])
    }

    /// Changes the live state and signs it, as everyone who has the online key can.
    func sign(
        version: Int64? = nil, _ change: (inout SignedRecord, inout RecallList) throws -> Void
    ) throws {
        now += 1
        let live = try #require(try repository())
        var (record, recalls) = (live.record, live.recalls)
        record.after = [live.version] + record.after
        try change(&record, &recalls)
        let bytes = record.encoded()
        let hash = ContentHasher.hex(of: bytes)
        let target = TargetFile(
            path: RecallList.targetPath, lengthBytes: bytes.count, hashes: ["sha256": hash],
            custom: recalls.json)
        let targets = live.targets.filter { $0.path != target.path } + [target]
        let key = try SigningKey(keyFile: Array(onlineKey().utf8))
        let expires = UTCTime(unixSeconds: now + 9_000 * 86_400)
        let signed = try SignedMetadata.targets(
            version: version ?? now, expires: expires, targets: targets, keys: [key])
        let snapshot = try SignedMetadata.snapshot(
            version: version ?? now, expires: expires, targets: signed, keys: [key])
        let timestamp = try SignedMetadata.timestamp(
            version: version ?? now, expires: expires, snapshot: snapshot, keys: [key])
        try folder.write(bytes, to: "site/\(target.publishedPath)")
        let files = Publication(targets: signed, snapshot: snapshot, timestamp: timestamp).files
        for file in files { try folder.write(file.bytes, to: "site/metadata/\(file.name)") }
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

    var home: Home { Home(path: "\(path)/publish") }

    struct Outcome {
        let status: Int32
        let text: String
    }

    /// Runs a command, a second later than the one before.
    @discardableResult
    func run(_ words: String...) throws -> Outcome { try run(words) }

    @discardableResult
    func run(_ words: [String], home: String? = nil) throws -> Outcome {
        team.now += 1
        let printed = PrintedText()
        // Root keys of a home in a checkout go here.
        var variables = ["XDG_DATA_HOME": team.folder["data"]]
        variables[OnlineKey.environmentName] = key
        let substitute = Surroundings.Substitute(
            now: UTCTime(unixSeconds: team.now), variables: variables,
            print: { printed.add($0) })
        let command = words + ["--home", home ?? "\(path)/publish"]
        let needsSeasons = ["publish", "plan"].contains(words[0]) && !words.contains("--bundles")
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

    /// Runs a command that ends with a status; the result is what it prints.
    @discardableResult
    func end(
        _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let outcome = try run(words)
        #expect(
            outcome.status == status, "\(words): \(outcome.text)", sourceLocation: sourceLocation)
        return outcome.text
    }

    /// Edits, commits and publishes.
    func publish(_ title: String, _ words: String...) throws {
        try edit(title)
        try commit()
        let outcome = try run(["publish"] + words)
        try #require(outcome.status == 0, "\(outcome.text)")
    }

    /// Gives a season another title.
    @discardableResult
    func edit(_ title: String, of year: BundleYear = Team.year) throws -> ContentVersion {
        let season = "\(path)/bundles/\(year)"
        try Files.createDirectoriesAndSync("\(season)/samples")
        try Data(SeasonFixture.description(title: title).utf8)
            .write(to: URL(filePath: "\(season)/match.yaml"))
        try Data(SeasonFixture.match(year.number).utf8)
            .write(to: URL(filePath: "\(season)/samples/qm1.json"))
        _ = try ContentCheck(folder: "\(path)/bundles", updatesTables: true).run()
        let packed = try SeasonSet("\(path)/bundles", .uncommitted([])).pack([year])
        let version = try #require(packed[year]).version
        if year == Team.year { team.note(title, version) }
        return version
    }

    func commit() throws {
        try git("add", "-A")
        try git("commit", "-q", "--allow-empty", "-m", "a change")
    }

    func pull() throws { try git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main") }

    func write(_ text: String, to name: String) throws {
        let file = "\(path)/\(name)"
        try Files.createDirectoriesAndSync(Paths.parent(of: file))
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    func git(_ words: String...) throws { try git(words) }

    func git(_ words: [String]) throws {
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
