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

    /// How often a request is tried.
    ///
    /// Each of our requests may be repeated, because it reads, deletes, or puts the same file under the same name.
    private static let triesMax = 4

    /// Makes a client; it loads libcurl and connects with the first request.
    public init(_ address: ObjectStoreAddress, options: ObjectStoreOptions, web: WebOptions) {
        self.address = address
        self.options = options
        self.web = web
    }

    /// Sends a request and waits for its answer; tries four times if the store is busy or does not answer.
    ///
    /// - Returns: the answer, whatever its status; an error's answer has its body, too.
    /// - Throws: ``FetchError`` if no answer came.
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
        try handle.clear(CURLOPT_CUSTOMREQUEST)
        switch request.method {
        case .get: break
        case .head: try handle.set(CURLOPT_NOBODY, 1)
        case .delete: try handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        case .put:
            try handle.setBody(request.body)
            try handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        let code = try handle.perform(transfer, headers: lines(request))
        let problem = handle.message(code)
        return try transfer.answer(
            code, status: handle.status,
            problem: proxy.map {
                ProxyTrouble.sentence(
                    $0, code, connectStatus: handle.connectStatus, problem: problem)
            } ?? problem)
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

    /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`, with or without a final slash.
    ///
    /// - Throws: ``AddressError`` for everything else, and for prefixes that would have to be encoded.
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

    /// The key of a file below this place.
    func key(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix)/\(path)" }

    private static func isInBucket(_ byte: UInt8) -> Bool {
        isPlain(byte) && byte != UInt8(ascii: "_") && !(0x41...0x5A).contains(byte)
    }

    /// Whether a byte stays as it is in a path, in a query and in a signature (RFC 3986 §2.3, without '~').
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
