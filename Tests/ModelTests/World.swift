import ArgumentParser
import BundleFormat
import Files
import Foundation
import JSON
import TUF
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// The place of a history on the disk, and the commands that are run there: whole ones, from their words on.
final class World {
    let root: String
    private(set) var now: Int64 = 1_800_000_000
    /// The ids of the commits, by their number.
    private(set) var commits = [""]
    /// The versions of contents, by year and number.
    private(set) var versions: [Int: [ContentVersion]] = [:]
    private var copiesCount = 0
    private var replacedKey: SigningKey?

    var site: String { "\(root)/site" }

    init(in place: String) throws {
        root = try Scratch.folder(place)
        try Files.createDirectoriesAndSync("\(root)/main")
        try git("main", "init", "-q", "-b", "main")
        // Every content once, to know its version.
        for year in [2024, 2025] {
            versions[year] = try (0..<6).map { content in
                try write(year, content)
                guard let key = BundleYear(year),
                    let packed = try SeasonSet("\(root)/main/bundles", .uncommitted([])).pack([key]
                    )[key]
                else { throw Break(.failed, "no season \(year)") }
                return packed.version
            }
            try write(year, 0)
        }
        try expect(
            run("main", ["init", "--no-passphrase", "--in", site]))
        try commit()
        try git("main", "clone", "-q", "\(root)/main", "\(root)/laptop")
        try shareKeys()
    }

    func remove() { try? Files.removeTree(root) }

    // MARK: - Commands

    struct Outcome {
        let status: Int32
        let text: String
    }

