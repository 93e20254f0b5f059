import BreakdownRenderer
import BundleFormat
import BundleZip
import Foundation
import HTTPRules
import JSON
import SeasonClient

/// Keeps an app's seasons up to date, on every system that has Foundation.
///
/// ```swift
/// let seasons = Seasons(
///     repository: address, root: rootJSON, embedded: seasonsInsideTheApp, folder: support)
/// let update = await seasons.update()
/// let table = try await seasons.render(match)
/// ```
///
/// It verifies every signature and every byte, and decides like `bundle-agent`, with the same code. Whatever
/// fails, the seasons that were there stay. Several objects, and several processes, may share one folder: their
/// updates take turns.
public actor Seasons {
    private let facts: Facts
    private let store: SeasonStore
    private let transfers: RepositoryTransfers
    private var running: Task<Update, Never>?
    private var last: Update?
    private var loaded: [Int: Season] = [:]
    private var watchers: [UUID: AsyncStream<Change>.Continuation] = [:]

    /// What an update is decided from, besides the folder and the repository.
    private struct Facts {
        let root: [UInt8]
        let embedded: EmbeddedSeasons
        let clock: @Sendable () -> Date
    }

    /// Names the folder, and where updates come from.
    ///
    /// It reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - repository: the published directory, with `metadata/` and `targets/` directly below it.
    ///   - root: the repository's `root.json`, which came with the app.
    ///   - embedded: the seasons inside the app: every file of each compiled season by its path, such as
    ///     `2026/manifest.json`, and `set.json`. `bundle-publish build` makes them.
    ///   - folder: a folder for the seasons alone; the first update makes it.
    ///   - userAgent: the name that web servers see: `my-app/1`.
    public init(
        repository: URL, root: Data, embedded: [String: Data] = [:], folder: URL,
        userAgent: String = "SeasonsKit/\(programVersion)"
    ) {
        self.init(
            repository: repository, root: root, embedded: embedded, folder: folder,
            userAgent: userAgent, limits: .standard, clock: { Date() })
    }

    /// The same with other limits, another clock, and a look at each change of a file.
    package init(
        repository: URL, root: Data, embedded: [String: Data], folder: URL, userAgent: String,
        limits: TransferLimits, clock: @escaping @Sendable () -> Date,
        onFileChange: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        facts = Facts(root: [UInt8](root), embedded: EmbeddedSeasons(embedded), clock: clock)
        store = SeasonStore(folder, onChange: onFileChange)
        transfers = RepositoryTransfers(repository, userAgent: userAgent, limits: limits)
    }

    // MARK: Updating

    /// Asks the repository once and follows it; returns when everything is on the disk.
    ///
    /// A second call meanwhile waits for the first. While a server's `Retry-After` lasts, it asks nothing and
    /// returns the last update again. It does not throw: ``Update/outcome`` and ``Update/problem`` say what
    /// happened.
    @discardableResult
    public func update() async -> Update {
        if let running { return await running.value }
        if let last, last.mustWait(at: facts.clock()) { return last }
        let task = Task { await updateOnce() }
        running = task
        let update = await task.value
        running = nil
        return update
    }

    /// Updates now, and then again whenever it is time, until its task is cancelled.
    ///
    /// - Parameter interval: seconds between two updates; after failures, and if a server asks for it, the
    ///   pause is longer.
    public func follow(every interval: TimeInterval = 900) async {
        while !Task.isCancelled {
            let update = await update()
            let wait = max(interval, update.next.timeIntervalSince(facts.clock()))
            try? await Task.sleep(for: .seconds(wait))
        }
    }

    private func updateOnce() async -> Update {
        let before = entries()
        let update: Update
        do {
            let lock = try await store.lock()
            defer { lock.unlock() }
            try store.removeTemporaries()
            update = try await poll()
        } catch {
            update = Update(problem: "\(error)", at: facts.clock())
        }
        last = update
        loaded = [:]
        let after = entries()
        let years = Set(before.keys).union(after.keys)
            .filter { before[$0]?.version != after[$0]?.version }.sorted()
        if !years.isEmpty {
            let change = Change(years: years.map(\.number), update: update)
            for watcher in watchers.values { watcher.yield(change) }
        }
        return update
    }

    private func poll() async throws -> Update {
        let now = facts.clock()
        var poll = PollFacts(
            packagedRoot: facts.root, files: store.files(), stored: store.bundles(),
            embedded: facts.embedded.index, machineID: try store.machineID(),
            nowUnixSeconds: Int64(now.timeIntervalSince1970), random: .random(in: 0..<1))
        poll.repository = transfers.address
        let answers = RepeatedAnswers(transfers)
        while true {
            let result = await Self.run(SeasonPoll(poll), answers)
            let problems = problems(in: result, poll)
            guard !problems.isEmpty else {
                try store.commit(result)
                return Update(result.report, pauseSeconds: result.pauseSeconds, at: now)
            }
            // The same poll again without them, from the same answers; each year at most once.
            poll.unusable.merge(problems) { $1 }
            answers.rewind()
        }
    }

    /// The seasons that would be served from now on and that this app cannot draw as their authors expect.
    private func problems(in result: PollResult, _ poll: PollFacts) -> [BundleYear: String] {
        let before = entries()
        var problems: [BundleYear: String] = [:]
        for season in result.seasons {
            let (year, version) = (season.year, season.entry.version)
            let bundle = StoredBundle(year: year, version: version)
            guard before[year]?.version != version, poll.unusable[year] == nil,
                season.entry.origin == .downloaded
            else { continue }
            let zip = result.bundles.first { $0.bundle == bundle }?.zip ?? store.zip(bundle)
            problems[year] = Self.problem(of: bundle, zip ?? [])
        }
        return problems
    }

    private static func problem(of bundle: StoredBundle, _ zip: [UInt8]) -> String? {
        do throws(BundleFormatError) {
            let contents = try Unpacker.contents(
                of: zip, expecting: bundle.version, year: bundle.year)
            return SampleTest.run(on: contents.manifest.files.map(\.path), of: bundle.year) {
                BundlePath($0).flatMap { contents.files[$0] }
            }.problems.first
        } catch {
            return error.description
        }
    }

    private static func run(_ poll: SeasonPoll, _ answers: RepeatedAnswers) async -> PollResult {
        while true {
            switch poll.next() {
            case .fetch(let requests): poll.answer(await answers.answers(requests))
            case .done(let result): return result
            }
        }
    }

    // MARK: Reading

    /// The seasons that are served now, in ascending order; before the first update, those inside the app.
    public var all: [Season] { entries().inOrder.compactMap { season($0.key, $0.value) } }

    /// The season of a year as it is served now; nil if there is none.
    ///
    /// The value does not change with the next update, so a screen that holds one keeps its version.
    public func current(_ year: Int) -> Season? { BundleYear(year).flatMap { season($0) } }

    /// Draws a match with the season of its year; without one, from the match's data alone.
    ///
    /// - Parameters:
    ///   - match: a match, or an event's insights, as The Blue Alliance's API answers.
    ///   - form: the form of the table.
    /// - Returns: the table.
    /// - Throws: ``SeasonsError`` if `match` is not a match.
    public func render(_ match: Data, as form: TableForm = .text) throws(SeasonsError) -> String {
        let source = try TableDrawing.source(match)
        return try TableDrawing.draw(source, with: current(source.year), as: form)
    }

    /// The years that updates change, from now on; an endless sequence for each caller.
    public func changes() -> AsyncStream<Change> {
        let id = UUID()
        return AsyncStream { watcher in
            watchers[id] = watcher
            watcher.onTermination = { [weak self] _ in
                Task { [weak self] in await self?.forget(id) }
            }
        }
    }

    private func forget(_ id: UUID) { watchers[id] = nil }

    // MARK: Explaining

    /// The last update, which an earlier start of the app may have made; nil before the first.
    public var status: Update? {
        last
            ?? store.files()[SeasonStore.report].flatMap { try? JSON.parse($0) }
            .flatMap { PollReport($0) }.map { Update($0, pauseSeconds: 0, at: facts.clock()) }
    }

    /// Why a year serves what it does, by the last update; nil if that knew no such year.
    public func why(_ year: Int) -> Explanation? {
        status?.report?.years.first { $0.year.number == year }.map { Explanation($0) }
    }

    /// Each year's entry: what the folder has, and years that are only inside the app.
    private func entries() -> [BundleYear: SetIndex.Entry] {
        let served = store.index()
        return facts.embedded.index.entries.filter { year, entry in
            served?.recalled[year]?.contains(entry.version) != true
        }.merging(served?.entries ?? [:]) { $1 }
    }

    private func season(_ year: BundleYear) -> Season? {
        loaded[year.number] ?? entries()[year].flatMap { season(year, $0) }
    }

    private func season(_ year: BundleYear, _ entry: SetIndex.Entry) -> Season? {
        if let known = loaded[year.number] { return known }
        let season = stored(year, entry) ?? embedded(year)
        loaded[year.number] = season
        return season
    }

    private func stored(_ year: BundleYear, _ entry: SetIndex.Entry) -> Season? {
        if facts.embedded.index.entries[year]?.version == entry.version {
            return facts.embedded.contents(year).map { Season($0, entry) }
        }
        let bundle = StoredBundle(year: year, version: entry.version)
        return store.contents(bundle).map { Season($0, entry) }
    }

    /// The season inside the app, instead of a damaged one, unless the publisher has recalled it.
    private func embedded(_ year: BundleYear) -> Season? {
        guard let entry = facts.embedded.index.entries[year],
            store.index()?.recalled[year]?.contains(entry.version) != true
        else { return nil }
        return facts.embedded.contents(year).map { Season($0, entry) }
    }
}
