import BundleFormat

/// Computes when to poll next; randomness is a parameter.
///
/// - First poll: within a minute of the start, immediately if only the embedded set is there.
/// - Second poll: after a random part of the interval, so that machines started together drift
///   apart.
/// - Then: the interval, up to a tenth more or less.
/// - After failures: a random part of a limit that doubles from a minute up to twice the interval.
///   The mean is then the interval itself, so an outage brings a server no more requests than
///   usual.
/// - If the server asked for a pause: that pause, at most a day, and up to a tenth more.
/// - After the clock was set: as after the start.
public struct PollSchedule: Equatable, Sendable {
    /// The time between two polls if all is well.
    public let interval: Duration
    /// The longest pause a server may ask for.
    public let retryAfterMax: Duration

    /// The first poll comes within this time after the start.
    public static let firstMax = Duration.seconds(60)
    /// The limit after the first failure.
    public static let failureBase = Duration.seconds(60)
    /// The shortest pause after a failure; it prevents a busy loop.
    public static let failureMin = Duration.seconds(1)

    /// Makes a schedule.
    public init(interval: Duration, retryAfterMax: Duration) {
        self.interval = interval
        self.retryAfterMax = retryAfterMax
    }

    /// The shortest pause before a wanted poll; it prevents a busy loop.
    public static let wantedMin = Duration.seconds(30)

    /// What happened before.
    public enum Past: Equatable, Sendable {
        /// Nothing: the agent has just started.
        case start(onlyEmbedded: Bool)
        /// A poll that read the repository: the first since the start, or a later one.
        case success(isFirst: Bool)
        /// This many failures in a row.
        case failures(Int)
        /// The server asked for a pause of this length.
        case retryAfter(seconds: Int)
    }

    /// The pause before the next poll.
    ///
    /// - Parameters:
    ///   - random: from 0 up to, but not including, 1; evenly spread.
    ///   - wanted: when the machine has something to do earlier, such as a download after its
    ///     hold-off; not a time that many machines share. It counts only after a success, and not
    ///     before ``wantedMin``.
    public func next(after past: Past, random: Double, wanted: Duration? = nil) -> Duration {
        let pause = pause(after: past, random: min(max(random, 0), 1))
        guard let wanted, case .success = past else { return pause }
        return min(pause, max(wanted, Self.wantedMin))
    }

    private func pause(after past: Past, random: Double) -> Duration {
        switch past {
        case .start(onlyEmbedded: true): return .zero
        case .start(onlyEmbedded: false): return min(Self.firstMax, interval) * random
        case .success(isFirst: true): return interval * random
        case .success(isFirst: false):
            let jitter = Double(PollPeriod.jitterPercent) / 100
            let factor: Double = 1 - jitter + 2 * jitter * random
            return interval * factor
        case .failures(let count):
            // 2^20 minutes are two years: enough doublings for every interval, and too few to
            // overflow.
            let doublings = min(max(count, 1) - 1, 20)
            let bound = min(Self.failureBase * (1 << doublings), interval * 2)
            return max(bound * random, min(Self.failureMin, interval))
        case .retryAfter(let seconds):
            let pause = min(.seconds(max(seconds, 0)), retryAfterMax)
            let factor: Double = 1 + 0.1 * random
            return max(pause, interval * 0.1) * factor
        }
    }
}
