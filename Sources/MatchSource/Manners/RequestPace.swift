/// At most ten requests a second: a bucket of ten tokens that fills again by ten a second.
struct RequestPace {
    private var tokens = Double(SourceLimits.requestsPerSecond)
    private var last: Duration?

    /// Takes a token for a request.
    ///
    /// - Parameter now: a clock that only goes forward.
    /// - Returns: how long to wait before the request.
    mutating func waitForRequest(at now: Duration) -> Duration {
        let rate = Double(SourceLimits.requestsPerSecond)
        if let last { tokens = min(rate, tokens + max(.zero, now - last) / .seconds(1) * rate) }
        last = now
        tokens -= 1
        return tokens >= 0 ? .zero : .seconds(-tokens / rate)
    }
}
