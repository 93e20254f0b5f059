import BundleFormat
import Files
import RepositoryTransport
import SeasonClient
import TUF

/// Polls one state folder; everything that matters is on the disk between two polls.
///
/// The state folder is locked only while a poll or a command changes it, so that people's commands and
/// the service work side by side.
package final class Poller {
    /// Where updates come from, and the root that they are trusted by.
    package typealias Repository = TrustedRepository

    /// The state folder; while this poller works on it, by an open descriptor.
    package private(set) var state: StateFolder
    package let embedded: EmbeddedSet
    package let repository: Repository?
    let limits: AgentLimits
    let options: Options
    let clock: () -> Int64
    /// The counters of fetched bytes, one for each mirror.
    private let counters: [CountingFetcher]
    /// How often this poller has worked on the state folder.
    private var turns = 0

    /// Makes a poller; it touches nothing yet.
    package init(
        state: StateFolder, embedded: EmbeddedSet, repository: Repository?,
        limits: AgentLimits = .standard, options: Options = Options(),
        clock: @escaping () -> Int64
    ) {
        self.state = state
        self.embedded = embedded
        let counters =
            repository?.mirrors.map { CountingFetcher($0.fetcher, counted: options.received) } ?? []
        self.counters = counters
        self.repository = repository.map {
            Repository(
                packagedRoot: $0.packagedRoot,
                mirrors: zip($0.mirrors, counters).map { mirror, counter in
                    Mirror(address: mirror.address, fetcher: counter)
                }, isCopy: $0.isCopy)
        }
        self.limits = limits
        self.options = options
        self.clock = clock
    }

    /// Polls once: gathers, refreshes, plans, loads, switches, reaps, reports.
    ///
    /// It always returns a report. Whatever fails, the machine goes on serving what it served before.
    package func poll() -> PollReport {
        let (previous, fetchedBefore) = (previousReport, fetchedBytes)
        return work {
            $0.run()
        } finish: { (end, isLocked) in
            var report = end.report(finishedUnixSeconds: clock(), after: previous)
            report.lastCopy = previous?.lastCopy
            report.downloadedBytes = fetchedBytes - fetchedBefore
            report = report.bounded(limits)
            if let repository, repository.isCopy {
                report.isOfCopy(
                    repository.address, trouble: end.trouble, failed: end.failed, after: previous)
                // A copy that gave nothing is reported to the person who polls, and the last report stays.
                guard report.hasNews || end.hasSwitched else { return report }
            }
            // If another process has the lock, its report stays.
            return isLocked ? write(report) : report
        }
    }

    /// Does the part of a poll that needs no network, and writes no report.
    package func prepare() -> PollReport {
        work {
            $0.prepare()
        } finish: { (end, _) in
            end.report(finishedUnixSeconds: clock(), after: previousReport)
        }
    }

    /// Writes the report; if that fails, the returned report says so.
    func write(_ report: PollReport) -> PollReport {
        var report = report
        do throws(FileError) {
            // After a power cut the file may hold the report of the poll before, which is correct, too.
            try report.write(state)
        } catch {
            guard report.severity == .harmless else { return report }
            report.outcome = .state
            report.problem = error.description
        }
        return report
    }

    private var previousReport: PollReport? {
        PollReport.read(state, limits)?.forgettingTheFuture(nowUnixSeconds: clock())
    }

    /// Bytes fetched so far.
    private var fetchedBytes: Int64 { counters.reduce(0) { $0 + $1.bytes } }
}

// MARK: - Working on the state folder

