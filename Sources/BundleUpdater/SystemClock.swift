import Glibc
import TUF

/// The system's clock.
///
/// It may have been set to any time. So its time is limited to a range in which arithmetic
/// cannot overflow.
package enum SystemClock {
    /// Seconds since 1970, limited to the years 0001 to 9999.
    package static func unixSeconds() -> Int64 { seconds(of: Int64(time(nil))) }

    /// Nanoseconds since 1970, limited to 64 bits: the years 1677 to 2262.
    package static func unixNanoseconds() -> Int64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(of: time)
    }

    /// The system's seconds, limited to the years 0001 to 9999.
    package static func seconds(of unixSeconds: Int64) -> Int64 {
        UTCTime(unixSeconds: unixSeconds).unixSeconds
    }

    /// A moment in nanoseconds; the nearest one that fits 64 bits.
    package static func nanoseconds(of time: timespec) -> Int64 {
        let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || overflows ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}
