import BundleFormat
import Files
import JSON
import RepositoryTransport
import TUF
import UpdatePolicy

/// One poll after another on one state folder; everything that matters is on the disk between two.
///
/// The state folder is locked only while a poll or a command changes it, so that people's commands and
/// the service work side by side.
package final class Poller {
    /// Where updates come from, and what they are trusted by.
    package struct Repository {
        /// The root metadata that came with the machine's configuration.
        package let packagedRoot: [UInt8]
        /// In the order they are asked; at least one.
        package let mirrors: [Mirror]
        /// Whether it is a copy that somebody named, and not where the machine follows.
        package var isCopy = false

        /// A repository.
        package init(
            packagedRoot: [UInt8], mirrors: [Mirror], isCopy: Bool = false
        ) {
            self.packagedRoot = packagedRoot
            self.mirrors = mirrors
            self.isCopy = isCopy
        }

        /// As shown to people: the preferred mirror's; a copy's path.
        package var address: String { mirrors[0].address }
    }

    package let state: StateFolder
    package let embedded: EmbeddedSet
    package let repository: Repository?
    /// Count what is fetched, one for each mirror.
    private let counters: [CountingFetcher]
    package let limits: AgentLimits
    package let clock: () -> Int64
    /// What else a poller is told; the values here are a service's.
    package struct Options {
        /// The wave this machine follows with, from 1; nil to go by its identity.
        package var wave: Int?
        /// What new bundles have to pass; nil for nothing.
        package var selfTest: SelfTest?
        /// Whether the first work on the state folder reads every byte of every bundle; else, and later, what
        /// was touched since it was last read, one year in turn, and what is about to be served.
        package var hashesAllFirst = false
        /// The time that files are stamped with, in nanoseconds since 1970.
        package var fileClock: () -> Int64 = SystemClock.unixNanoseconds
        /// How long to wait for another process that is at work in the state folder.
        package var lockWait = Duration.seconds(10)
        /// Where the system keeps the machine's id.
        package var machineIDFile = "/etc/machine-id"
        /// From 0 up to 1, evenly spread.
        package var random: () -> Double = { Double.random(in: 0..<1) }
        /// How long a first poll asks the network alone; its end ends transfers, too.
        package var patience = Patience()
        /// Asked while waiting; true ends the wait.
        package var isCancelled: () -> Bool = { false }
        /// Told how far the downloads have come, on the thread that polls.
        package var progress: (DownloadProgress) -> Void = { _ in }
        /// Bytes that are kept at most: see ``DiskBudget``.
        package var diskLimitBytes = DiskBudget.standardBytes
        /// The room that is left where a path is, in bytes.
        package var freeBytes: (String) throws(FileError) -> Int = FileSystemRoom.freeBytes(at:)

        /// Options; without arguments those of a service.
        package init(
            wave: Int? = nil, selfTest: SelfTest? = nil, hashesAllFirst: Bool = false,
            fileClock: @escaping () -> Int64 = SystemClock.unixNanoseconds,
            lockWait: Duration = Duration.seconds(10), machineIDFile: String = "/etc/machine-id",
            random: @escaping () -> Double = { Double.random(in: 0..<1) },
            patience: Patience = Patience(), isCancelled: @escaping () -> Bool = { false },
            progress: @escaping (DownloadProgress) -> Void = { _ in },
            diskLimitBytes: Int = DiskBudget.standardBytes,
            freeBytes: @escaping (String) throws(FileError) -> Int = FileSystemRoom.freeBytes(at:)
        ) {
            self.wave = wave
            self.selfTest = selfTest
            self.hashesAllFirst = hashesAllFirst
            self.fileClock = fileClock
            self.lockWait = lockWait
            self.machineIDFile = machineIDFile
            self.random = random
            self.patience = patience
            self.isCancelled = isCancelled
            self.progress = progress
            self.diskLimitBytes = diskLimitBytes
            self.freeBytes = freeBytes
        }
    }
    package let options: Options
    private var lock: FileLock?
    /// How often this poller has worked on the state folder.
    private var turns = 0
    /// Which bundles need not be read; made anew with each lock, without which nothing is certain.
    package private(set) lazy var verified = VerifiedBundles(
        state, limits, clock: options.fileClock)

    /// Makes a poller; nothing is touched yet.
    ///
    /// - Parameters:
    ///   - state: the state folder, made where it is not there.
    ///   - embedded: the bundles inside the program.
    ///   - repository: where updates come from; nil to serve the embedded set.
    ///   - limits: what is accepted at most.
    ///   - options: what else to know.
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

    /// Bytes fetched so far.
    private var fetchedBytes: Int64 { counters.reduce(0) { $0 + $1.bytes } }

    /// Polls once: gathers, refreshes, plans, loads, switches, reaps, reports.
    ///
    /// Never fails as a whole: whatever happens, what was served is served, and the report says the rest.
    ///
    /// - Returns: what happened; it is in `last-poll.json` too, where that can be written.
    package func poll() -> PollReport {
        let previous = PollReport.read(state, limits)?.forgettingTheFuture(nowUnixSeconds: clock())
        let fetchedBefore = fetchedBytes
        var draft = draft()
        defer { lock = nil }
        work(&draft) { (draft) throws(AgentError) in
            var inventory = try look()
            guard let repository else { return _ = try prepare(inventory, &draft) }
            if try installFirst(repository, inventory, &draft) { return }
            if draft.hasSwitched { inventory = try gather() }
            try update(repository, prepare(inventory, &draft), &draft)
        }
        var report = draft.report(finished: clock(), after: previous)
        report.lastCopy = previous?.lastCopy
        report.downloadedBytes = fetchedBytes - fetchedBefore
        report = report.bounded(limits)
        if let repository, repository.isCopy {
            report.isOfCopy(
                repository.address, trouble: draft.trouble, failed: draft.failed, after: previous)
            // What a useless stick says is for whoever holds it.
            guard report.hasNews || draft.hasSwitched else { return report }
        }
        // Another process's report is not ours to overwrite.
        guard isOpen else { return report }
        do throws(FileError) {
            // Lost to a power cut it is the report before, which is as right.
            try Files.replaceFileSyncingContent(
                at: state.lastPoll, with: report.json.serialized(.indented))
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
    package func prepare() -> PollReport {
        let draft = alone { (draft) throws(AgentError) in _ = try prepare(look(), &draft) }
        let previous = PollReport.read(state, limits)?.forgettingTheFuture(nowUnixSeconds: clock())
        return draft.report(finished: clock(), after: previous)
    }

    /// Runs `body` on the locked state folder, and what always comes after it; the lock is free then.
    ///
    /// - Parameter body: what to do.
    /// - Returns: what came of it.
    package func alone(_ body: (inout PollDraft) throws(AgentError) -> Void) -> PollDraft {
        var draft = draft()
        defer { lock = nil }
        work(&draft, body)
        return draft
    }

    private func draft() -> PollDraft {
        PollDraft(
            started: clock(), repository: repository?.address,
            served: (try? SetIndex.read(state, limits)) ?? SetIndex())
    }

    /// Runs `body` on the locked state folder, and what always comes after it.
    private func work(
        _ draft: inout PollDraft, _ body: (inout PollDraft) throws(AgentError) -> Void
    ) {
        do throws(AgentError) {
            var repairs: [String] = []
            try open(&repairs)
            verified = VerifiedBundles(state, limits, clock: options.fileClock)
            draft.memory = Memory(state, limits) { repairs.append($0) }
            draft.repairs = repairs
            draft.remembered = draft.memory
            draft.machine = Machine.read(
                state, wave: options.wave, system: options.machineIDFile)
            try body(&draft)
        } catch {
            draft.trouble = error
        }
        guard isOpen else { return }
        turns &+= 1
        reapAfterwards(draft)
        do throws(AgentError) {
            try save(&draft)
        } catch {
            draft.trouble = draft.trouble ?? error
        }
    }

    /// Writes what was chosen and tried, where that changed.
    ///
    /// - Parameter draft: what has come of the work so far.
    /// - Throws: ``AgentError``.
    package func save(_ draft: inout PollDraft) throws(AgentError) {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try draft.memory.write(state, replacing: draft.remembered)
        }
        draft.remembered = draft.memory
    }

    /// Makes the state folder and takes its lock; waits a little where another process has it.
    private func open(_ repairs: inout [String]) throws(AgentError) {
        repairs += try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try state.makeUsable()
        }
        let deadline = ContinuousClock.now + options.lockWait
        while true {
            lock = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
                try FileLock(exclusive: state.lock)
            }
            if isOpen { return }
            guard ContinuousClock.now < deadline, !options.isCancelled() else {
                throw .busy(state: state.path)
            }
            Pause.milliseconds(50)
        }
    }

    private var isOpen: Bool { lock != nil }

    /// Whether a year's bundles are read in this turn though nobody has touched them.
    ///
    /// - Parameter year: the season.
    /// - Returns: true for all in a first turn, else for one year in turn.
    package func hashes(_ year: BundleYear) -> Bool {
        if turns == 0, options.hashesAllFirst { return true }
        let years = max(embedded.versions.count, 1)
        return year.number % years == verified.turn % years
    }
}
