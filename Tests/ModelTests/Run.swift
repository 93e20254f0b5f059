import BundleFormat
import Files
import JSON
import TUF

@testable import BundlePublisher
@testable import BundleUpdater
@testable import SeasonAuthoring
@testable import UpdatePolicy

/// Runs one history against the real publisher, real agents and the plain model, and judges.
final class Run {
    let history: History
    let catalogue: Catalogue
    var workshop: Workshop
    var meaning = Meaning()
    var folder = Folder()
    var fleet: Fleet
    /// The thief's copy of the online key, and whether it counts where machines look.
    var stolenKey: SigningKey?
    /// What machines came with.
    let firstRoot: [UInt8]
    /// How often the online key was replaced.
    var generation = 0
    /// The states that were live, oldest first, all signed with the key of ``statesGeneration``.
    var states: [LiveState] = []
    var statesGeneration = 0
    /// How many roots the home has.
    var knownRoots = 1
    /// The colleague's checkout; nil until it is used.
    var laptop: Laptop?
    /// What the laptop's record alone says, and what no record says any more, since the key that counts signs.
    var unpushed = Uncommitted()
    var lost = Uncommitted()
    /// Commands that were killed since the last publish, before their timestamp was there.
    var killed: [Command] = []
    /// The newest version that was signed with the key that counts: a later clock is needed.
    var newestSigned: Int64 = 0
    /// Whether remedies are followed in this history; they take time.
    let followsRemedies: Bool
    /// Breaks that are known and passed over, by words of their sentences: what lies behind them is found.
    private let passedOver: [String]
    /// What was done and seen, for whoever reads a failure.
    private(set) var log: [String] = []

    /// Seconds between two steps.
    static let pace: Int64 = 61
    /// Histories end before root expires.
    static let timeMax: Int64 = Workshop.start + 4 * 365 * 86_400

    /// Makes the place where a history runs.
    ///
    /// - Parameters:
    ///   - history: the history.
    ///   - stage: what all histories begin with.
    ///   - place: names the folder; two at once must not share one.
    ///   - known: breaks to pass over, by words of their sentences.
    /// - Throws: where the disk fails.
    init(
        _ history: History, on stage: Stage, in place: String, passingOver known: [String] = []
    ) throws {
        self.history = history
        passedOver = known
        catalogue = stage.catalogue
        followsRemedies = history.seed % 3 == 0
        workshop = Workshop(root: try Scratch.folder(place))
        try stage.set(workshop.root)
        folder = Stage.folder
        firstRoot = stage.firstRoot
        meaning = Stage.meaning
        newestSigned = Workshop.start
        fleet = Fleet(workshop.root, catalogue)
    }

    deinit { workshop.remove() }

    /// Runs the history to its end.
    ///
    /// - Returns: the first promise that is broken, or nil.
    func firstBreak() -> Break? {
        do {
            for (at, step) in history.steps.enumerated() {
                pass(Self.pace)
                do {
                    try take(step)
                    try rememberState(after: step)
                } catch var broken as Break {
                    if isPassedOver(broken) { continue }
                    broken.step = at + 1
                    throw broken
                }
            }
            do {
                try quiet()
            } catch let broken as Break where isPassedOver(broken) {}
            return nil
        } catch let broken as Break {
            return broken
        } catch {
            return Break(.commandIsDone, "the test itself failed: \(error)")
        }
    }

    /// Whether a break is one that is known and passed over.
    func isPassedOver(_ broken: Break) -> Bool {
        passedOver.contains { broken.description.contains($0) }
    }

    func note(_ line: String) { log.append(line) }

    func pass(_ seconds: Int64) {
        workshop.now = min(workshop.now + seconds, Self.timeMax)
    }

