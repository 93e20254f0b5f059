/// Decides when a failed attempt is repeated: after a random part of a limit that doubles, within a minute in all.
package struct RetryPlan {
    private let hasStored: Bool

    /// Makes a plan.
    package init(hasStored: Bool) {
        self.hasStored = hasStored
    }

    /// Decides what follows a failed attempt.
    ///
    /// - Parameters:
    ///   - retryAfterSeconds: how long the server asks to wait; 0 if it does not.
    ///   - dice: a number from 0 to 1.
    /// - Returns: how many milliseconds to wait before the next attempt; nil to give up.
    package func wait(
        after attempts: Int, elapsedMilliseconds: Int64, retryAfterSeconds: Int, dice: Double
    ) -> Int64? {
        let attemptsMax = hasStored ? AnswerLimits.attemptsWithStoredMax : AnswerLimits.attemptsMax
        guard attempts < attemptsMax, retryAfterSeconds <= AnswerLimits.retryAfterSecondsMax else {
            return nil
        }
        let doubled = AnswerLimits.firstWaitMilliseconds << Int64(min(max(0, attempts - 1), 8))
        let longest = Double(min(AnswerLimits.waitMillisecondsMax, doubled))
        let wait = max(Int64(longest * min(max(0, dice), 1)), Int64(retryAfterSeconds) * 1_000)
        return elapsedMilliseconds + wait < AnswerLimits.totalMillisecondsMax ? wait : nil
    }
}
