import BundleFormat
import Crypto
import JSON
import TUF
import UTC
import UpdatePolicy

/// One poll without I/O: the host asks ``next()``, fetches, answers, and asks again until it is done.
///
/// ```swift
/// let poll = SeasonPoll(facts)
/// while true {
///     switch poll.next() {
///     case .fetch(let requests): poll.answer(await fetchAll(requests))
///     case .done(let result): return store(result)
///     }
/// }
/// ```
///
/// It decides what the Linux agent decides, with the same code: `TUF.Updater` what is trusted, `UpdatePolicy` what is served.
public final class SeasonPoll {
    private let facts: PollFacts
    private let answers = GivenAnswers()
    private let progress = RootWalk.Progress()

    /// Begins a poll; nothing is asked yet.
    public init(_ facts: PollFacts) {
        self.facts = facts
    }

    /// What the host must do next.
    public func next() -> PollStep {
        answers.rewind()
        var run = PollRun(facts, answers, progress)
        let passed = progress.roots.count
        let result = run.result()
        // After a new root everything is asked again: another key may sign it from then on.
        if progress.roots.count > passed { answers.forget() }
        return answers.isAbandoned ? .fetch(answers.wanted) : .done(result)
    }

    /// Gives the answers to the requests of the last ``next()``, in their order.
    public func answer(_ given: [HostAnswer]) { answers.add(given) }
}

/// One run of a poll from its start.
private struct PollRun {
    private let facts: PollFacts
    private let fetcher: any Fetcher
    private let store: MemoryStore
    private let before: SetIndex
    private var memory = Memory()
    private var inventory: Inventory
    private let machine: Machine
    private var updater: Updater

    init(_ facts: PollFacts, _ fetcher: any Fetcher, _ progress: RootWalk.Progress) {
        self.facts = facts
        self.fetcher = fetcher
        var metadata: [String: [UInt8]] = [:]
        for (name, bytes) in facts.files where name.utf8.starts(with: Self.metadata.utf8) {
            metadata[String(name.dropFirst(Self.metadata.utf8.count))] = bytes
        }
        store = MemoryStore(files: metadata)
        func json(_ name: String) -> JSON? { facts.files[name].flatMap { try? JSON.parse($0) } }
        memory.choices = json(Self.choices).flatMap { Choices($0) } ?? Choices()
        memory.trials = json(Self.trials).map { Trials($0) } ?? Trials()
        memory.vouched = json(Self.vouched).map { VouchedContents($0) } ?? VouchedContents()
        before = facts.files[SetIndex.fileName].flatMap { try? SetIndex.decode($0) } ?? SetIndex()
        inventory = Inventory()
        for bundle in facts.stored {
            inventory.bundles[bundle.year, default: []].insert(bundle.version)
        }
        for (year, entry) in facts.embedded.entries {
            inventory.embedded[year] = entry.version
            inventory.embeddedPublished[year] = entry.publishedUnixSeconds
            // What is inside the program needs no place of its own.
            inventory.bundles[year, default: []].insert(entry.version)
        }
        if !before.entries.isEmpty {
            inventory.sets = [SetRecord(number: 1, index: before, isWhole: true)]
            inventory.currentNumber = 1
        }
        machine = Machine(id: facts.machineID, wave: facts.wave)
        updater = Updater(
            packagedRoot: facts.packagedRoot, store: store, fetcher: fetcher,
            now: UTCTime(unixSeconds: facts.nowUnixSeconds), asksAhead: true)
        updater.progress = progress
    }

    private static func sha256(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }

    private static let metadata = "metadata/"
    private static let choices = "choices.json"
    private static let trials = "trials.json"
    private static let vouched = "vouched.json"

