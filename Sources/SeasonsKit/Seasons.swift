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
    private let facts: SeasonFacts
    private let store: SeasonStore
    private let transfers: RepositoryTransfers
    private var running: Task<Update, Never>?
    /// How many callers wait for the running update.
    private(set) var waiting = 0
    private var last: Update?
    private var loaded: [Int: Season] = [:]
    private var watchers: [UUID: AsyncStream<Change>.Continuation] = [:]

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

    /// The same with other limits, another clock, and a look at each step of an update.
    package init(
        repository: URL, root: Data, embedded: [String: Data], folder: URL, userAgent: String,
        limits: TransferLimits, clock: @escaping @Sendable () -> Date,
        onStep: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        facts = SeasonFacts(root: [UInt8](root), embedded: EmbeddedSeasons(embedded), clock: clock)
        store = SeasonStore(folder, onStep: onStep)
        transfers = RepositoryTransfers(repository, userAgent: userAgent, limits: limits)
    }

    // MARK: Updating

    /// Asks the repository once and follows it; returns when everything is on the disk.
    ///
    /// A second call meanwhile waits for the first. While a server's `Retry-After` lasts, at most a day, it asks nothing and
    /// returns the last update again, also after a new start of the app. If the task of each caller is cancelled, the
    /// transfers end. It does not throw: ``Update/outcome`` and ``Update/problem`` say what happened.
    @discardableResult
    public func update() async -> Update {
        // It ends soon, and what it has come to is no answer to this call.
        while let running, running.isCancelled { _ = await running.value }
        let task: Task<Update, Never>
        if let running {
            task = running
        } else {
            if let status, status.mustWait(at: facts.clock(), for: transfers.address) {
                return status
            }
            task = Task { await updateOnce() }
            (running, waiting) = (task, 0)
        }
        waiting += 1
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await stopWaiting(for: task) }
        }
    }

    /// Cancels an update that no caller waits for any more.
    private func stopWaiting(for task: Task<Update, Never>) {
        guard running == task else { return }
        waiting -= 1
        if waiting == 0 { task.cancel() }
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
        let before = facts.entries(store)
        let update: Update
        do {
            update = try await UpdateRun(facts: facts, store: store, transfers: transfers).perform()
        } catch {
            update = Update(problem: "\(error)", at: facts.clock())
        }
        last = update
        loaded = [:]
        running = nil
        let after = facts.entries(store)
        let years = Set(before.keys).union(after.keys)
            .filter { before[$0]?.version != after[$0]?.version }.sorted()
        if !years.isEmpty {
            let change = Change(years: years.map(\.number), update: update)
            for watcher in watchers.values { watcher.yield(change) }
        }
        return update
    }

    // MARK: Reading

    /// The seasons that are served now, in ascending order; before the first update, those inside the app.
    public var all: [Season] {
        facts.entries(store).inOrder.compactMap { season($0.key, $0.value) }
    }

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

    private func season(_ year: BundleYear) -> Season? {
        loaded[year.number] ?? facts.entries(store)[year].flatMap { season(year, $0) }
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
        store.showable(facts.embedded.index, beside: store.index())[year].flatMap { entry in
            facts.embedded.contents(year).map { Season($0, entry) }
        }
    }
}
