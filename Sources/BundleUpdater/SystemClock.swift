import Files
import Glibc
import TUF

/// The system's clock.
///
/// It may have been set to any time. So its time is limited to a range in which arithmetic
/// cannot overflow.
package enum SystemClock {
    /// Seconds since 1970, limited to the years 0001 to 9999.
    package static func unixSeconds() -> Int64 { seconds(of: Int64(time(nil))) }

    /// The system's seconds, limited to the years 0001 to 9999.
    package static func seconds(of unixSeconds: Int64) -> Int64 {
        UTCTime(unixSeconds: unixSeconds).unixSeconds
    }
}

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
