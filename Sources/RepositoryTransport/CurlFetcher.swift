import CCurl
import TUF

/// Fetches over HTTP and HTTPS through libcurl, all of it on one handle and so on kept connections.
///
/// One transfer at a time, on the caller's thread. Bytes reach the sink as they come and only for
/// status 200; compressed transfer is not asked for, so lengths and validators are the file's own.
public final class CurlFetcher: Fetcher {
    private let handle: UnsafeMutableRawPointer
    private let problem: UnsafeMutablePointer<CChar>
    private let metadata: RepositoryAddress
    private let targets: RepositoryAddress
    private let limits: TransferLimits
    private let isCancelled: () -> Bool

    /// Once a process, before any handle (curl_global_init's manual page).
    private static let library: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Makes a fetcher; it connects with the first fetch.
    ///
    /// - Parameters:
    ///   - address: the repository's, on the web.
    ///   - options: how to speak to the server.
    ///   - isCancelled: asked at least once a second during a transfer; true ends it.
    /// - Throws: ``FetchError`` where libcurl does not start.
    public convenience init(
        address: RepositoryAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(FetchError) {
        try self.init(
            metadata: address.folder("metadata"), targets: address.folder("targets"),
            options: options, isCancelled: isCancelled)
    }

    /// Makes a fetcher for a repository whose two folders need not be beside each other.
    ///
    /// - Parameters:
    ///   - metadata: the metadata's, on the web.
    ///   - targets: the targets', on the web.
    ///   - options: how to speak to the servers.
    ///   - isCancelled: asked at least once a second during a transfer; true ends it.
    /// - Throws: ``FetchError`` where libcurl does not start.
    public init(
        metadata: RepositoryAddress, targets: RepositoryAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(FetchError) {
        precondition(
            metadata.scheme != .file && targets.scheme != .file, "folders have their own fetcher")
        guard Self.library == CURLE_OK, let handle = curl_easy_init() else {
            throw .unreachable("libcurl did not start")
        }
        self.handle = handle
        problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        self.metadata = metadata
        self.targets = targets
        limits = options.limits
        self.isCancelled = isCancelled
        try configure(options)
    }

    deinit {
        curl_easy_cleanup(handle)
        problem.deallocate()
    }

    /// Fetches one file, as ``Fetcher`` says.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most.
    ///   - sink: takes the pieces in order.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    public func fetch(
        _ request: FetchRequest,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard !isCancelled() else { throw .cancelled }
        return try withoutActuallyEscaping(sink) { (sink) throws(FetchError) in
            let transfer = CurlTransfer(
                handle: handle, lengthBytesMax: request.lengthBytesMax, limits: limits,
                sink: sink, isCancelled: isCancelled)
            let code = try perform(
                request, transfer, adding: Self.conditions(request.validator))
            return try transfer.outcome(
                code, problem: message(code), conditional: request.validator != nil)
        }
    }

    /// Asks for one file and tells how the server answered, whatever it was.
    ///
    /// It is for looking at how a repository is served. Redirects are followed as in
    /// ``fetch(_:sink:)``.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most; its validator is sent, too.
    ///   - headers: further header lines, `Range: bytes=0-0` for one.
    /// - Returns: the answer.
    /// - Throws: ``FetchError`` where there was none.
    public func look(
        at request: FetchRequest, adding headers: [String] = []
    ) throws(FetchError) -> WebAnswer {
        var body: [UInt8] = []
        let sink = { (piece: UnsafeRawBufferPointer) throws(FetchError) in
            body.append(contentsOf: piece)
        }
        let transfer = CurlTransfer(
            handle: handle, lengthBytesMax: request.lengthBytesMax, limits: limits, sink: sink,
            isCancelled: isCancelled)
        let code = try perform(
            request, transfer, adding: Self.conditions(request.validator) + headers)
        return try transfer.answer(code, problem: message(code), body: body)
    }

    private func perform(
        _ request: FetchRequest, _ transfer: CurlTransfer, adding lines: [String]
    ) throws(FetchError) -> CURLcode {
        let base =
            switch request.base {
            case .metadata: metadata
            case .targets: targets
            }
        // A redirect may lead to a safer scheme, never to a less safe one or to the machine's own files.
        let redirects = base.scheme == .https ? "https" : "http,https"
        var headers: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            headers = curl_slist_append(headers, line) ?? headers
        }
        defer {
            ccurl_set_headers(handle, nil)
            curl_slist_free_all(headers)
        }
        problem[0] = 0
        try set(CURLOPT_REDIR_PROTOCOLS_STR, redirects)
        try set(CURLOPT_URL, "\(base.location)/\(request.path)")
        try check(ccurl_set_headers(handle, headers))
        try check(transfer.attach())
        return withExtendedLifetime(transfer) { curl_easy_perform(handle) }
    }

    /// The request's conditional headers (RFC 9110 §13.1).
    private static func conditions(_ validator: Validator?) -> [String] {
        var lines: [String] = []
        if let tag = validator?.entityTag { lines.append("If-None-Match: \(tag)") }
        if let date = validator?.lastModified { lines.append("If-Modified-Since: \(date)") }
        // A validator came from outside once; a line break in it would start another header.
        return lines.filter { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
    }
}

// MARK: - Options that hold for every transfer

extension CurlFetcher {
    private func configure(_ options: WebOptions) throws(FetchError) {
        let limits = options.limits
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 1)
        try set(CURLOPT_MAXREDIRS, limits.redirectsMax)
        try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connect.milliseconds)
        try set(CURLOPT_TIMEOUT_MS, limits.total.milliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, limits.stallBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, limits.stall.milliseconds / 1_000))
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        // A name server that does not answer must not hold up a time limit or the process's end.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_USERAGENT, options.userAgent)
        if let file = options.certificateAuthorityFile { try set(CURLOPT_CAINFO, file) }
        try check(ccurl_set_error_buffer(handle, problem))
    }

    private func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(ccurl_set_number(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(ccurl_set_text(handle, option, value))
    }

    private func check(_ code: CURLcode) throws(FetchError) {
        guard code == CURLE_OK else { throw .unreachable(message(code)) }
    }

    /// What libcurl says of a failure, in its own words, without a capital unless it starts a name.
    private func message(_ code: CURLcode) -> String {
        let detail = String(cString: problem)
        let text = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
        // Names have more than one capital: URL, SSL, OpenSSL/3.0.
        let rest = text.prefix { $0 != " " }.dropFirst()
        guard !rest.contains(where: \.isUppercase) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