    /// Refreshes, learns, plans, loads, and says what to keep.
    mutating func result() -> PollResult {
        var summary = PollSummary(
            startedUnixSeconds: facts.nowUnixSeconds, repository: "", before: before)
        var word = RepositoryWord.none
        do throws(UpdateError) {
            let trusted = try updater.refresh()
            let offers = try learn(trusted)
            summary.expiresUnixSeconds = trusted.roles.map { $0.expires }.min()?.unixSeconds
            word = .fresh(offers)
            let random = facts.random
            memory.trials.drawWaits(
                offers, machine, nowUnixSeconds: facts.nowUnixSeconds, random: { random })
        } catch {
            summary.trouble = PollSummary.Failure(error)
            // What was verified before the failure counts.
            if let trusted = try? updater.loadTrusted(), let offers = try? learn(trusted) {
                word = .remembered(offers)
            }
        }
        return carryOut(word, &summary)
    }

    /// Remembers which keys vouch for seasons, and what is recalled.
    private mutating func learn(_ trusted: RefreshReport) throws(UpdateError) -> Offers {
        let listed = updater.targets.map {
            ListedTarget(
                path: $0.path, lengthBytes: $0.lengthBytes, sha256: $0.sha256, custom: $0.custom)
        }
        let offers = Offers(listed: listed, formatMax: facts.levelMax)
        let root = trusted.status(of: .root)?.version ?? 1
        let word = TrustedWord(
            root: VouchedContents.Root(
                chain: Self.sha256(facts.packagedRoot), version: root,
                keys: trusted.targetsKeyIDs, replaced: trusted.replacedTargetsKeyIDs),
            offers: trusted.status(of: .targets) == nil ? nil : offers,
            targetsVersion: trusted.status(of: .targets)?.version ?? 0)
        guard let lesson = memory.learning(word, inventory, served: before) else {
            throw .repository(
                .rollback(
                    role: TopLevelRole.root.rawValue, trusted: memory.vouched.root?.version ?? root,
                    found: root))
        }
        memory = lesson.memory
        return offers
    }

    private func plan(_ word: RepositoryWord) -> UpdatePlan {
        SelectionPolicy(
            inventory: inventory, word: word, choices: memory.choices, trials: memory.trials,
            vouched: memory.vouched, machine: machine, nowUnixSeconds: facts.nowUnixSeconds
        ).plan(within: DiskBudget())
    }

    /// Loads what the plan names; each year fails by itself.
    private mutating func carryOut(
        _ word: RepositoryWord, _ summary: inout PollSummary
    ) -> PollResult {
        let wanted = plan(word)
        var bundles: [(bundle: StoredBundle, zip: [UInt8])] = []
        for (plan, zip) in fetch(wanted) {
            switch zip {
            case .success(let bytes):
                guard let version = plan.step.result?.version else { continue }
                bundles.append((StoredBundle(year: plan.year, version: version), bytes))
                inventory.bundles[plan.year, default: []].insert(version)
            case .failure(let error):
                let failure = PollSummary.Failure(error)
                summary.failures[plan.year] = failure
                if failure.family == .refused {
                    memory.trials.record(
                        .wrongContent(failure.sentence), of: plan, tester: nil,
                        nowUnixSeconds: facts.nowUnixSeconds)
                }
            }
        }
        // The years that failed serve what is here.
        var carriedOut = wanted
        if !summary.failures.isEmpty {
            let without = plan(word.forgettingNews)
            for at in carriedOut.years.indices
            where summary.failures[carriedOut.years[at].year] != nil {
                let year = carriedOut.years[at].year
                carriedOut.years[at] =
                    without.years.first { $0.year == year } ?? carriedOut.years[at]
            }
        }
        summary.plans = [carriedOut]
        summary.served = carriedOut.index(failed: [], nowUnixSeconds: facts.nowUnixSeconds)
        return result(summary, carriedOut, bundles)
    }

    /// Fetches the zips of a plan side by side and verifies them.
    private func fetch(_ plan: UpdatePlan) -> [(YearPlan, Result<[UInt8], UpdateError>)] {
        var wanted: [(plan: YearPlan, target: TargetFile, zip: ZipInMemory)] = []
        for year in plan.years {
            guard let offer = year.step.offer,
                let target = updater.targets.first(where: {
                    $0.path.utf8.elementsEqual(offer.path.utf8)
                })
            else { continue }
            wanted.append((year, target, ZipInMemory()))
        }
        guard !wanted.isEmpty else { return [] }
        let files = wanted.map { (target: $0.target, partial: $0.zip as any PartialFile) }
        let results = updater.downloadTogether(files) { _, _ in }
        var ended: [(YearPlan, Result<[UInt8], UpdateError>)] = []
        for (at, file) in wanted.enumerated() {
            do throws(UpdateError) {
                if case .failure(let error)? = results[at] { throw error }
                try updater.download(file.target, to: file.zip)
                ended.append((file.plan, .success(file.zip.bytes)))
            } catch {
                ended.append((file.plan, .failure(error)))
            }
        }
        return ended
    }

