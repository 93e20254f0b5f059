import CCurl
import TUF

/// Fetches over HTTP and HTTPS through libcurl, all of it on one handle and so on kept connections.
///
/// libcurl is loaded with the first fetch: a program that fetches nothing does not pay for it. One
/// transfer at a time, on the caller's thread. Bytes reach the sink as they come and only for
/// status 200; compressed transfer is not asked for, so lengths and validators are the file's own.
public final class CurlFetcher: Fetcher {
    private let metadata: RepositoryAddress
    private let targets: RepositoryAddress
    private let options: WebOptions
    private let isCancelled: () -> Bool
    private var opened: CurlHandle?

    /// Makes a fetcher; nothing is loaded or connected before the first fetch.
    ///
    /// - Parameters:
    ///   - address: the repository's, on the web.
    ///   - options: how to speak to the server.
    ///   - isCancelled: asked at least five times a second during a transfer; true ends it.
    public convenience init(
        address: RepositoryAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.init(
            metadata: address.folder("metadata"), targets: address.folder("targets"),
            options: options, isCancelled: isCancelled)
    }

    /// Makes a fetcher for a repository whose two folders need not be beside each other.
    ///
    /// - Parameters:
    ///   - metadata: the metadata's, on the web.
    ///   - targets: the targets', on the web.
    ///   - options: how to speak to the servers.
    ///   - isCancelled: asked at least five times a second during a transfer; true ends it.
    public init(
        metadata: RepositoryAddress, targets: RepositoryAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        precondition(
            metadata.scheme != .file && targets.scheme != .file, "folders have their own fetcher")
        self.metadata = metadata
        self.targets = targets
        self.options = options
        self.isCancelled = isCancelled
    }

    /// Fetches one file or the rest of it, as ``Fetcher`` says: with `Range` and `If-Range` (RFC
    /// 9110 §14).
    ///
    /// A server whose part is not the one asked for is asked for the whole file, once.
    ///
    /// - Parameters:
    ///   - request: what, from where on, and how much of it at most.
    ///   - begin: called once, before the first piece.
    ///   - sink: takes the pieces in order.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` if no such answer came.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard !isCancelled() else { throw .cancelled }
        var request = request
        if request.offset > 0, Conditions.part(request) == nil {
            // Nothing to tell by whether it is still the same file.
            request.offset = 0
            request.validator = nil
        }
        if let outcome = try attempt(request, begin, sink) { return outcome }
        request.offset = 0
        request.validator = nil
        guard let outcome = try attempt(request, begin, sink) else {
            preconditionFailure("the whole file is never refused as a part")
        }
        return outcome
    }

    /// Nil if the server has something else than the part that was asked for.
    private func attempt(
        _ request: FetchRequest,
        _ begin: (FetchBeginning) throws(FetchError) -> Void,
        _ sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome? {
        let handle = try handle()
        return try withoutActuallyEscaping(begin) { (begin) throws(FetchError) in
            try withoutActuallyEscaping(sink) { (sink) throws(FetchError) in
                let transfer = CurlTransfer(
                    handle: handle, request: request, origin: base(request).origin,
                    limits: options.limits, begin: begin, sink: sink, isCancelled: isCancelled)
                let code = try perform(
                    request, transfer, on: handle, adding: Conditions.lines(request))
                return try transfer.outcome(code, problem: handle.message(code))
            }
        }
    }

    /// Asks for one file and tells how the server answered, whatever it was.
    ///
    /// It is for looking at how a repository is served. Redirects are followed as in
    /// ``fetch(_:begin:sink:)``.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most; its validator is sent, too.
    ///   - headers: further header lines, `Range: bytes=0-0` for one.
    /// - Returns: the answer.
    /// - Throws: ``FetchError`` if no answer came.
    public func look(
        at request: FetchRequest, adding headers: [String] = []
    ) throws(FetchError) -> WebAnswer {
        var body: [UInt8] = []
        let sink = { (piece: UnsafeRawBufferPointer) throws(FetchError) in
            body.append(contentsOf: piece)
        }
        let handle = try handle()
        let transfer = CurlTransfer(
            handle: handle, request: request, origin: base(request).origin,
            limits: options.limits, begin: { _ in }, sink: sink, isCancelled: isCancelled,
            judges: false)
        let code = try perform(
            request, transfer, on: handle, adding: Conditions.lines(request) + headers)
        return try transfer.answer(code, problem: handle.message(code), body: body)
    }

    /// Starts loading libcurl beside what the caller does next, for a program that is sure to
    /// fetch.
    ///
    /// Loading it and its thirty libraries takes as long as everything else in a refresh. The first
    /// fetch waits for it, and tells what went wrong. Until then the process must not end by
    /// `exit`, which would take down libraries that are being loaded: it crashes now and then.
    public static func loadAhead() {
        ccurl_load_ahead()
    }

    private func handle() throws(FetchError) -> CurlHandle {
        if let opened { return opened }
        let handle = try CurlHandle(options)
        opened = handle
        return handle
    }

    private func perform(
        _ request: FetchRequest, _ transfer: CurlTransfer, on handle: CurlHandle,
        adding lines: [String]
    ) throws(FetchError) -> CURLcode {
        let base = base(request)
        // A redirect may lead to a safer scheme, never to a less safe one or to the machine's own
        // files.
        let redirects = base.scheme == .https ? "https" : "http,https"
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, redirects)
        try handle.set(options.credentials?.secret(for: base))
        transfer.proxy = try handle.set(options.proxy, for: base)
        try handle.set(CURLOPT_URL, "\(base.location)/\(request.path)")
        return try handle.perform(transfer, headers: lines)
    }

    private func base(_ request: FetchRequest) -> RepositoryAddress {
        switch request.base {
        case .metadata: metadata
        case .targets: targets
        }
    }
}
