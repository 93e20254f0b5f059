/// The first two requests of a refresh: for the next root, and for the timestamp.
///
/// Neither address depends on the other file, so both requests can be on their way at the same time; that saves a round
/// trip. Only the requests come together. The checks keep the specification's order: nothing reads the timestamp before
/// the walk through the roots is complete (5.3, 5.4).
///
/// The timestamp is asked for again when it is its turn:
/// - after a new root, because another key may sign the timestamp from then on;
/// - after a transfer that failed, because a host may limit the connections of one machine.
final class FirstRequests {
    private let source: MetadataSource
    private let asksAhead: Bool
    private var hasAsked = false
    private var early: Result<[UInt8]?, UpdateError>?

    init(_ source: MetadataSource, asksAhead: Bool) {
        self.source = source
        self.asksAhead = asksAhead
    }

    /// Fetches a root, and the timestamp with the first one; nil if the server does not have it.
    func root(_ version: Int64) throws(UpdateError) -> [UInt8]? {
        let root = FetchRequest(
            base: .metadata, path: "\(version).root.json",
            lengthBytesMax: source.limits.rootBytesMax)
        // A timestamp that came with an earlier root is of no use after it.
        early = nil
        guard asksAhead, !hasAsked else { return try source.fetch(root) }
        hasAsked = true
        let answers = source.fetchTogether([root, timestampRequest])
        if let answer = answers[1], !answer.isUnreachable { early = answer }
        guard let answer = answers[0], !answer.isUnreachable || early == nil else {
            return try source.fetch(root)
        }
        return try answer.get()
    }

    /// Fetches the timestamp, unless it has come ahead; nil if the server does not have it.
    func timestamp() throws(UpdateError) -> [UInt8]? {
        if let early { return try early.get() }
        return try source.fetch(timestampRequest)
    }

    private var timestampRequest: FetchRequest {
        FetchRequest(
            base: .metadata, path: "timestamp.json",
            lengthBytesMax: source.limits.timestampBytesMax)
    }
}

extension Result<[UInt8]?, UpdateError> {
    /// Whether a connection may be the reason that no answer came.
    fileprivate var isUnreachable: Bool {
        if case .failure(.transfer(.unreachable)) = self { return true }
        return false
    }
}
