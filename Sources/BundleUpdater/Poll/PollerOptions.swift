import Files
import UpdatePolicy

extension Poller {
    /// What else a poller is told; the values here are a service's.
    package struct Options {
        /// The wave this machine follows with, from 1; nil to go by its identity.
        package var wave: Int?
        /// What new bundles have to pass; nil for nothing.
        package var selfTest: SelfTest?
        /// Whether the first work on the state folder reads every byte of every bundle; else, and later, what
        /// was touched since it was last read, one year more in each poll, and each bundle before it is served.
        package var hashesAllFirst = false
        /// The time that files are stamped with, in nanoseconds since 1970.
        package var fileClock: () -> Int64 = SystemClock.unixNanoseconds
        /// How long to wait for another process that is at work in the state folder.
        package var lockWait = Duration.seconds(10)
        /// Where the system keeps the machine's id.
        package var machineIDFile = "/etc/machine-id"
        /// From 0 up to 1, evenly spread.
        package var random: () -> Double = { Double.random(in: 0..<1) }
        /// How long a first poll waits for the network before it serves the embedded bundles.
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
}

extension Poller.Options {
    /// Whether transfers and tests are to end: somebody asked for it, or the patience is over.
    func isCutShort() -> Bool { isCancelled() || patience.isOver }

    /// What may be kept.
    ///
    /// - Parameter limits: bounds a bundle.
    /// - Returns: the budget.
    package func room(_ limits: AgentLimits) -> DiskBudget {
        DiskBudget(limitBytes: diskLimitBytes, bundle: limits.bundle)
    }
}
