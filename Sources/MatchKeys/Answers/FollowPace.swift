/// Decides how long to wait before the next look at an event.
package struct FollowPace {
    /// Failures in a row.
    package private(set) var failureCount: Int
    package private(set) var secondsWithoutNews: Int64

    /// After this time without a new match an event is over, or it is night.
    private static let quietSeconds: Int64 = 2 * 3_600
    /// The wait in a quiet time, and the longest for which a server is left alone because it asks for it.
    private static let quietWaitSeconds: Int64 = 300
    /// The longest wait after a failure: the network may be back any time.
    private static let failureWaitSecondsMax: Int64 = 60

    /// Continues after earlier looks.
    package init(failureCount: Int = 0, secondsWithoutNews: Int64 = 0) {
        self.failureCount = failureCount
        self.secondsWithoutNews = secondsWithoutNews
    }

    /// Decides how long to wait.
    ///
    /// - Parameters:
    ///   - isTrouble: whether the newest state could not be fetched.
    ///   - retryAfterSeconds: how long the server asks to wait; 0 if it does not.
    /// - Returns: seconds, at least 1.
    package mutating func secondsToWait(
        freshSeconds: Int64, hasNews: Bool, isTrouble: Bool, retryAfterSeconds: Int64 = 0
    ) -> Int64 {
        if hasNews { secondsWithoutNews = 0 }
        var wait = max(1, freshSeconds, min(Self.quietWaitSeconds, retryAfterSeconds))
        if isTrouble {
            failureCount = min(failureCount, 6) + 1
            wait = max(wait, min(Self.failureWaitSecondsMax, 1 << Int64(min(failureCount, 6))))
        } else {
            failureCount = 0
            if secondsWithoutNews >= Self.quietSeconds { wait = max(wait, Self.quietWaitSeconds) }
        }
        secondsWithoutNews = min(Self.quietSeconds, secondsWithoutNews + wait)
        return wait
    }
}