    private func result(
        _ summary: PollSummary, _ plan: UpdatePlan,
        _ bundles: [(bundle: StoredBundle, zip: [UInt8])]
    ) -> PollResult {
        let report = PollReport(
            summary, finishedUnixSeconds: facts.nowUnixSeconds, after: nil)
        let schedule = PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(86_400))
        let past = PollSchedule.Past(report, successes: 2)
        let wanted = report.dueUnixSeconds.map { Duration.seconds($0 &- facts.nowUnixSeconds) }
        let pause = schedule.next(after: past, random: facts.random, wanted: wanted)
        let held = report.years.first { $0.action == .heldBack }
        var result = PollResult(
            outcome: report.outcome.rawValue,
            problem: report.problem ?? held.map { "\($0.year): \($0.reason)" },
            pauseSeconds: pause.components.seconds, report: report)
        for year in report.years {
            guard let entry = year.entry else { continue }
            result.seasons.append(
                PollResult.Season(year: year.year, entry: entry, reason: year.reason))
        }
        result.bundles = bundles
        result.files = changes(served: summary.served)
        let named = summary.served.entries.map {
            StoredBundle(year: $0.key, version: $0.value.version)
        }
        result.unneeded = facts.stored.filter { !named.contains($0) && !kept($0) }
        return result
    }

    /// The version before the served one stays, so that a rollback needs no download.
    private func kept(_ bundle: StoredBundle) -> Bool {
        before.entries[bundle.year]?.version == bundle.version
            && !memory.vouched.hasLost(bundle.year, bundle.version)
    }

    /// The memory before the metadata, and the set last.
    private func changes(served: SetIndex) -> [(name: String, bytes: [UInt8]?)] {
        var changes: [(name: String, bytes: [UInt8]?)] = []
        func add(_ name: String, _ bytes: [UInt8]?) {
            if facts.files[name] != bytes { changes.append((name, bytes)) }
        }
        add(Self.vouched, memory.vouched.json.serialized())
        add(Self.trials, memory.trials.json.serialized())
        for name in facts.files.keys.sorted() where name.utf8.starts(with: Self.metadata.utf8) {
            if store.files[String(name.dropFirst(Self.metadata.utf8.count))] == nil {
                add(name, nil)
            }
        }
        for (name, bytes) in store.files.sorted(by: { $0.key < $1.key }) {
            add(Self.metadata + name, bytes)
        }
        add(SetIndex.fileName, served.encoded())
        return changes
    }
}

/// A zip that comes whole.
private final class ZipInMemory: PartialFile {
    private(set) var bytes: [UInt8] = []
    var lengthBytes: Int { bytes.count }
    let validator: Validator? = nil

    func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError) {
        bytes.withUnsafeBytes(sink)
    }
    func restart(_ validator: Validator?) throws(FetchError) { bytes = [] }
    func append(_ piece: UnsafeRawBufferPointer) throws(FetchError) { bytes += piece }
}

extension PollSummary.Failure {
    /// The failure of an update.
    init(_ error: UpdateError) {
        var pause: Int?
        if case .transfer(.retryAfter(let seconds, _)) = error { pause = seconds }
        self.init(family: error.family, sentence: error.description, retryAfterSeconds: pause)
    }
}

extension UpdateError {
    /// The kind of trouble; `AgentError.family` has the same cases.
    var family: Trouble {
        switch self {
        case .transfer(.cancelled): .cancelled
        case .transfer(.sink), .store: .state
        case .repository(.rollback(role: TopLevelRole.timestamp.rawValue, _, _)): .older
        case .transfer(.tooLong), .repository: .refused
        case .transfer: .unreachable
        }
    }
}
