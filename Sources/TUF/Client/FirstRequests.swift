/// The first two requests of a refresh: for the next root, and for the timestamp.
///
/// Neither address depends on the other file, so both requests can be on their way at the same time; that saves a round
/// trip. Only the requests come together. The checks keep the specification's order: nothing reads the timestamp before
/// the walk through the roots is complete (5.3, 5.4).
///
/// What has come ahead is only used if it is certainly the answer that the timestamp's own request would get. Otherwise the
/// timestamp is asked for again when it is its turn:
/// - after a new root, because another key may sign the timestamp from then on;
/// - after the validator that was sent has turned out to be of no use;
/// - after a transfer that failed, because a host may limit the connections of one machine.
final class FirstRequests {
    private let source: MetadataSource
    /// What to send ahead with the timestamp's request; nil to ask for one file after the other.
    private let validatorAhead: (() -> Validator?)?
    private var hasAsked = false
    private var early: EarlyTimestamp?

    /// The timestamp's answer that came with the first root's.
    private struct EarlyTimestamp {
        /// The validator that was sent.
        let validator: Validator?
        let answer: Result<FetchedFile, UpdateError>

        /// Whether a request with this validator would get the same answer.
        func isAnswer(to validator: Validator?) -> Bool {
            if case .success(.notModified) = answer { return self.validator == validator }
            return true
        }
    }

    /// Makes the requests of one refresh; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - source: the repository.
    ///   - validatorAhead: gives the validator of the stored timestamp, before that is verified; nil to ask
    ///     for one file after the other.
    init(_ source: MetadataSource, validatorAhead: (() -> Validator?)?) {
        self.source = source
        self.validatorAhead = validatorAhead
    }

    /// Fetches a root, and the timestamp with the first one.
    func root(_ version: Int64) throws(UpdateError) -> FetchedFile {
        let root = FetchRequest(
            base: .metadata, path: "\(version).root.json",
            lengthBytesMax: source.limits.rootBytesMax)
        // A timestamp that came with an earlier root is of no use after it.
        early = nil
        guard let validatorAhead, !hasAsked else { return try source.fetch(root) }
        hasAsked = true
        let validator = validatorAhead()
        let answers = source.fetchTogether([root, timestampRequest(validator)])
        if let answer = answers[1], !answer.isUnreachable {
            early = EarlyTimestamp(validator: validator, answer: answer)
        }
        guard let answer = answers[0], !answer.isUnreachable || early == nil else {
            return try source.fetch(root)
        }
        return try answer.get()
    }

    /// Fetches the timestamp, unless it has come ahead.
    ///
    /// - Parameter validator: that of the stored timestamp, which the final root's keys have signed.
    /// - Returns: the server's answer.
    /// - Throws: ``UpdateError/transfer(_:)``.
    func timestamp(_ validator: Validator?) throws(UpdateError) -> FetchedFile {
        if let early, early.isAnswer(to: validator) { return try early.answer.get() }
        return try source.fetch(timestampRequest(validator))
    }

    private func timestampRequest(_ validator: Validator?) -> FetchRequest {
        FetchRequest(
            base: .metadata, path: "timestamp.json",
            lengthBytesMax: source.limits.timestampBytesMax, validator: validator)
    }
}

extension Result<FetchedFile, UpdateError> {
    /// Whether a connection may be the reason that no answer came.
    fileprivate var isUnreachable: Bool {
        if case .failure(.transfer(.unreachable)) = self { return true }
        return false
    }
}
