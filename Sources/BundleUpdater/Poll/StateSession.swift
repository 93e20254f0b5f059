import Files
import SeasonClient

/// The state folder while only this process works on it: locked until the session is released.
final class StateSession {
    /// The state folder, opened once: whatever is done in this session is done there.
    let state: StateFolder
    private let lock: FileLock
    /// People's choices and what was tried, as they are on the disk.
    private(set) var memory: Memory
    /// The repairs of damaged parts, a sentence each.
    let repairs: [String]

    /// Makes the state folder and takes its lock; waits a little if another process has the lock.
    ///
    /// - Throws: ``AgentError``; then the caller must not write there.
    init(
        _ state: StateFolder, _ limits: AgentLimits, wait: Duration, nowUnixSeconds: Int64,
        isCancelled: () -> Bool
    ) throws(AgentError) {
        let lockable = try state.makeLockable()
        let state = lockable.state
        self.state = state
        lock = try Self.lock(state, wait: wait, isCancelled: isCancelled)
        var repairs = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            lockable.repairs + (try state.makeUsable())
        }
        var isDamaged = false
        memory = Memory(state, limits) {
            repairs.append($0)
            isDamaged = true
        }
        // If it cannot be replaced either, polls go on: only people read the history.
        if let error = try? HistoryFile(state, limits).replaceUnlessReadable() {
            repairs.append(StateFolder.forgotten(state.history, error.description))
        }
        self.repairs = repairs
        // So the loss is reported once. On a full disk the next session tries again.
        if isDamaged { try? memory.write(state, replacing: nil) }
        var present = memory
        present.choices = memory.choices.forgettingTheFuture(nowUnixSeconds: nowUnixSeconds)
        if present.choices != memory.choices { try save(present) }
    }

    /// Writes the files of the memory that have changed.
    func save(_ new: Memory) throws(AgentError) {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try new.write(state, replacing: memory)
        }
        memory = new
    }

    private static func lock(
        _ state: StateFolder, wait: Duration, isCancelled: () -> Bool
    ) throws(AgentError) -> FileLock {
        let lock = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try Sleep.until(wait, isCancelled: isCancelled) { () throws(FileError) in
                try FileLock(exclusive: state.name(of: state.lock), in: state.open())
            }
        }
        guard let lock else { throw .busy(state) }
        return lock
    }
}
