import CCurl
import HTTPRules

/// Sends requests to one web server and returns each answer whole, whatever its status.
///
/// It follows no redirect, so a header line with a secret reaches no other server. It sends one request at
/// a time, on the caller's thread and on a kept connection. The first request loads libcurl.
public final class WebClient {
    private let server: WebAddress
    private let options: WebOptions
    private let isCancelled: () -> Bool
    private var opened: CurlHandle?

    /// Makes a client and connects to nothing yet; the options' credentials are not used.
    ///
    /// - Parameter isCancelled: called at least five times a second during a transfer; true ends it.
    public init(
        _ server: WebAddress, options: WebOptions, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.server = server
        self.options = options
        self.isCancelled = isCancelled
    }

    /// Gets one answer, also that of an error with its body; the path is percent-encoded and has no slash at its start.
    package func get(
        _ path: String, headers: [String] = [], lengthBytesMax: Int, timeLimit: Duration
    ) throws(WebError) -> WebAnswer {
        if isCancelled() { throw .cancelled }
        let transfer = BodyTransfer(
            lengthBytesMax: lengthBytesMax, headersBytesMax: options.limits.headersBytesMax,
            isCancelled: isCancelled)
        let handle = try openedHandle()
        let proxy = try handle.set(options.proxy, for: server)
        try handle.set(CURLOPT_URL, "\(server.location)/\(path)")
        try handle.set(CURLOPT_TIMEOUT_MS, max(1, Int(timeLimit / .milliseconds(1))))
        let code = try handle.perform(transfer, headers: headers)
        return try transfer.answer(
            code, status: handle.status, problem: handle.problem(code, by: proxy))
    }

    private func openedHandle() throws(WebError) -> CurlHandle {
        if let opened { return opened }
        let handle = try CurlHandle(options)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // A list of matches is much smaller compressed, and venues are slow; empty means all codings
        // that libcurl knows.
        try handle.set(CURLOPT_ACCEPT_ENCODING, "")
        opened = handle
        return handle
    }
}

extension CurlHandle {
    /// The sentence for a transfer without an answer; it names the proxy, and what is wrong with it.
    package func problem(_ code: CURLcode, by proxy: ProxyAddress?) -> String {
        let problem = message(code)
        guard let proxy else { return problem }
        return switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: "the proxy \(proxy): its name is not found"
        case CURLE_COULDNT_CONNECT: "the proxy \(proxy) does not answer: could not connect to it"
        case _ where connectStatus == 407: proxy.loginProblem
        case _ where connectStatus >= 300:
            "the proxy \(proxy) does not lead to the server: it answered with status \(connectStatus)"
        case CURLE_PROXY:
            "the proxy \(proxy) does not answer as a \(proxy.scheme.rawValue) proxy does"
        default: "\(problem) (by the proxy \(proxy))"
        }
    }
}

extension ProxyAddress {
    package var loginProblem: String {
        "the proxy \(self) answered with status 407: it wants "
            + (hasLogin ? "another login" : "a login; name it as http://USER:PASSWORD@HOST:PORT")
    }
}

/// The answer to one request as libcurl's callbacks gather it, including the bodies of errors.
package final class BodyTransfer: HandleUser {
    private let lengthBytesMax: Int
    private let headersBytesMax: Int
    private let isCancelled: () -> Bool
    private var body: [UInt8] = []
    private var headersBytes = 0
    private var head = AnswerHead()
    private var failure: WebError?

    package init(
        lengthBytesMax: Int, headersBytesMax: Int, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.lengthBytesMax = lengthBytesMax
        self.headersBytesMax = headersBytesMax
        self.isCancelled = isCancelled
    }

    package func shouldStop() -> Bool {
        guard isCancelled() else { return false }
        failure = .cancelled
        return true
    }

    package func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= lengthBytesMax - body.count else {
            failure = .tooLong(lengthBytesMax: lengthBytesMax)
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    package func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        headersBytes += bytes.count
        guard headersBytes <= headersBytesMax else {
            failure = .unreachable("the server sent more than \(headersBytesMax) bytes of headers")
            return 0
        }
        head.add(String(decoding: bytes, as: UTF8.self))
        return bytes.count
    }

    /// The result of the transfer, after libcurl has returned; throws if no whole answer came.
    package func answer(
        _ code: CURLcode, status: Int, problem: String
    ) throws(WebError) -> WebAnswer {
        if let failure { throw failure }
        guard code == CURLE_OK else { throw .unreachable(problem) }
        return WebAnswer(
            status: status, headers: head.headers,
            redirects: head.redirects + [head.finalRedirect].compactMap { $0 }, body: body)
    }
}

/// How to speak to a web server.
public struct WebOptions: Sendable {
    /// The User-Agent: program and version.
    public var userAgent: String
    /// A PEM file of the only trusted authorities; nil for the system's.
    public var certificateAuthorityFile: String?
    /// The rule for proxies.
    public var proxy: Proxy
    /// The logins for servers; nil for none.
    public var credentials: Credentials?
    /// The average limit in bytes a second; nil for no limit.
    public var bytesPerSecondMax: Int?
    /// The limits of a transfer.
    public var limits: TransferLimits

    /// Makes the options.
    public init(
        userAgent: String, certificateAuthorityFile: String? = nil,
        proxy: Proxy = .environment, credentials: Credentials? = nil,
        bytesPerSecondMax: Int? = nil, limits: TransferLimits = .standard
    ) {
        self.userAgent = userAgent
        self.certificateAuthorityFile = certificateAuthorityFile
        self.proxy = proxy
        self.credentials = credentials
        self.bytesPerSecondMax = bytesPerSecondMax
        self.limits = limits
    }
}
