import MatchKeys

/// Everything that a run fetches; the program beside this one starts with the first request.
struct Fetching: ~Copyable {
    private let freshness: Freshness
    private var connection: FetchConnection?

    /// Starts nothing yet.
    init(_ freshness: Freshness) {
        self.freshness = freshness
    }

    mutating func get(_ resource: Resource) throws(SourceError) -> FetchConnection.Answer {
        if connection == nil { connection = try FetchConnection() }
        do throws(SourceError) {
            guard let answer = try connection?.get(resource, freshness) else {
                throw .program("it did not start")
            }
            return answer
        } catch {
            // This connection may have broken off, so the next request starts another one.
            if case .program = error { connection = nil }
            throw error
        }
    }
}
