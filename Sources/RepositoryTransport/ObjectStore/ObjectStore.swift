import CCurl
import Glibc
import HTTPRules
import TUF
import WebTransport

/// An S3-compatible object store over libcurl, which signs each request (AWS Signature Version 4).
///
/// It sends one request at a time, on the caller's thread and on a kept connection. It tries again where the store
/// is busy or does not answer, and knows nothing else of what an answer means.
public final class ObjectStore {
    /// The bucket and the prefix that all paths are below.
    public let address: ObjectStoreAddress
    private let options: ObjectStoreOptions
    private let web: WebOptions
    private var opened: CurlHandle?

    /// Each of our requests may be repeated, because it reads, deletes, or puts the same file under the same name.
    private static let triesMax = 4

    /// Makes a client; it loads libcurl and connects with the first request.
    public init(_ address: ObjectStoreAddress, options: ObjectStoreOptions, web: WebOptions) {
        self.address = address
        self.options = options
        self.web = web
    }

    /// Sends a request; tries four times if the store is busy or does not answer, and returns any other answer.
    public func send(_ request: ObjectRequest) throws(FetchError) -> WebAnswer {
        var attempt = 1
        while true {
            do throws(FetchError) {
                let answer = try FetchError.translating { () throws(WebError) in
                    try perform(request)
                }
                guard TemporaryStatus.ofObjectStores.contains(answer.status),
                    attempt < Self.triesMax
                else { return answer }
            } catch {
                guard case .unreachable = error, attempt < Self.triesMax else { throw error }
            }
            usleep(100_000 << UInt32(attempt))
            attempt += 1
        }
    }

    private func perform(_ request: ObjectRequest) throws(WebError) -> WebAnswer {
        let transfer = BodyTransfer(
            lengthBytesMax: request.lengthBytesMax, headersBytesMax: web.limits.headersBytesMax)
        let handle = try openedHandle()
        var url = options.location(of: address.bucket)
        if let path = request.path { url += "/\(address.key(path))" }
        if !request.query.isEmpty { url += "?\(request.query)" }
        guard let server = try? WebAddress(options.location(of: address.bucket)) else {
            throw .unreachable("\(address.bucket): expected an object store's address")
        }
        let proxy = try handle.set(web.proxy, for: server)
        try handle.set(CURLOPT_URL, url)
        // Undoes the settings of the last request.
        try handle.set(CURLOPT_HTTPGET, 1)
        try handle.set(CURLOPT_CUSTOMREQUEST, nil)
        switch request.method {
        case .get: break
        case .head: try handle.set(CURLOPT_NOBODY, 1)
        case .delete: try handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        case .put:
            try handle.setBody(request.body)
            try handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        let code = try handle.perform(transfer, headers: lines(request))
        return try transfer.answer(
            code, status: handle.status, problem: handle.problem(code, by: proxy))
    }

    private func lines(_ request: ObjectRequest) -> [String] {
        var lines = request.headers + ["x-amz-content-sha256: \(request.bodySHA256)"]
        if let token = options.sessionToken { lines.append("x-amz-security-token: \(token)") }
        return lines
    }

    private func openedHandle() throws(WebError) -> CurlHandle {
        if let opened { return opened }
        let handle = try CurlHandle(web)
        // The request is signed for one host, so a redirect would need another signature.
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        try handle.set(CURLOPT_AWS_SIGV4, "aws:amz:\(options.region):s3")
        try handle.set(CURLOPT_USERNAME, options.accessKeyID)
        try handle.set(CURLOPT_PASSWORD, options.secretAccessKey)
        opened = handle
        return handle
    }
}

/// A place in an S3-compatible object store: `s3://BUCKET/PREFIX`; valid by construction.
public struct ObjectStoreAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bucket.
    public let bucket: String
    /// The beginning of every key, without slashes around it; empty for the whole bucket.
    public let prefix: String

    /// The beginning of such an address.
    public static let scheme = "s3://"

    /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`, with or without a final slash, where nothing needs an encoding.
    public init(_ text: String) throws(AddressError) {
        guard text.hasPrefix(Self.scheme) else {
            throw AddressError(text, "expected s3://BUCKET/PREFIX")
        }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = parts.first.map(String.init) ?? ""
        guard (3...63).contains(bucket.utf8.count), bucket.utf8.allSatisfy(Self.isInBucket) else {
            throw AddressError(
                text, "expected a bucket of 3 to 63 small letters, digits, '-' and '.'")
        }
        let segments = (parts.count > 1 ? parts[1] : "").split(separator: "/")
        guard segments.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(Self.isPlain) })
        else {
            throw AddressError(text, "expected a prefix of letters, digits, '-', '_', '.' and '/'")
        }
        prefix = segments.joined(separator: "/")
    }

    /// The address as it is shown to people.
    public var description: String {
        Self.scheme + bucket + (prefix.isEmpty ? "" : "/\(prefix)")
    }

    func key(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix)/\(path)" }

    private static func isInBucket(_ byte: UInt8) -> Bool {
        isPlain(byte) && byte != UInt8(ascii: "_") && !(0x41...0x5A).contains(byte)
    }

    /// Whether a byte stays as it is in a path, in a query and in a signature (RFC 3986 §2.3, without '~').
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-_.".utf8.contains(byte)
    }
}

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
