/// Decides how long to wait before the next look at an event.
struct FollowPace {
    private var failureCount = 0
    private var secondsWithoutNews: Int64 = 0

    /// After this time without a new match an event is over, or it is night.
    private static let quietSeconds: Int64 = 2 * 3_600
    /// The wait in a quiet time.
    private static let quietWaitSeconds: Int64 = 300
    /// The longest wait after a failure: the network may be back any time.
    private static let failureWaitSecondsMax: Int64 = 60

    /// Decides how long to wait.
    ///
    /// - Parameters:
    ///   - freshSeconds: how long the answer counts as fresh; it is not asked for earlier.
    ///   - isTrouble: whether the newest state could not be fetched.
    /// - Returns: seconds, at least 1.
    mutating func secondsToWait(freshSeconds: Int64, hasNews: Bool, isTrouble: Bool) -> Int64 {
        if hasNews { secondsWithoutNews = 0 }
        var wait = max(1, freshSeconds)
        if isTrouble {
            failureCount += 1
            wait = max(wait, min(Self.failureWaitSecondsMax, 1 << Int64(min(failureCount, 6))))
        } else {
            failureCount = 0
            if secondsWithoutNews >= Self.quietSeconds { wait = max(wait, Self.quietWaitSeconds) }
        }
        secondsWithoutNews += wait
        return wait
    }
}