    private func take(_ step: Step) throws {
        switch step {
        case .edit, .editAlone, .alias, .remove: try author(step)
        case .cache(let cache): try change(cache)
        case .wait(let hours): pass(Int64(hours) * 3_600)
        case .thief(let kind): try steal(kind)
        case .recover: try recover()
        case .machine(let number, let deed):
            guard fleet.machines.indices.contains(number) else { return }
            try act(number, deed)
        case .crash(let writes, let step): try crash(step, after: writes)
        case .locked(let step): try runLocked(step)
        case .elsewhere(.crash(let writes, let step)): try failElsewhere(step, after: writes)
        case .elsewhere(let step):
            let other = try workshop.checkout()
            try perform(step, home: other.home, variables: other.variables)
            switch step {
            case .rollback, .recall, .lift, .waves, .promote:
                // What somebody decides is committed; what CI publishes is not.
                try workshop.pull(from: other.home)
            case .publish(let terms) where terms.again != nil:
                try workshop.pull(from: other.home)
            default: break
            }
        case .laptop(let step): try runOnLaptop(step)
        case .meet: try meet()
        case .rewound(let count, let step): try performRewound(step, by: count)
        case .restored(let count, let step): try performRestored(step, by: count)
        case .askew(let hours, let step):
            try perform(step, offset: Int64(hours) * 3_600)
        default: try perform(step)
        }
    }

    // MARK: Authors

    func author(_ step: Step) throws {
        let before = folder
        switch step {
        case .edit(let year, let content): folder.edit(year, content, alone: false)
        case .editAlone(let year, let content): folder.edit(year, content, alone: true)
        case .alias(let year, let other):
            folder.sources[year] = Source(description: .alias(of: other), table: 0)
            folder.renewTables()
        case .remove(let year): folder.sources[year] = nil
        default: return
        }
        try Files.createDirectoriesAndSync(workshop.bundles)
        try folder.write(to: workshop.bundles, replacing: before)
    }

    private func change(_ cache: Step.Cache) throws {
        workshop.cache = cache
        guard cache == .shared else { return }
        // Somebody else has checked the same seasons of other commits with this cache.
        var other = Folder()
        let path = "\(workshop.root)/others-bundles"
        for content in 1...2 {
            let before = other
            for year in HistoryMaker.years { other.edit(year, content, alone: false) }
            try Files.createDirectoriesAndSync(path)
            try other.write(to: path, replacing: before)
            _ = workshop.run([
                "publish", "--dry-run", "--to", "\(workshop.root)/others-site", "--bundles", path,
                "--home", workshop.homePath,
            ])
        }
    }

    // MARK: The thief

    private func steal(_ kind: Step.Theft) throws {
        guard try Files.kind(workshop.site) != nil else { return }
        // Between a timestamp and its kept copy a killed command may be forgotten (docs/adr/0019).
        guard try meaning.theft == .running || meaning.isTorn || isTimestampKept() else { return }
        let key: SigningKey
        if let stolenKey {
            key = stolenKey
        } else {
            key = try OnlineKey.read(home: workshop.home, option: nil, environment: nil)
            // A key that nobody has used yet is not at CI's.
            guard !meaning.awaitsPublish else { return }
            stolenKey = key
        }
        try Theft(
            key: key, site: workshop.site, firstRoot: firstRoot, now: workshop.now,
            catalogue: catalogue, rootsCount: rootsThere()?.files.count ?? 0
        ).commit(kind)
        // Nobody can tell any more whether what a killed command decided was live.
        for command in killed { followBlindly(command) }
        killed = []
        if stolenKeyCounts {
            if kind == .noise { meaning.isTorn = true } else { meaning.theft = .running }
            for at in fleet.machines.indices { fleet.machines[at].hasForgotten = false }
        } else {
            meaning.isTorn = true
        }
        meaning.isGarbled = kind == .noise
        note("thief: \(kind)")
    }

    /// Whether the timestamp of the live state is kept; true if there is none.
    private func isTimestampKept() throws -> Bool {
        let path = "\(workshop.site)/metadata/timestamp.json"
        guard let bytes = try? Files.read(path, lengthBytesMax: 1 << 20),
            let snapshot = try? JSON.parse(bytes)["signed"]?["meta"]?["snapshot.json"],
            let version = snapshot["version"]?.integerValue
        else { return true }
        let kept = "\(workshop.site)/targets/live/\(version).timestamp.json"
        return try Files.kind(kept) != nil
    }

    /// Whether machines take what the thief signs: his key is that of the root in the repository.
    var stolenKeyCounts: Bool {
        guard let stolenKey, let chain = try? rootsThere() else { return false }
        let draft = try? chain.next(expires: UTCTime(unixSeconds: workshop.now))
        return draft?.timestamp.keys.contains { $0.keyID == stolenKey.publicKey.keyID } == true
    }

    private func recover() throws {
        try perform(.rotate(publishes: false))
        pass(Self.pace)
        try perform(.publish(Step.Terms()))
    }
}
