import BundleFormat
import Foundation
import TestSupport
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// A small season, a publisher's home and a served directory, each a real folder.
struct SeasonFixture {
    let folder: TemporaryDirectory

    var bundles: String { folder["bundles"] }
    var home: Home { Home(path: folder["home"]) }
    var site: String { folder["site"] }

    /// The moment at which everything here starts: 2027-01-15T08:00:00Z.
    static let start = UTCTime(unixSeconds: 1_800_000_000)
    static let day: Int64 = 86_400

    /// Makes seasons 2024 and 2025; neither home nor site yet.
    init() throws {
        folder = try TemporaryDirectory()
        try addSeason(2024)
        try addSeason(2025)
    }

    /// A season with one sample and its expected table.
    func addSeason(_ year: Int, title: String = "Small Season") throws {
        try folder.write(Self.description(title: title), to: "bundles/\(year)/match.yaml")
        try folder.write(Self.match(year), to: "bundles/\(year)/samples/qm1.json")
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

    /// Makes the home, its root signed at the start.
    func makeHome() throws {
        try HomeMaker(home: home, now: Self.start, passphrases: nil).make()
    }

    /// Publishes the seasons so many seconds after the start.
    @discardableResult
    func publish(
        after seconds: Int64 = 0, again: Set<BundleYear> = [],
        checkout: CheckoutState = CheckoutState(commit: nil), rollout: Rollout? = nil,
        over: Int64? = nil, isDryRun: Bool = false, viewerFolder: String? = nil
    ) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: site), home: home, key: onlineKey(),
            content: .seasons(SeasonPacker(folder: bundles).pack(nil), again: again),
            now: Self.start.advanced(bySeconds: seconds), checkout: checkout, rollout: rollout,
            over: over, isDryRun: isDryRun, viewerFolder: viewerFolder
        ).run()
    }

    /// Adds the lines of a decision, and publishes them so many seconds after the start.
    @discardableResult
    func decide(
        _ deciding: any Deciding, after seconds: Int64, over: Int64? = nil, why: String? = nil,
        isDryRun: Bool = false
    ) throws -> Publisher.Report {
        try Publisher(
            destination: FolderDestination(directory: site), home: home, key: onlineKey(),
            content: .decided(deciding), now: Self.start.advanced(bySeconds: seconds),
            over: over, why: why, isDryRun: isDryRun
        ).run()
    }

    /// Recalls a content of ``year``.
    @discardableResult
    func recall(
        _ version: ContentVersion, to replacement: Recall.Replacement = .previous,
        after seconds: Int64
    ) throws -> Publisher.Report {
        let recall = Recall(
            year: Self.year, recalled: VersionPrefix(version.hex), replacement: replacement)
        return try decide(recall, after: seconds)
    }

    /// What is live for this home.
    func live(after seconds: Int64) throws -> LiveState {
        let reader = try LiveReader(
            FolderDestination(directory: site), home: home,
            now: Self.start.advanced(bySeconds: seconds))
        guard let live = try reader.read().live else { throw SetUpError("nothing is live") }
        return live
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

    /// What a program run prints and how it ends; words that name a folder here become its path.
    func run(
        _ words: [String], environment: [String: String] = [:]
    ) throws -> Program.Result {
        let folders = ["HOME": home.path, "SITE": site, "BUNDLES": bundles]
        return try Program.run(
            "bundle-publish", words.map { folders[$0] ?? $0 }, environment: environment)
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
struct Told: Equatable {
    let message: String
    let remedy: String?
    let exitStatus: Int32
    var diagnostics: [Diagnostic] = []

    init(_ error: any Error) {
        let text = ErrorText(error, PrintedCommands())
        (message, remedy, exitStatus) = (text.message, text.remedy, text.exitStatus)
        diagnostics = text.diagnostics
    }

    init(_ message: String, remedy: String?, exitStatus: Int32 = 1) {
        (self.message, self.remedy, self.exitStatus) = (message, remedy, exitStatus)
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

/// The machine's clock, as the program reads it.
var machineTime: UTCTime { UTCTime(unixSeconds: Int64(Date().timeIntervalSince1970)) }
