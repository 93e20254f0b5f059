import Glibc
import TUF

/// The system's clock.
///
/// It may have been set to any moment, so what it says is held to what the arithmetic on it can bear.
package enum SystemClock {
    /// Seconds since 1970, held to the years 0001 to 9999.
    package static func unixSeconds() -> Int64 { seconds(of: Int64(time(nil))) }

    /// Nanoseconds since 1970, held to what 64 bits can say: the years 1677 to 2262.
    package static func unixNanoseconds() -> Int64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(of: time)
    }

    /// Seconds as the system gave them, held to the years 0001 to 9999.
    package static func seconds(of unixSeconds: Int64) -> Int64 {
        UTCTime(unixSeconds: unixSeconds).unixSeconds
    }

    /// A moment in nanoseconds; the nearest one that 64 bits can say.
    package static func nanoseconds(of time: timespec) -> Int64 {
        let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || overflows ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}
