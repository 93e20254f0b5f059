/// Receives one file of several that come at the same time.
///
/// The calls of different receivers are mixed, but never at the same moment: all come on the thread that fetches.
public protocol FileReceiver: AnyObject {
    /// The file, the first byte, and the largest length.
    var request: FetchRequest { get }

    /// Called once for a file that exists, before its first piece or its end.
    ///
    /// - Parameter beginning: where the pieces begin.
    /// - Throws: ``FetchError`` to stop this transfer.
    func begin(_ beginning: FetchBeginning) throws(FetchError)

    /// Receives a piece; the pieces come in order.
    ///
    /// - Parameter piece: the next bytes.
    /// - Throws: ``FetchError`` to stop this transfer.
    func receive(_ piece: UnsafeRawBufferPointer) throws(FetchError)

    /// Called at most once, after everything else.
    ///
    /// - Parameter result: as ``Fetcher/fetch(_:begin:sink:)`` would have returned or thrown.
    func end(_ result: Result<FetchOutcome, FetchError>)
}
