import BundleFormat
import Files
import JSON
import TUF
import UpdatePolicy

/// Polls one state folder; everything that matters is on the disk between two polls.
///
/// The state folder is locked only while a poll or a command changes it, so that people's commands and
/// the service work side by side.
package final class Poller {
    /// Where updates come from, and the root that they are trusted by.
    package struct Repository {
        /// The root metadata that came with the machine's configuration.
        package let packagedRoot: [UInt8]
        /// The mirrors in the order in which they are asked; at least one.
        package let mirrors: [Mirror]
        /// Whether it is a copy that somebody named, and not the repository that the machine follows.
        package var isCopy = false

        /// Describes a repository.
        package init(packagedRoot: [UInt8], mirrors: [Mirror], isCopy: Bool = false) {
            self.packagedRoot = packagedRoot
            self.mirrors = mirrors
            self.isCopy = isCopy
        }

        /// The address as people see it: the preferred mirror's, or a copy's path.
        package var address: String { mirrors[0].address }
    }

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
    ///
    /// - Parameters:
    ///   - state: the state folder; the first poll makes it if necessary.
    ///   - embedded: the bundles inside the program.
    ///   - repository: where updates come from; nil to serve the embedded set.
    ///   - limits: the limits on what is accepted.
    ///   - options: further options.
    ///   - clock: the time, in seconds since 1970.
    package init(
        state: StateFolder, embedded: EmbeddedSet, repository: Repository?,
        limits: AgentLimits = .standard, options: Options = Options(),
        clock: @escaping () -> Int64
    ) {
        self.state = state
        self.embedded = embedded
        let counters = repository?.mirrors.map { CountingFetcher($0.fetcher) } ?? []
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
    ///
    /// - Returns: what happened; `last-poll.json` has it too, if that file can be written.
    package func poll() -> PollReport {
        let (previous, fetchedBefore) = (previousReport, fetchedBytes)
        return work { (steps, standing) in
            steps.run(standing)
        } finish: { (outcome, start, isLocked) in
            var report = PollReport(
                PollSummary(outcome, since: start), finishedUnixSeconds: clock(), after: previous)
            report.lastCopy = previous?.lastCopy
            report.downloadedBytes = fetchedBytes - fetchedBefore
            report = report.bounded(limits)
            if let repository, repository.isCopy {
                report.isOfCopy(
                    repository.address, trouble: outcome.trouble, failed: outcome.failed,
                    after: previous)
                // A copy that gave nothing is reported to the person who polls, and the last report stays.
                guard report.hasNews || outcome.hasSwitched else { return report }
            }
            // If another process has the lock, its report stays.
            return isLocked ? write(report) : report
        }
    }

    /// Does the part of a poll that needs no network, and writes no report.
    ///
    /// - Returns: what is served, and what failed.
    package func prepare() -> PollReport {
        work { (steps, standing) in
            steps.prepare(standing)
        } finish: { (outcome, start, _) in
            PollReport(
                PollSummary(outcome, since: start), finishedUnixSeconds: clock(),
                after: previousReport)
        }
    }

    /// Writes the report; if that fails, the returned report says so.
    func write(_ report: PollReport) -> PollReport {
        var report = report
        do throws(FileError) {
            // After a power cut the file may hold the report of the poll before, which is correct, too.
            try report.write(state)
        } catch {
            guard report.exitStatus == 0 else { return report }
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
    /// Locks the state folder, runs the steps, reaps, saves, and finishes before it unlocks.
    ///
    /// - Parameters:
    ///   - body: the steps.
    ///   - finish: gets the outcome, what was known before, and whether the folder could be locked.
    /// - Returns: what `finish` returns.
    func work<Value>(
        _ body: (PollSteps, Standing) -> StepOutcome,
        finish: (_ outcome: StepOutcome, _ start: PollStart, _ isLocked: Bool) -> Value
    ) -> Value {
        let start = PollStart(
            unixSeconds: clock(), repository: repository?.address, isKnown: state.hasTimestamp,
            served: (try? SetIndex.read(state, limits)) ?? SetIndex())
        let session: StateSession
        do throws(AgentError) {
            session = try StateSession(
                state, limits, wait: options.lockWait, nowUnixSeconds: clock(),
                isCancelled: options.isCancelled)
        } catch {
            let standing = Standing(memory: Memory(), served: start.served)
            return finish(StepOutcome(standing: standing, trouble: error), start, false)
        }
        let named = state
        state = session.state
        defer {
            state = named
            withExtendedLifetime(session) {}
        }
        let actions = diskActions(session)
        let steps = steps(actions, mends: true, patience: options.patience)
        var outcome = body(steps, Standing(memory: session.memory, served: start.served))
        outcome.repairs =
            session.repairs + steps.unreadable.map(RepairText.unreadableMetadata) + outcome.repairs
        turns &+= 1
        reapAfterwards(outcome, actions)
        do throws(AgentError) {
            try session.save(outcome.standing.memory)
        } catch {
            outcome.trouble = outcome.trouble ?? error
        }
        return finish(outcome, start, true)
    }

    /// Deletes what the switch has made unnecessary, and what failed steps have left.
    ///
    /// What cannot be deleted stays until the next poll; it does no harm.
    private func reapAfterwards(_ outcome: StepOutcome, _ actions: DiskActions) {
        let forgotten = outcome.standing.forgotten
        guard outcome.hasChangedBundles || !forgotten.isEmpty,
            let inventory = try? actions.gather()
        else { return }
        actions.reap(.leftovers(inventory))
        let kept = options.room(limits).kept(
            inventory, setsMax: limits.setsMax, spared: outcome.awaited)
        actions.reap(
            .unneeded(inventory, setsMax: kept.sets, spared: kept.spared, forgotten: forgotten))
    }

    private func diskActions(_ session: StateSession) -> DiskActions {
        let verified = VerifiedBundles(state, limits, clock: options.fileClock)
        return DiskActions(
            executor: PlanExecutor(
                state: state, embedded: embedded, limits: limits, options: options,
                verified: verified, clock: clock),
            session: session, gathering: gathering(verified, mends: true))
    }

    /// Reads the state folder.
    ///
    /// It reads every byte of one year's bundles, another year each time, even if their stamps have not changed.
    func gathering(_ verified: VerifiedBundles, mends: Bool) -> InventoryGathering {
        let years = max(embedded.versions.count, 1)
        let hashesAll = turns == 0 && options.hashesAllFirst
        return InventoryGathering(
            state: state, limits: limits, verified: verified,
            hashes: { hashesAll || $0.number % years == verified.turn % years }, mends: mends,
            countsZips: true)
    }

    func steps(_ actions: any PollActions, mends: Bool, patience: Patience?) -> PollSteps {
        let machine = Machine.read(
            state, wave: options.wave, system: options.machineIDFile, writing: mends)
        let planner = Planner(
            actions: actions, machine: machine, tester: options.selfTest?.identity, clock: clock)
        let following = repository.map { repository in
            FollowingStep(
                reader: RepositoryReader(
                    repository: repository,
                    metadata: MetadataFolder(state, mends: mends),
                    limits: limits, levelMax: options.levelMax, now: UTCTime(unixSeconds: clock())),
                planner: planner, options: options, limits: limits)
        }
        return PollSteps(
            planner: planner, following: following, patience: patience,
            isCancelled: options.isCancelled)
    }
}
