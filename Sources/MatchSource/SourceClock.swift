import Glibc

/// Time and chance as parameters, so that tests need neither.
public struct SourceClock: Sendable {
    /// Seconds since 1970, for the age of answers.
    public var unixSecond: @Sendable () -> Int64
    /// A clock that only goes forward, for waits.
    public var uptime: @Sendable () -> Duration
    /// A number from 0 to 1.
    public var dice: @Sendable () -> Double
    /// Waits.
    public var sleep: @Sendable (Duration) -> Void

    /// Collects them.
    ///
    /// - Parameters:
    ///   - dice: a number from 0 to 1.
    public init(
        unixSecond: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Duration,
        dice: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) -> Void
    ) {
        self.unixSecond = unixSecond
        self.uptime = uptime
        self.dice = dice
        self.sleep = sleep
    }

    /// The system's clocks and dice.
    public static let system = SourceClock(
        unixSecond: { Int64(time(nil)) },
        uptime: {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        },
        dice: { Double.random(in: 0...1) },
        sleep: { duration in
            let (seconds, attoseconds) = duration.components
            let wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            var (wait, left) = (wanted, timespec())
            while nanosleep(&wait, &left) != 0, errno == EINTR { wait = left }
        })
}
