/// An unfinished download that is kept between tries.
///
/// Do not use its bytes before ``Updater/download(_:to:progress:)`` has returned.
public protocol PartialFile: AnyObject {
    /// The number of bytes that we have.
    var lengthBytes: Int { get }
    /// The server's validator of the file to which they belong.
    var validator: Validator? { get }

    /// Passes on all bytes, from the first.
    ///
    /// - Throws: ``FetchError/sink(_:)`` if the bytes cannot be read.
    func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError)

    /// Deletes all bytes, to start again.
    ///
    /// - Throws: ``FetchError/sink(_:)`` if that fails.
    func restart(_ validator: Validator?) throws(FetchError)

    /// Adds a piece at the end.
    ///
    /// - Throws: ``FetchError/sink(_:)``, for example on a full disk.
    func append(_ piece: UnsafeRawBufferPointer) throws(FetchError)
}
