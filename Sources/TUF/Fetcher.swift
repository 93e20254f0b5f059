/// Where a client's bytes come from: one GET at a time, bounded while it streams.
///
/// The network is one method, so no caller can forget a limit. Implementations hold no policy: they
/// remember nothing but their open connection.
public protocol Fetcher: AnyObject {
    /// Fetches one file and hands its bytes on as they come.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most.
    ///   - sink: called with each piece in order; may throw to stop the transfer, and the error comes
    ///     out unchanged. Never called for an answer other than ``FetchOutcome/found(validator:)``.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    func fetch(
        _ request: FetchRequest,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome

    /// Fetches one file, going on from ``FetchRequest/offset`` where it is still the same file.
    ///
    /// A fetcher that cannot go on needs none of this: without it the file is fetched from its first byte.
    ///
    /// - Parameters:
    ///   - request: what, from where on, and how much of it at most.
    ///   - begin: called once, before the first piece, with what the pieces are; may throw as the sink.
    ///   - sink: as above.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome
}

extension Fetcher {
    /// Fetches the whole file, whatever is there already.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most.
    ///   - begin: called before the first piece, or the end of an empty file.
    ///   - sink: takes the pieces in order.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        var request = request
        request.offset = 0
        request.validator = nil
        var hasBegun = false
        let outcome = try fetch(request) { (piece) throws(FetchError) in
            if !hasBegun { try begin(FetchBeginning()) }
            hasBegun = true
            try sink(piece)
        }
        if case .found = outcome, !hasBegun { try begin(FetchBeginning()) }
        return outcome
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
