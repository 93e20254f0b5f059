/// Gets a client's files by GET, with a limit while the bytes come.
///
/// A fetcher that wraps another one keeps all abilities of the other. Implementations decide nothing and
/// remember only their open connection. Only what may really throw has a throwing type here (ARCHITECTURE.md says why).
public protocol Fetcher: AnyObject {
    /// Fetches one file and passes its bytes on as they come, after ``FetchRequest/offset`` if it is still the same.
    ///
    /// If the transfer cannot continue there, the file comes from its first byte, after a plain ``FetchBeginning``.
    ///
    /// - Parameters:
    /// - begin: called once for a file that exists, before its first piece or its end.
    /// - sink: called with each piece in order, only for the answer ``FetchOutcome/found``. It may throw to stop the
    /// transfer, and the caller gets that error unchanged.
    /// - Throws: ``FetchError`` if no such answer came.
    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome

    /// Fetches several files at the same time, under the limits of ``fetch(_:begin:sink:)``.
    ///
    /// It may leave out any of them. A file whose receiver got no end must be fetched alone.
    func fetchTogether(_ receivers: [FileReceiver])
}

extension Fetcher {
    /// Leaves out all files, for fetchers that can fetch only one file at a time.
    public func fetchTogether(_ receivers: [FileReceiver]) {}

    /// Fetches one file from its first byte.
    public func fetch(
        _ request: FetchRequest,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        var request = request
        request.offset = 0
        return try fetch(request, begin: { _ in }, sink: sink)
    }
}

/// The position of the pieces that will come.
public struct FetchBeginning: Equatable, Sendable {
    /// The first byte that comes: the requested one, or 0 if the whole file comes again.
    public var offset: Int
    /// The server's validator of this state of the file, for continuing another time.
    public var validator: Validator?

    /// Makes a beginning.
    public init(offset: Int = 0, validator: Validator? = nil) {
        self.offset = offset
        self.validator = validator
    }
}

/// Receives one file of several that come at the same time.
///
/// The calls of different receivers are mixed, but never at the same moment: all come on the thread that fetches.
public struct FileReceiver {
    /// The file, the first byte, and the largest length.
    public let request: FetchRequest
    /// Called once for a file that exists, before its first piece or its end.
    public let begin: (FetchBeginning) -> Void
    /// Gets the pieces in order; its error stops this transfer.
    public let receive: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    /// Called at most once, after everything else, with what ``Fetcher/fetch(_:begin:sink:)`` would give.
    public let end: (Result<FetchOutcome, FetchError>) -> Void

    /// Makes a receiver of what to do with a file.
    public init(
        _ request: FetchRequest, begin: @escaping (FetchBeginning) -> Void,
        receive: @escaping (UnsafeRawBufferPointer) throws(FetchError) -> Void,
        end: @escaping (Result<FetchOutcome, FetchError>) -> Void
    ) {
        self.request = request
        self.begin = begin
        self.receive = receive
        self.end = end
    }
}
