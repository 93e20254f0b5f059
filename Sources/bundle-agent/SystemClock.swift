import Glibc

/// The system's clock.
enum SystemClock {
    /// Seconds since 1970.
    static func unixSeconds() -> Int64 { Int64(time(nil)) }

    /// Nanoseconds since 1970.
    static func unixNanoseconds() -> Int64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
