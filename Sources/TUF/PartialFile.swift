/// A file that is being fetched, kept between tries.
///
/// What is in it counts for nothing before ``Updater/download(_:to:progress:)`` has returned.
public protocol PartialFile: AnyObject {
    /// Bytes that are here.
    var lengthBytes: Int { get }
    /// What the server said of the file that they belong to.
    var validator: Validator? { get }

    /// Hands on all that is here, from the first byte.
    ///
    /// - Parameter sink: takes the pieces in order.
    /// - Throws: ``FetchError/sink(_:)`` where that cannot be read.
    func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError)

    /// Throws away all that is here, to begin anew.
    ///
    /// - Parameter validator: what the server says of the file that comes now.
    /// - Throws: ``FetchError/sink(_:)`` where that cannot be done.
    func restart(_ validator: Validator?) throws(FetchError)

    /// Adds a piece at the end.
    ///
    /// - Parameter piece: what came next.
    /// - Throws: ``FetchError/sink(_:)``, for a full disk.
    func append(_ piece: UnsafeRawBufferPointer) throws(FetchError)
}
