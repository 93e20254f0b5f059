import Files

/// Reads the state folder while no other process changes it.
///
/// A poll changes several files one after the other. A reader between two changes may find files that do not belong
/// together, though nothing is damaged. So a command that only reads holds the lock shared for a moment. While a poll holds it, which
/// may take minutes, a read at the same time counts if it found everything whole.
struct StateReader {
    let state: StateFolder
    /// How long to try again while another process is at work: as long as a command waits for the lock.
    var waitMax = Duration.seconds(10)
    /// Called between two attempts.
    var pause: () -> Void = { Sleep.milliseconds(50) }

    /// Reads until no other process was at work meanwhile, or everything was whole; `isSettled` is false if the time
    /// ended before.
    func read<Value>(
        isWhole: (Value) -> Bool, _ body: () -> Value
    ) -> (value: Value, isSettled: Bool) {
        let deadline = ContinuousClock.now + waitMax
        while true {
            if let value = sharingLock(body) { return (value, true) }
            let value = body()
            if isWhole(value) { return (value, true) }
            guard ContinuousClock.now < deadline else { return (value, false) }
            pause()
        }
    }

    /// Reads while holding the lock shared; nil if another process has locked the state folder.
    private func sharingLock<Value>(_ body: () -> Value) -> Value? {
        do throws(FileError) {
            guard let lock = try FileLock(sharing: state.name(of: state.lock), in: state.open())
            else { return nil }
            let value = body()
            _ = consume lock
            return value
        } catch {
            // No poll has run here, or this user may not open the lock.
            return body()
        }
    }
}
