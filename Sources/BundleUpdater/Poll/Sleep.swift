import Files
import Glibc

/// Sleeps while another process works.
enum Sleep {
    /// Sleeps; a signal may end it early.
    static func milliseconds(_ count: Int) {
        var time = timespec(tv_sec: count / 1_000, tv_nsec: count % 1_000 * 1_000_000)
        nanosleep(&time, nil)
    }

    /// Takes a lock as soon as no other process holds it; nil if that takes longer, or `isCancelled` says so meanwhile.
    static func until(
        _ patience: Duration, pauseMilliseconds: Int = 50, isCancelled: () -> Bool = { false },
        _ take: () throws(FileError) -> FileLock?
    ) throws(FileError) -> FileLock? {
        let deadline = ContinuousClock.now + patience
        while true {
            if let lock = try take() { return lock }
            guard ContinuousClock.now < deadline, !isCancelled() else { return nil }
            milliseconds(pauseMilliseconds)
        }
    }
}
