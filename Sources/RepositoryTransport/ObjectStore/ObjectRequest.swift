/// One request to an object store.
public struct ObjectRequest {
    /// What is to be done.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What is to be done.
    public var method: Method
    /// Below the store's prefix; nil for the bucket itself.
    public var path: String?
    /// Sorted by name and encoded already, as signatures need it; empty for none.
    public var query = ""
    /// Further header lines, `If-None-Match: *` for one; all of them are signed.
    public var headers: [String] = []
    /// The file to put.
    public var body: [UInt8] = []
    /// SHA-256 of the body in hexadecimal: the store refuses bytes that changed on their way.
    public var bodySHA256 = Self.emptySHA256
    /// Bytes of the answer accepted.
    public var lengthBytesMax = 1 << 20

    /// The SHA-256 of nothing.
    private static let emptySHA256 =
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// Describes a request without a body.
    ///
    /// - Parameters:
    ///   - method: what is to be done.
    ///   - path: below the store's prefix; nil for the bucket itself.
    ///   - lengthBytesMax: bytes of the answer accepted.
    public init(_ method: Method, _ path: String?, lengthBytesMax: Int = 1 << 20) {
        self.method = method
        self.path = path
        self.lengthBytesMax = lengthBytesMax
    }
}
