/// At most ten requests in any second.
struct RequestPace: Equatable {
    /// When the last requests began, the oldest first, on a clock that only goes forward.
    private(set) var starts: [Duration] = []

    /// Starts without a request.
    init() {}

    /// Continues after requests that began at these times.
    init(starts: [Duration]) {
        self.starts = starts
    }

    /// Begins a request, if it may begin now.
    ///
    /// - Parameter now: a clock that only goes forward.
    /// - Returns: zero if the request counts as begun; else how long to wait before asking again.
    mutating func begin(at now: Duration) -> Duration {
        // Times in the future are those of another start of the machine.
        starts.removeAll { $0 > now || now - $0 >= .seconds(1) }
        guard starts.count >= SourceLimits.requestsPerSecond, let oldest = starts.first else {
            starts.append(now)
            return .zero
        }
        return .seconds(1) - (now - oldest)
    }
}
