import Files
import Glibc

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

/// The pace that all programs of a user keep together: a file with the times of the last requests.
struct PaceFile {
    let path: String

    /// Bytes of the file: ten times of 20 digits.
    private static let lengthBytesMax = 512
    /// Tries of a millisecond to get the file, which a program holds for far less than one.
    private static let triesMax = 200

    /// Begins a request, if it may begin now.
    ///
    /// - Parameter now: the machine's clock that only goes forward.
    /// - Returns: zero if the request counts as begun; else how long to wait before asking again; nil if
    ///   the file cannot be used.
    func begin(at now: Duration) -> Duration? { change { $0.begin(at: now) } }

    /// Ends a request.
    ///
    /// - Parameters:
    ///   - now: the machine's clock that only goes forward.
    func end(_ begun: Duration, at now: Duration) { _ = change { $0.end(begun, at: now) } }

    /// Changes what the file says, if it can be used.
    private func change<Result>(_ change: (inout RequestPace) -> Result) -> Result? {
        if let slash = path.lastIndex(of: "/") {
            try? Files.createDirectoriesWithoutSync(String(path[..<slash]), mode: 0o700)
        }
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard Self.lock(file), let pace = Self.read(file) else { return nil }
        var changed = pace
        let result = change(&changed)
        if changed != pace, !Self.write(changed, file) { return nil }
        return result
    }

    private static func lock(_ file: Int32) -> Bool {
        for _ in 0..<triesMax {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(1_000)
        }
        return false
    }

    /// The times; what is no time is left out.
    private static func read(_ file: Int32) -> RequestPace? {
        var bytes = [UInt8](repeating: 0, count: lengthBytesMax)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { return nil }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        return RequestPace(
            times: lines.compactMap { Int64($0) }.prefix(SourceLimits.requestsPerSecond)
                .map { .nanoseconds($0) })
    }

    private static func nanoseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    private static func write(_ pace: RequestPace, _ file: Int32) -> Bool {
        let bytes = Array(pace.times.map { "\(Self.nanoseconds($0))\n" }.joined().utf8)
        return ftruncate(file, 0) == 0 && pwrite(file, bytes, bytes.count, 0) == bytes.count
    }
}
