/// Decides when a failed attempt is repeated: after a random part of a limit that doubles, within a minute in all.
struct RetryPlan {
    /// Whether a stored answer can stand in.
    let hasStored: Bool

    /// Decides what follows a failed attempt.
    ///
    /// - Parameters:
    ///   - elapsed: the time since the first one began.
    ///   - retryAfterSeconds: how long the server asks to wait; 0 if it does not.
    ///   - dice: a number from 0 to 1.
    /// - Returns: how long to wait before the next attempt; nil to give up.
    func wait(
        after attempts: Int, elapsed: Duration, retryAfterSeconds: Int, dice: Double
    ) -> Duration? {
        let attemptsMax = hasStored ? SourceLimits.attemptsWithStoredMax : SourceLimits.attemptsMax
        guard attempts < attemptsMax, retryAfterSeconds <= SourceLimits.retryAfterSecondsMax else {
            return nil
        }
        let doubled = SourceLimits.firstWait * (1 << min(max(0, attempts - 1), 8))
        var wait = min(SourceLimits.waitMax, doubled) * min(max(0, dice), 1)
        wait = max(wait, .seconds(retryAfterSeconds))
        return elapsed + wait < SourceLimits.timeMax ? wait : nil
    }
}
