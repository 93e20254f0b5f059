import BundleFormat
import Files
import JSON
import RepositoryTransport
import TUF

/// One poll after another on one state folder; everything that matters is on the disk between two.
final class Poller {
    /// Where updates come from, and what they are trusted by.
    struct Repository {
        /// As shown to people.
        let address: String
        /// The root metadata that came with the machine's configuration.
        let packagedRoot: [UInt8]
        let fetcher: any Fetcher
    }

    private let state: StateFolder
    private let embedded: EmbeddedSet
    private let repository: Repository?
    private let limits: AgentLimits
    private let clock: () -> Int64
    private var lock: FileLock?

    /// Makes a poller; nothing is touched yet.
    ///
    /// - Parameters:
    ///   - state: the state folder, made where it is not there.
    ///   - embedded: the bundles inside the program.
    ///   - repository: where updates come from; nil to serve the embedded set.
    ///   - limits: what is accepted at most.
    ///   - clock: the time, in seconds since 1970.
    init(
        state: StateFolder, embedded: EmbeddedSet, repository: Repository?,
        limits: AgentLimits = .standard, clock: @escaping () -> Int64
    ) {
        self.state = state
        self.embedded = embedded
        self.repository = repository
        self.limits = limits
        self.clock = clock
    }

    /// Polls once: gathers, refreshes, plans, loads, switches, reaps, reports.
    ///
    /// Never fails as a whole: whatever happens, what was served is served, and the report says the rest.
    ///
    /// - Returns: what happened; it is in `last-poll.json` too, where that can be written.
    func poll() -> PollReport {
        let previous = PollReport.read(state, limits)
        var draft = PollDraft(
            started: clock(), repository: repository?.address,
            served: (try? SetIndex.read(state, limits)) ?? SetIndex())
        do throws(AgentError) {
            try open()
            let inventory = try prepare(&draft)
            if let repository { try update(repository, inventory, &draft) }
        } catch {
            draft.trouble = error
        }
        reapAfterwards(draft)
        var report = draft.report(finished: clock(), after: previous)
        // Another agent's report is not ours to overwrite.
        guard isOpen else { return report }
        do throws(FileError) {
            try Files.writeDurably(report.json.serialized(.indented), to: state.lastPoll)
        } catch {
            guard report.exitStatus == 0 else { return report }
            report.outcome = .state
            report.problem = error.description
        }
        return report
    }

    /// Does the half of a poll that needs no network, and writes no report.
    ///
    /// - Returns: what is served, and what stands in the way.
    func prepare() -> PollReport {
        var draft = PollDraft(
            started: clock(), repository: repository?.address,
            served: (try? SetIndex.read(state, limits)) ?? SetIndex())
        do throws(AgentError) {
            try open()
            _ = try prepare(&draft)
        } catch {
            draft.trouble = error
        }
        reapAfterwards(draft)
        return draft.report(finished: clock(), after: PollReport.read(state, limits))
    }

    /// Makes the state folder and takes its lock, which is kept until the poller is let go of.
    private func open() throws(AgentError) {
        try onDisk { () throws(FileError) in
            for folder in [state.path, state.metadata, state.bundles, state.sets, state.downloads] {
                try Files.createDirectories(folder)
            }
        }
        guard !isOpen else { return }
        lock = try onDisk { () throws(FileError) in try FileLock(exclusive: state.lock) }
        guard isOpen else { throw .busy(state: state.path) }
    }

    private var isOpen: Bool { lock != nil }
}

// MARK: - The two halves of a poll

extension Poller {
    /// Cleans up after earlier runs and makes `current` name a whole set, without network.
    ///
    /// - Returns: what is there then.
    private func prepare(_ draft: inout PollDraft) throws(AgentError) -> Inventory {
        let inventory = try gather()
        Reaper(state: state).reap(.leftovers(inventory))
        let plan = SelectionPolicy.plan(inventory, offers: nil)
        try carryOut(plan, inventory, nil, &draft)
        return draft.hasSwitched ? try gather() : inventory
    }

    /// Asks the repository and follows its word, each year by itself.
    private func update(
        _ repository: Repository, _ inventory: Inventory, _ draft: inout PollDraft
    ) throws(AgentError) {
        var updater = Updater(
            packagedRoot: repository.packagedRoot, store: MetadataFolder(path: state.metadata),
            fetcher: repository.fetcher, limits: limits.metadata,
            now: UTCTime(unixSeconds: clock()))
        do throws(UpdateError) {
            draft.refresh = try updater.refresh()
        } catch {
            throw .update(error)
        }
        let offers = Offers(updater.targets, limits: limits.bundle)
        let plan = SelectionPolicy.plan(inventory, offers: offers)
        // Before anything is fetched: what a full disk still holds may be the room that is missing.
        Reaper(state: state).reap(
            .unneeded(inventory, setsMax: limits.setsMax, wanted: plan.wanted))
        try carryOut(plan, inventory, updater, &draft)
    }

    /// Loads what a plan names and, where that changes something, switches to it.
    private func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ updater: Updater?,
        _ draft: inout PollDraft
    ) throws(AgentError) {
        draft.begin(plan)
        let loader = Loader(
            state: state, embedded: embedded, limits: limits, updater: updater)
        var end: AgentError?
        for year in plan.years {
            if let end, year.step != .keep {
                draft.failed[year.year] = end
                continue
            }
            do throws(AgentError) {
                try loader.load(year)
            } catch {
                draft.failed[year.year] = error
                // Asked to end: no more downloads; what is loaded by now is still switched to.
                if error.family == .cancelled { end = error }
            }
        }
        let index = plan.index(failed: Set(draft.failed.keys), nowUnixSeconds: clock())
        if index != plan.current {
            try onDisk { () throws(FileError) in
                try Launcher(state: state).launch(index, as: inventory.nextSetNumber)
            }
            draft.hasSwitched = true
        }
        draft.served = index
    }

    private func gather() throws(AgentError) -> Inventory {
        try onDisk { () throws(FileError) in
            try InventoryGathering(state: state, limits: limits).gather(embedded: embedded)
        }
    }

    /// Takes away what the switch has made unneeded, and what failed steps have left.
    ///
    /// What resists is left for the next poll: it is in nobody's way.
    private func reapAfterwards(_ draft: PollDraft) {
        guard isOpen, draft.hasSwitched || !draft.failed.isEmpty, let inventory = try? gather()
        else { return }
        let reaper = Reaper(state: state)
        reaper.reap(.leftovers(inventory))
        reaper.reap(.unneeded(inventory, setsMax: limits.setsMax))
    }
}
