import Glibc

/// The system's clock.
enum SystemClock {
    /// Seconds since 1970.
    static func unixSeconds() -> Int64 { Int64(time(nil)) }
}
