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
    ///   - timeLimit: the longest time of the whole transfer.
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
