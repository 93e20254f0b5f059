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
    /// Called at most once, after everything else, with what ``Fetcher/fetch(_:begin:sink:)`` would have returned or
    /// thrown.
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
