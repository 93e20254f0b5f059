import Files
import SeasonClient

extension Poller {
    /// The further options of a poller; the default values are a service's.
    package struct Options {
        /// The wave of this machine, from 1; nil to derive it from its identity.
        package var wave: Int?
        /// The test that new bundles must pass; nil for none.
        package var selfTest: SelfTest?
        /// Whether the first work on the state folder reads every byte of every bundle.
        ///
        /// Otherwise a poll reads one year in turn (``ReadingTurns``), and each bundle before it is served for the first time.
        package var readsAllFirst = false
        /// How long to wait for another process that is at work in the state folder.
        var lockWait = Duration.seconds(10)
        /// Where the system keeps the machine's id.
        package var machineIDFile = "/etc/machine-id"
        /// Gives a random number from 0 up to, but not including, 1; evenly spread.
        package var random: () -> Double = { Double.random(in: 0..<1) }
        /// How long a first poll waits for the network before it serves the embedded bundles.
        package var firstPoll = FirstPollDeadline()
        /// Called while waiting; true ends the wait.
        package var isCancelled: () -> Bool = { false }
        /// Gets the progress of the downloads, on the thread that polls.
        package var progress: (DownloadProgress) -> Void = { _ in }
        /// Gets the number of bytes of each piece that comes, of metadata too, on the thread that polls.
        package var received: (Int) -> Void = { _ in }
        /// The most bytes that are kept; see ``DiskBudget``.
        package var diskLimitBytes = DiskBudget.standardBytes
        /// Reads the free bytes on the file system of a path.
        package var freeBytes: (String) throws(FileError) -> Int = FileSystemRoom.freeBytes(at:)

        /// Makes the options of a service.
        package init() {}
    }
}

extension Poller.Options {
    /// Whether transfers and tests must end, because the agent was asked to end or the first poll takes too long.
    func isCutShort() -> Bool { isCancelled() || firstPoll.isOver }

    /// The budget for what is kept.
    package func room(_ limits: AgentLimits) -> DiskBudget {
        DiskBudget(limitBytes: diskLimitBytes, bundle: limits.bundle)
    }
}
