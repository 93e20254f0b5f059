/// Where a client's bytes come from: one GET at a time, bounded while it streams.
///
/// The network is one method, so no caller can forget a limit, and nothing that stands before another
/// fetcher can lose what that one could do. Implementations hold no policy: they remember nothing but
/// their open connection.
public protocol Fetcher: AnyObject {
    /// Fetches one file and hands its bytes on as they come, going on from ``FetchRequest/offset`` where
    /// it is still the same file.
    ///
    /// Who cannot go on says so: the file comes from its first byte, after a plain ``FetchBeginning``.
    ///
    /// - Parameters:
    ///   - request: what, from where on, and how much of it at most.
    ///   - begin: called once for a file that is there, before its first piece or its end, with what the
    ///     pieces are; may throw as the sink.
    ///   - sink: called with each piece in order; may throw to stop the transfer, and the error comes
    ///     out unchanged. Never called for an answer other than ``FetchOutcome/found(validator:)``.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome
}

extension Fetcher {
    /// Fetches one file from its first byte.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most; its offset is not looked at.
    ///   - sink: takes the pieces in order.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    public func fetch(
        _ request: FetchRequest,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        var request = request
        request.offset = 0
        return try fetch(request, begin: { _ in }, sink: sink)
    }
}

/// What the pieces of a file are that are about to come.
public struct FetchBeginning: Equatable, Sendable {
    /// The file's byte that comes first: the one asked for, or 0 where it has to be the whole file again.
    public var offset: Int
    /// How the server marks this state of the file, to go on with it another time.
    public var validator: Validator?

    /// Describes what comes.
    ///
    /// - Parameters:
    ///   - offset: the byte that comes first.
    ///   - validator: how the server marks this state of the file.
    public init(offset: Int = 0, validator: Validator? = nil) {
        self.offset = offset
        self.validator = validator
    }
}
