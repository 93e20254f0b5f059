import Glibc

/// The time of day; only the edges of the program read it.
enum Clock {
    /// Seconds since 1970, UTC.
    static var now: Int64 { Int64(time(nil)) }
}
