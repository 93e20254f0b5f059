/// At most ten requests in any second, as the server sees them.
///
/// A request reaches the server between its begin and its end, so its second counts from its end on.
struct RequestPace: Equatable {
    /// When the last requests ended, or began if they have not ended, the oldest first, on a clock that only
    /// goes forward.
    private(set) var times: [Duration] = []

    /// Starts without a request.
    init() {}

    /// Continues after requests at these times.
    init(times: [Duration]) {
        self.times = times
    }

    /// Begins a request, if it may begin now.
    ///
    /// - Parameter now: a clock that only goes forward.
    /// - Returns: zero if the request counts as begun; else how long to wait before asking again.
    mutating func begin(at now: Duration) -> Duration {
        // Another program may have read the clock a moment later; times far ahead are those of another start of
        // the machine.
        times.removeAll { $0 - now > .seconds(1) || now - $0 >= .seconds(1) }
        guard times.count >= SourceLimits.requestsPerSecond, let oldest = times.first else {
            times.append(now)
            return .zero
        }
        return .seconds(1) - (now - oldest)
    }

    /// Ends a request.
    ///
    /// - Parameters:
    ///   - now: a clock that only goes forward.
    mutating func end(_ begun: Duration, at now: Duration) {
        if let at = times.firstIndex(of: begun) { times.remove(at: at) }
        times.append(now)
        times.sort()
        times.removeFirst(max(0, times.count - SourceLimits.requestsPerSecond))
    }
}
