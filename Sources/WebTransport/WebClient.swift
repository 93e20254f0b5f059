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

    /// Makes a client and connects to nothing yet.
    ///
    /// - Parameters:
    ///   - options: how to speak to the server; its credentials are not used.
    ///   - isCancelled: called at least five times a second during a transfer; true ends it.
    public init(
        _ server: WebAddress, options: WebOptions, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.server = server
        self.options = options
        self.isCancelled = isCancelled
    }

    /// Gets one answer.
    ///
    /// - Parameters:
    ///   - path: below the server's address, percent-encoded, without a slash at its start.
    ///   - lengthBytesMax: the most bytes of the body; a longer one ends the transfer.
    /// - Returns: the answer; an error's answer has its body, too.
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
        let problem = handle.message(code)
        return try transfer.answer(
            code, status: handle.status,
            problem: proxy.map {
                ProxyTrouble.sentence(
                    $0, code, connectStatus: handle.connectStatus, problem: problem)
            } ?? problem)
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

/// The message for a transfer that failed at its proxy: which proxy, and what is wrong.
package enum ProxyTrouble {
    /// The sentence for a transfer without an answer.
    ///
    /// - Parameters:
    ///   - connectStatus: the proxy's answer to CONNECT, 0 for none.
    package static func sentence(
        _ proxy: ProxyAddress, _ code: CURLcode, connectStatus: Int, problem: String
    ) -> String {
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: "the proxy \(proxy): its name is not found"
        case CURLE_COULDNT_CONNECT: "the proxy \(proxy) does not answer: could not connect to it"
        case _ where connectStatus == 407: login(proxy)
        case _ where connectStatus >= 300:
            "the proxy \(proxy) does not lead to the server: it answered with status \(connectStatus)"
        case CURLE_PROXY:
            "the proxy \(proxy) does not answer as a \(proxy.scheme.rawValue) proxy does"
        default: "\(problem) (by the proxy \(proxy))"
        }
    }

    /// The sentence for a proxy that wants a login.
    package static func login(_ proxy: ProxyAddress) -> String {
        "the proxy \(proxy) answered with status 407: it wants "
            + (proxy.hasLogin
                ? "another login" : "a login; name it as http://USER:PASSWORD@HOST:PORT")
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

    /// Makes a transfer for one answer.
    ///
    /// - Parameters:
    ///   - lengthBytesMax: bytes of the body; one more ends the transfer.
    ///   - isCancelled: called at least five times a second; true ends the transfer.
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

    /// The result of the transfer, after libcurl has returned.
    ///
    /// - Throws: ``WebError`` if no whole answer came.
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
