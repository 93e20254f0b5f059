/// When to poll next; randomness is a parameter.
///
/// - First: within a minute of the start, at once where only the embedded set is there.
/// - Second: after a random part of the interval, so that machines started together drift apart.
/// - Then: the interval, give or take a tenth.
/// - After failures: a random part of a bound that doubles from a minute up to twice the interval. The
///   mean is then the interval itself, so that an outage brings a server no more requests than usual.
/// - Where the server asked for a pause: that pause, held to a day, and up to a tenth more.
public struct PollSchedule: Equatable, Sendable {
    /// Between two polls when all is well.
    public let interval: Duration
    /// The longest pause a server may ask for.
    public let retryAfterMax: Duration

    /// The first poll comes within so long of the start.
    public static let firstMax = Duration.seconds(60)
    /// The bound after the first failure.
    public static let failureBase = Duration.seconds(60)
    /// The least pause after a failure: never a hammering loop.
    public static let failureMin = Duration.seconds(1)

    /// A schedule.
    ///
    /// - Parameters:
    ///   - interval: between two polls when all is well.
    ///   - retryAfterMax: the longest pause a server may ask for.
    public init(interval: Duration, retryAfterMax: Duration) {
        self.interval = interval
        self.retryAfterMax = retryAfterMax
    }

    /// The least pause before something wanted: never a hot loop.
    public static let wantedMin = Duration.seconds(30)

    /// What came before.
    public enum Past: Equatable, Sendable {
        /// Nothing: the agent has just started.
        case start(onlyEmbedded: Bool)
        /// A poll that got the repository's word, the first since the start or a later one.
        case success(isFirst: Bool)
        /// So many failures in a row.
        case failures(Int)
        /// The server asked to stay away so long.
        case retryAfter(seconds: Int)
    }

    /// The pause before the next poll.
    ///
    /// - Parameters:
    ///   - past: what came before.
    ///   - random: from 0 up to, not including, 1; evenly spread.
    ///   - wanted: when the machine has something to do before, such as a download it holds off; not a
    ///     moment that many machines share. It counts while all is well, and not sooner than ``wantedMin``.
    /// - Returns: the pause.
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
        case .success(isFirst: false): return interval * (0.9 + 0.2 * random)
        case .failures(let count):
            // 2^20 minutes are two years: enough doublings for every interval, too few to overflow.
            let doublings = min(max(count, 1) - 1, 20)
            let bound = min(Self.failureBase * (1 << doublings), interval * 2)
            return max(bound * random, min(Self.failureMin, interval))
        case .retryAfter(let seconds):
            let pause = min(.seconds(max(seconds, 0)), retryAfterMax)
            return max(pause, interval * 0.1) * (1 + 0.1 * random)
        }
    }
}