extension Poller {
    /// Locks the state folder, takes the steps, and finishes before it unlocks.
    ///
    /// `finish` gets what holds at the end, and whether the folder could be locked.
    func work<Value>(
        _ body: (inout PollSteps) -> Void,
        finish: (_ end: PollProgress, _ isLocked: Bool) -> Value
    ) -> Value {
        let (began, isKnown) = (clock(), state.hasTimestamp)
        let served = (try? SetIndex.read(state)) ?? SetIndex()
        func progress(_ memory: Memory) -> PollProgress {
            PollProgress(
                memory: memory, served: served, repository: repository?.address, isKnown: isKnown,
                unixSeconds: began)
        }
        let session: StateSession
        do throws(AgentError) {
            session = try StateSession(
                state, limits, wait: options.lockWait, nowUnixSeconds: clock(),
                isCancelled: options.isCancelled)
        } catch {
            var end = progress(Memory())
            end.trouble = error
            return finish(end, false)
        }
        let named = state
        state = session.state
        defer {
            state = named
            withExtendedLifetime(session) {}
        }
        let effects = DiskEffects(session, gathering(mends: true), loader, options, clock: clock)
        let metadata = MetadataFolder(state, mends: true)
        var steps = steps(effects, metadata, progress(session.memory))
        body(&steps)
        turns &+= 1
        steps.finish()
        var end = steps.progress
        end.repairs =
            session.repairs
            + metadata.unreadable.map {
                "\($0); the agent ignores the file until the repository answers"
            }
            + end.repairs
        return finish(end, true)
    }

    /// Reads the state folder, and every byte of the bundles whose turn it is.
    func gathering(mends: Bool) -> InventoryGathering {
        let readsAll = turns == 0 && options.readsAllFirst
        return InventoryGathering(
            state: state, limits: limits,
            turns: readsAll
                ? .all : .since(previousReport?.startedUnixSeconds, nowUnixSeconds: clock()),
            mends: mends)
    }

    /// Brings bundles to their places; it has no downloads yet.
    var loader: Loader {
        Loader(
            state: state, embedded: embedded, limits: limits, downloads: nil,
            freeBytes: options.freeBytes)
    }

    func steps(
        _ effects: any PollEffects, _ metadata: MetadataFolder, _ start: PollProgress
    ) -> PollSteps {
        PollSteps(
            .read(
                state, wave: options.wave, system: options.machineIDFile, writing: metadata.mends),
            tester: options.selfTest?.identity, budget: options.room(limits),
            setsMax: limits.setsMax, clock: clock, random: options.random,
            report: options.progress, effects,
            reader: repository.map {
                RepositoryReader(
                    repository: $0, metadata: metadata, limits: limits,
                    levelMax: options.levelMax, now: UTCTime(unixSeconds: clock()))
            }, from: start)
    }
}

extension Poller {
    /// Makes a choice: keeps it, then switches to what follows from it.
    ///
    /// It uses the network only for a content that is sought and not here. A bundle that cannot be taken does not undo the
    /// choice.
    ///
    /// - Throws: ``AgentError`` if the state folder or the disk does not allow it; then the machine
    ///   serves what it served before.
    package func choose(
        isDryRun: Bool, seeking sought: SoughtContent? = nil,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) throws(AgentError) -> Result<Chosen, ChoiceError> {
        var outcome: Result<Chosen, ChoiceError>?
        func choose(_ steps: inout PollSteps) {
            outcome = steps.choose(isDryRun: isDryRun, seeking: sought, decide)
            if !isDryRun, case .success(let chosen) = outcome, chosen.change.startsOver {
                forgetDelays()
            }
        }
        let end = isDryRun ? try rehearse(choose).progress : work(choose) { (end, _) in end }
        if case .failure = outcome, let outcome { return outcome }
        let disk = end.failed.first { !$0.value.isOfBundle }?.value
        if let trouble = end.trouble ?? disk { throw trouble }
        guard let outcome else { preconditionFailure("a choice without an answer") }
        return outcome
    }

    /// Says in the last report that what held years back is forgotten; on a full disk it stays as it is.
    private func forgetDelays() {
        guard let report = PollReport.read(state, limits), report != report.afterReset else {
            return
        }
        _ = write(report.afterReset)
    }
}
