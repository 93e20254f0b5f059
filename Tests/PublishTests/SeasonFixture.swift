import ArgumentParser
import BundleFormat
import Foundation
import TestSupport
import TUF
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// A small season, a publisher's home and a served directory, each a real folder.
struct SeasonFixture {
    private(set) var folder: TemporaryDirectory
    /// What every command finds in its environment.
    var environment: [String: String] = [:]

    var bundles: String { folder["bundles"] }
    var home: Home { Home(path: folder["home"]) }
    var site: String { folder["site"] }

    /// The moment at which everything here starts: 2027-01-15T08:00:00Z.
    static let start = UTCTime(unixSeconds: 1_800_000_000)
    static let day: Int64 = 86_400

    /// Makes seasons 2024 and 2025; neither home nor site yet.
    init() throws {
        try self.init(in: TemporaryDirectory())
    }

    /// The same in a folder that is there.
    init(in folder: TemporaryDirectory) throws {
        self.folder = folder
        try addSeasons([2024, 2025])
    }

    /// Everything of this one in a folder of its own, for a test that changes it.
    func copied() throws -> SeasonFixture {
        var copy = self
        copy.folder = try TemporaryDirectory()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.copyItem(atPath: folder[name], toPath: copy.folder[name])
        }
        return copy
    }

    /// A season with one sample and its expected table.
    func addSeason(_ year: Int, title: String = "Small Season") throws {
        try addSeasons([year], title: title)
    }

    private func addSeasons(_ years: [Int], title: String = "Small Season") throws {
        for year in years {
            try folder.write(Self.description(title: title), to: "bundles/\(year)/match.yaml")
            try folder.write(Self.match(year), to: "bundles/\(year)/samples/qm1.json")
        }
        _ = try ContentCheck(folder: bundles, updatesTables: true).run()
    }

    static func description(title: String = "Small Season") -> String {
        """
        format: 1
        title: \(title)
        applies: has(red.autoPoints)
        tables:
          - rows:
              - label: Auto
                field: autoPoints
              - label: Total
                kind: total
                value: alliance.autoPoints + alliance.teleopPoints

        """
    }

    static func match(_ year: Int) -> String {
        """
        {"key": "\(year)abc_qm1", "event_key": "\(year)abc", "comp_level": "qm",
         "set_number": 1, "match_number": 1, "winning_alliance": "red",
         "alliances": {
           "red": {"score": 30, "team_keys": ["frc1", "frc2", "frc3"]},
           "blue": {"score": 20, "team_keys": ["frc4", "frc5", "frc6"]}},
         "score_breakdown": {
           "red": {"autoPoints": 10, "teleopPoints": 20},
           "blue": {"autoPoints": 5, "teleopPoints": 15}}}

        """
    }

    /// A home with everything published, so many seconds after the start.
    static func published(after seconds: Int64 = 0) throws -> SeasonFixture {
        let fixture = try SeasonFixture()
        try fixture.makeHome(after: seconds)
        try fixture.publish(after: seconds)
        return fixture
    }

    /// The same by the machine's clock, which programs read.
    static func publishedNow() throws -> SeasonFixture {
        try published(after: machineTime.unixSeconds - start.unixSeconds)
    }

    /// A minute ahead of the machine's clock: publishes within a second take the next ones.
    static var soon: Int64 { machineTime.unixSeconds + 60 - start.unixSeconds }

    /// Makes the home, its root signed so many seconds after the start.
    func makeHome(after seconds: Int64 = 0) throws {
        let now = Self.start.advanced(bySeconds: seconds)
        try HomeMaker(home: home, now: now, passphrases: nil).make()
    }

    /// Publishes the seasons so many seconds after the start.
    @discardableResult
    func publish(
        after seconds: Int64 = 0, rollout: Rollout? = nil, isAnew: Bool = false,
        isDryRun: Bool = false, viewerFolder: String? = nil
    ) throws -> PublishReport {
        var planner = try SeasonPlanner(SeasonSet(bundles, .committed))
        (planner.rollout, planner.isAnew) = (rollout, isAnew)
        return try Publisher(
            .publish(planner), destination: FolderDestination(directory: site), home: home,
            key: onlineKey(), now: Self.start.advanced(bySeconds: seconds), isDryRun: isDryRun,
            viewerFolder: viewerFolder
        ).run()
    }

    /// Decides, so many seconds after the start.
    @discardableResult
    func decide(
        _ request: DecisionRequest, after seconds: Int64, why: String = "", isDryRun: Bool = false
    ) throws -> PublishReport {
        try Publisher(
            .decide(DecisionPlanner(request, why: why)),
            destination: FolderDestination(directory: site), home: home, key: onlineKey(),
            now: Self.start.advanced(bySeconds: seconds), isDryRun: isDryRun
        ).run()
    }

    /// Recalls a content of ``year``.
    @discardableResult
    func recall(
        _ version: ContentVersion, to replacement: DecisionRequest.Replacement = .previous,
        after seconds: Int64
    ) throws -> PublishReport {
        try decide(
            .recall(Self.year, VersionPrefix(version.hex), showing: replacement), after: seconds)
    }

    /// What is live for this home.
    func live(after seconds: Int64) throws -> LiveState {
        let repository = try LiveRepository(
            FolderDestination(directory: site), home: home,
            now: Self.start.advanced(bySeconds: seconds))
        return try repository.requireLive()
    }

    /// What is signed of a season.
    func entry(_ year: BundleYear = Self.year, after seconds: Int64) throws -> TargetCustom {
        guard let bundle = try live(after: seconds).bundles[year] else {
            throw SetUpError("\(year) is not offered")
        }
        return bundle.custom
    }

    /// The season that most tests change.
    static let year: BundleYear = {
        guard let year = BundleYear(2024) else { preconditionFailure("2024 is a year") }
        return year
    }()

    /// What a command prints and how it ends.
    ///
    /// `SITE`, `HOME` and `BUNDLES` become places here; the home and the seasons are named where a command needs them.
    func run(
        _ words: [String], environment: [String: String] = [:], as user: uid_t? = nil
    ) throws -> Program.Result {
        let places = ["HOME": home.path, "SITE": site, "BUNDLES": bundles]
        var words = words.map { places[$0] ?? $0 }
        let readsSeasons = ["publish", "plan", "check"].contains(words[0])
        if readsSeasons, !words.contains("--bundles") {
            words += ["--bundles", bundles]
        }
        if words[0] != "check", !words.contains("--home") { words += ["--home", home.path] }
        let environment = self.environment.merging(environment) { $1 }
        guard let user else {
            return try Program.run("bundle-publish", words, environment: environment)
        }
        return try Program.run(
            Self.setpriv,
            ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
                + [Program.path(of: "bundle-publish")] + words)
    }

    static let setpriv = "/usr/bin/setpriv"
    static let nobody: uid_t = 65_534

    /// The same for a command whose words have no spaces.
    @discardableResult
    func run(_ command: String, environment: [String: String] = [:]) throws -> Program.Result {
        try run(command.split(separator: " ").map(String.init), environment: environment)
    }

    /// Runs a command that must end with a status.
    @discardableResult
    func expect(
        _ status: Int32 = 0, of command: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Program.Result {
        let result = try run(command)
        #expect(
            result.status == status, "\(command): \(result.output)\(result.messages)",
            sourceLocation: sourceLocation)
        return result
    }

    /// What an agent with this home's first root, and the state in `state`, does with a repository.
    func poll(_ repository: String) throws -> Program.Result {
        try Program.run(
            "bundle-agent",
            [
                "poll", "--state", folder["state"], "--repository", repository,
                "--root", "\(home.metadataPath)/1.root.json",
            ])
    }

    /// Publishes a small page that draws matches.
    func writePage() throws {
        let files = [
            "match.html":
                "<script src=\"@web@/page.js\"></script><link href=\"@web@/match-breakdown.wasm\">",
            "match-worker.js": "@files@", "page.js": "1;",
            "match-breakdown.wasm": String(repeating: "module ", count: 100),
        ]
        for (name, text) in files { try folder.write(text, to: "viewer/\(name)") }
        let site = try run(
            "site --in SITE", environment: ["BUNDLE_PUBLISH_WEB": folder["viewer"]])
        #expect(site.status == 0, "\(site.messages)")
    }

    /// The online key in the home, as commands find it.
    func onlineKey() throws -> SigningKey {
        try OnlineKey.read(home: home, option: nil, environment: nil)
    }

    /// What a new client sees at that moment: each season's path and SHA-256; it downloads every target.
    func seenByNewClient(after seconds: Int64 = 0) throws -> [String: String] {
        try seen(store: MemoryStore(), after: seconds)
    }

    /// What a client with that store, shipped with that root or with the home's first, sees.
    func seen(
        store: MemoryStore, after seconds: Int64, from firstRoot: [UInt8]? = nil
    ) throws -> [String: String] {
        let files = try folder.contents(of: "site").mapValues { Array($0) }
        let metadata = files.filter { $0.key.hasPrefix("metadata/") }.map {
            MetadataFile(name: String($0.key.dropFirst("metadata/".count)), bytes: $0.value)
        }
        let targets = files.filter { $0.key.hasPrefix("targets/") }.map {
            (String($0.key.dropFirst("targets/".count)), $0.value)
        }
        var client = Updater(
            packagedRoot: try firstRoot ?? home.roots().first, store: store,
            fetcher: MemoryFetcher(
                metadata: metadata, targets: Dictionary(uniqueKeysWithValues: targets)),
            now: Self.start.advanced(bySeconds: seconds))
        _ = try client.refresh()
        for target in client.targets { try client.download(target) { _ in } }
        let bundles = client.targets.filter { $0.path != RecallList.targetPath }
        return Dictionary(uniqueKeysWithValues: bundles.map { ($0.path, $0.sha256 ?? "") })
    }
}

/// Why a test could not be set up.
struct SetUpError: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// What the program says about an error, and how it would end.
struct Told {
    let message: String
    let remedy: String?
    let exitStatus: Int32
    var diagnostics: [Diagnostic] = []

    init(_ error: any Error) {
        let error = PublishError(any: error)
        (message, remedy) = (error.message, error.remedy.map(plain))
        (exitStatus, diagnostics) = (ExitCode(error.kind).rawValue, error.diagnostics)
    }
}

/// What the program says of what `body` throws; nil if it throws nothing.
func trouble(_ body: () throws -> Void) -> Told? {
    do {
        try body()
        return nil
    } catch {
        return Told(error)
    }
}

/// A text as the program prints it in a checkout whose home and folder have their usual names.
func plain(_ advice: Advice) -> String { PrintedCommands().text(advice) }

/// The machine's clock, as the program reads it.
var machineTime: UTCTime { UTCTime(unixSeconds: Int64(Date().timeIntervalSince1970)) }