    /// Runs a command of a checkout, ten seconds after the one before.
    @discardableResult
    func run(_ desk: String, _ words: [String]) -> Outcome {
        now += 10
        let printed = PrintedText()
        let substitute = Surroundings.Substitute(
            now: UTCTime(unixSeconds: now), variables: ["XDG_DATA_HOME": "\(root)/data"],
            print: { printed.add($0) })
        var words = words + ["--home", "\(root)/\(desk)/publish"]
        if words[0] == "publish" { words += ["--bundles", "\(root)/\(desk)/bundles"] }
        let status = Surroundings.$substitute.withValue(substitute) { () -> Int32 in
            do {
                var command = try BundlePublish.parseAsRoot(words)
                try command.run()
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

    private func expect(_ outcome: Outcome) throws {
        guard outcome.status == 0 else { throw Break(.failed, outcome.text) }
    }

    // MARK: - Files and commits

    /// Writes a season with a content, or removes it.
    func write(_ year: Int, _ content: Int?) throws {
        let folder = "\(root)/main/bundles/\(year)"
        try Files.removeTree(folder)
        guard let content else { return }
        let texts = [
            "match.yaml": """
            format: 1
            title: Content \(content)
            applies: has(red.autoPoints)
            tables:
              - rows:
                  - label: Auto
                    field: autoPoints

            """,
            "samples/qm1.json": """
            {"key": "\(year)abc_qm1", "event_key": "\(year)abc", "comp_level": "qm",
             "set_number": 1, "match_number": 1, "winning_alliance": "red",
             "alliances": {
               "red": {"score": 10, "team_keys": ["frc1", "frc2", "frc3"]},
               "blue": {"score": 5, "team_keys": ["frc4", "frc5", "frc6"]}},
             "score_breakdown": {"red": {"autoPoints": 10}, "blue": {"autoPoints": 5}}}

            """,
            "samples/qm1.txt": """
            Content \(content)

              Auto                                     10 | 5

            """,
        ]
        try Files.createDirectoriesAndSync("\(folder)/samples")
        for (name, text) in texts {
            try Files.replaceFileWithoutSync(at: "\(folder)/\(name)", with: Array(text.utf8))
        }
    }

    func commit() throws {
        try git("main", "add", "-A")
        try git("main", "commit", "-q", "--allow-empty", "-m", "a change")
        commits.append(try git("main", "rev-parse", "HEAD"))
    }

    func pull() throws {
        try git("laptop", "fetch", "-q", "origin", "main")
        try git("laptop", "reset", "-q", "--hard", "FETCH_HEAD")
        try shareKeys()
    }

    /// The laptop gets the other home's roots, list and key.
    func shareKeys() throws {
        for name in ["keys", "metadata", "decisions.txt"] {
            try Self.copy("\(root)/main/publish/\(name)", to: "\(root)/laptop/publish/\(name)")
        }
    }

    /// Keeps a copy of the directory; the result is its number.
    func save() throws -> Int {
        copiesCount += 1
        try Self.copy(site, to: "\(root)/copy-\(copiesCount)")
        return copiesCount
    }

    func restore(_ copy: Int) throws {
        try Files.removeTree(site)
        try Self.copy("\(root)/copy-\(copy)", to: site)
    }

    // MARK: - Misfortunes

    /// Runs a command to its end, and leaves only the first files that it has written: it was killed before its timestamp.
    func kill(_ desk: String, _ words: [String], after count: Int) throws {
        let (memory, aside) = ("\(root)/\(desk)/publish/seen", "\(root)/seen")
        let before = try save()
        try Files.removeTree(aside)
        try Self.copy(memory, to: aside)
        let lines = run(desk, words + ["--json"]).text.split(separator: "\n")
        let after = try save()
        try restore(before)
        try Files.removeTree(memory)
        try Self.copy(aside, to: memory)
        let report = lines.first { $0.hasPrefix("{") }.flatMap { try? JSON.parse(Array($0.utf8)) }
        for path in (report?["written"]?.arrayValue ?? []).compactMap(\.stringValue).prefix(count)
        where path != PublishFile.timestampPath {
            try Files.createDirectoriesAndSync(Paths.parent(of: "\(site)/\(path)"))
            try Self.copy("\(root)/copy-\(after)/\(path)", to: "\(site)/\(path)")
        }
    }

    /// Keeps the online key for a thief; it is about to be replaced.
    func keepKey() throws {
        let path = "\(root)/main/publish/keys/online.key"
        replacedKey = try SigningKey(keyFile: Files.read(path, lengthBytesMax: 1 << 12))
    }

    /// Replaces the live state by an empty one, signed with a superseded key; false if no key was superseded.
    func steal() throws -> Bool {
        guard let key = replacedKey else { return false }
        let expires = UTCTime(unixSeconds: now + 9_000 * 86_400)
        let targets = try SignedMetadata.targets(
            version: now, expires: expires, targets: [], keys: [key])
        let snapshot = try SignedMetadata.snapshot(
            version: now, expires: expires, targets: targets, keys: [key])
        let timestamp = try SignedMetadata.timestamp(
            version: now, expires: expires, snapshot: snapshot, keys: [key])
        let files = Publication(targets: targets, snapshot: snapshot, timestamp: timestamp).files
        for file in files {
            try Files.replaceFileWithoutSync(at: "\(site)/metadata/\(file.name)", with: file.bytes)
        }
        return true
    }

    private static func copy(_ from: String, to: String) throws {
        guard try Files.kind(from) != nil else { return }
        try Files.removeTree(to)
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    @discardableResult
    private func git(_ desk: String, _ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["GIT_CONFIG_GLOBAL=/dev/null", "git", "-C", "\(root)/\(desk)"] + words
        process.environment = ProcessInfo.processInfo.environment.merging([
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b",
        ]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Break(.failed, "git \(words)") }
        return String(decoding: output, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: - What is signed

    func firstRoot() throws -> [UInt8] {
        try Files.read("\(root)/main/publish/metadata/1.root.json", lengthBytesMax: 1 << 20)
    }

    /// What a new machine sees, and the record, read without the publisher's code; nil if there is nothing.
    func signed() throws -> State? {
        guard try Files.kind("\(site)/metadata/timestamp.json") != nil else { return nil }
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(site)/metadata")
        let metadata = try files.map {
            MetadataFile(
                name: $0, bytes: try Files.read("\(site)/metadata/\($0)", lengthBytesMax: 1 << 22))
        }
        var client = Updater(
            packagedRoot: try firstRoot(), store: MemoryStore(),
            fetcher: MemoryFetcher(metadata: metadata),
            now: UTCTime(unixSeconds: now))
        guard let report = try? client.refresh() else { return nil }
        var state = State()
        state.version = report.status(of: .targets)?.version ?? 0
        for target in client.targets {
            let custom = target.custom
            if target.path == "record.json" {
                state.withdrawn = Set(
                    (custom?["withdrawn"]?.arrayValue ?? []).compactMap {
                        $0.integerValue.map { Int($0) }
                    })
                let path = "\(site)/targets/\(target.sha256 ?? "").record.json"
                try read(
                    try JSON.parse(try Files.read(path, lengthBytesMax: 1 << 22)), into: &state)
                continue
            }
            guard let year = custom?["year"]?.integerValue.map({ Int($0) }),
                let version = custom?["version"]?.stringValue.flatMap({ ContentVersion($0) }),
                let content = content(year, version),
                let published = custom?["published"]?.stringValue.flatMap({ UTCTime($0) })
            else { throw Break(.function, "\(target.path) is not ours") }
            state.shown[year] = State.Shown(
                content: content, commit: commitNumber(custom?["commit"]),
                published: published.unixSeconds,
                rollout: try custom?["rollout"].map { try Rollout(JSONCursor($0)) })
        }
        return state
    }

    func content(_ year: Int, _ version: ContentVersion) -> Int? {
        versions[year]?.firstIndex(of: version)
    }

    /// The number of a commit; 0 for none of this history.
    private func commitNumber(_ id: JSON?) -> Int {
        id?.stringValue.flatMap { commits.firstIndex(of: $0) } ?? 0
    }

    private func read(_ record: JSON, into state: inout State) throws {
        func given(_ year: Int, _ json: JSON) throws -> State.Given {
            guard let version = json["version"]?.stringValue.flatMap({ ContentVersion($0) }),
                let content = content(year, version)
            else { throw Break(.function, "the record names a content that no step made") }
            return State.Given(
                content: content, commit: commitNumber(json["commit"]),
                begun: try json["rollout"].map { try Rollout(JSONCursor($0)) })
        }
        for member in record["given"]?.objectValue?.members ?? [] {
            let (key, value) = (member.key, member.value)
            guard let year = Int(key) else { continue }
            state.given[year] = try given(year, value)
        }
        for member in record["removed"]?.objectValue?.members ?? [] {
            let (key, value) = (member.key, member.value)
            guard let year = Int(key) else { continue }
            state.removed[year] = try given(year, value).commit
        }
        for member in record["offered"]?.objectValue?.members ?? [] {
            let (key, list) = (member.key, member.value)
            guard let year = Int(key) else { continue }
            state.offered[year] = try (list.arrayValue ?? []).map { try given(year, $0) }
        }
        for decided in record["decisions"]?.arrayValue ?? [] {
            let words =
                decided["decision"]?.stringValue?.split(separator: " ").map(String.init) ?? []
            guard let year = decided["year"]?.integerValue.map({ Int($0) }),
                let since = decided["since"]?.integerValue, words.count > 1,
                let version = ContentVersion(words[1]), let content = content(year, version)
            else { throw Break(.decisions, "a decision cannot be read") }
            let action: State.Action
            switch words[0] {
            case "rollback":
                action = .rollback(ContentVersion(words[3]).flatMap { self.content(year, $0) })
            case "again": action = .again
            case "recall": action = .recall
            case "lift": action = .lift
            case "stop": action = .stop
            default:
                let course = try Course(words.dropFirst(2).joined(separator: " "))
                action = .waves(course.waves, holdOff: course.holdOff)
            }
            state.decide(year, content, action, at: since)
        }
    }
}
