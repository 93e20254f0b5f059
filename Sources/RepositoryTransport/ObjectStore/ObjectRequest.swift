/// One request to an object store.
public struct ObjectRequest {
    /// The kinds of requests.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The kind of the request.
    public var method: Method
    /// The path below the store's prefix; nil for the bucket itself.
    public var path: String?
    /// The query, sorted by name and encoded already, as signatures need it; empty for none.
    public var query = ""
    /// Further header lines, for example `If-None-Match: *`; all of them are signed.
    public var headers: [String] = []
    /// The file to put.
    public var body: [UInt8] = []
    /// SHA-256 of the body in hexadecimal: the store refuses bytes that changed on their way.
    public var bodySHA256 = Self.emptySHA256
    /// The most bytes of the answer.
    public var lengthBytesMax = 1 << 20

    private static let emptySHA256 =
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// Describes a request without a body.
    public init(_ method: Method, _ path: String?, lengthBytesMax: Int = 1 << 20) {
        self.method = method
        self.path = path
        self.lengthBytesMax = lengthBytesMax
    }
}
