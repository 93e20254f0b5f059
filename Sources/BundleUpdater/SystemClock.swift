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
