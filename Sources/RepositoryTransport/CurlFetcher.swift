import CCurl
import HTTPRules
import TUF
import WebTransport

/// Fetches over HTTP and HTTPS with libcurl, so that connections are reused.
///
/// The first fetch loads libcurl, so a program that fetches nothing does not pay for it. Everything
/// runs on the caller's thread. Bytes reach the sink as they arrive, and only with status 200, or with
/// status 206 if the part is the requested one. The client does not ask for compressed transfer, so
/// lengths and validators are those of the file.
public final class CurlFetcher: Fetcher {
    private let metadata: WebAddress
    private let targets: WebAddress
    private let options: WebOptions
    private let isCancelled: () -> Bool
    private var opened: CurlHandle?
    /// True from the first answer on: then libcurl knows whether the server speaks HTTP/2.
    private var knowsServer = false

    /// Makes a fetcher; the first fetch loads libcurl and connects.
    ///
    /// - Parameter isCancelled: called at least five times a second during a transfer; true ends it.
    public convenience init(
        address: RepositoryAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        let address = Self.web(address)
        self.init(
            metadata: address.folder("metadata"), targets: address.folder("targets"),
            options: options, isCancelled: isCancelled)
    }

    /// Makes a fetcher for a repository whose two folders have separate addresses.
    ///
    /// - Parameter isCancelled: called at least five times a second during a transfer; true ends it.
    public convenience init(
        metadata: RepositoryAddress, targets: RepositoryAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.init(
            metadata: Self.web(metadata), targets: Self.web(targets), options: options,
            isCancelled: isCancelled)
    }

    private static func web(_ address: RepositoryAddress) -> WebAddress {
        guard let web = address.web else {
            preconditionFailure("folders have their own fetcher")
        }
        return web
    }

    init(
        metadata: WebAddress, targets: WebAddress, options: WebOptions,
        isCancelled: @escaping () -> Bool
    ) {
        self.metadata = metadata
        self.targets = targets
        self.options = options
        self.isCancelled = isCancelled
    }

    /// Fetches one file or the rest of it, with `Range` and `If-Range` (RFC 9110 §14); the whole file if another part comes.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard !isCancelled() else { throw .cancelled }
        let request = Self.certain(request)
        if let outcome = try attempt(request, begin, sink) { return outcome }
        guard let outcome = try attempt(Self.whole(request), begin, sink) else {
            preconditionFailure("the whole file is never refused as a part")
        }
        return outcome
    }

    /// The whole file, if no validator can tell whether it is still the same.
    private static func certain(_ request: FetchRequest) -> FetchRequest {
        guard request.offset > 0, ResumeHeaders.mark(request) == nil else { return request }
        return whole(request)
    }

    private static func whole(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.offset = 0
        request.validator = nil
        return request
    }

    /// Fetches several files at the same time, on one connection if the server speaks HTTP/2, else on a few.
    ///
    /// The transfers share the network's speed. So each may take as long as all of them together, and the
    /// minimum speed of each is that much smaller. If the speed is limited, it fetches no file, because
    /// libcurl applies the limit to each transfer alone.
    ///
    /// The first files of an encrypted server come on one connection: all at once over HTTP/2, else one after
    /// the other. Only this connection shows whether more are needed, and each costs a handshake. If
    /// it fails, the other files are left out.
    public func fetchTogether(_ receivers: [FileReceiver]) {
        guard options.bytesPerSecondMax == nil, !receivers.isEmpty, !isCancelled(),
            let first = try? openedHandle()
        else { return }
        var options = options
        let atOnce = min(receivers.count, options.limits.filesAtOnce)
        options.limits.stallBytesPerSecond = max(1, options.limits.stallBytesPerSecond / atOnce)
        options.limits.total *= receivers.count
        let opensOne = !knowsServer && receivers.contains { base($0.request).scheme == .https }
        var open: [FileReceiver] = []
        var transfers: [(handle: CurlHandle, user: CurlTransfer, headers: [String])] = []
        for receiver in receivers {
            let request = Self.certain(receiver.request)
            guard let handle = try? CurlHandle(options, sharing: first) else { continue }
            let transfer = CurlTransfer(
                handle: handle, request: request, origin: base(request).origin,
                limits: options.limits, begin: receiver.begin, sink: receiver.receive,
                isCancelled: isCancelled)
            guard (try? address(handle, request, transfer)) != nil else { continue }
            transfers.append((handle, transfer, ResumeHeaders.lines(request)))
            open.append(receiver)
        }
        var hasEnded = Array(repeating: false, count: open.count)
        var hasFailed = false
        first.performAll(
            transfers, atOnce: atOnce, connectionsMax: opensOne ? 1 : atOnce,
            isCancelled: { [isCancelled] in isCancelled() || hasFailed }
        ) { [self] (position, code) in
            hasEnded[position] = true
            let (handle, transfer, _) = transfers[position]
            knowsServer = knowsServer || handle.status != 0
            hasFailed = opensOne && !knowsServer
            do throws(FetchError) {
                // If the server has another part than the requested one, the file is fetched alone.
                let outcome = try transfer.outcome(code)
                if let outcome { open[position].end(.success(outcome)) }
            } catch {
                open[position].end(.failure(error))
            }
        }
        guard isCancelled() else { return }
        for (receiver, hasEnded) in zip(open, hasEnded) where !hasEnded {
            receiver.end(.failure(.cancelled))
        }
    }

    // The compiler keeps the length of this file's path for the closures that do not escape. A name without the
    // folder gives the same program in each folder.
    #sourceLocation(file:"CurlFetcher",line:1)
    /// Fetches once; nil if the server has another part than the requested one.
    private func attempt(
        _ request: FetchRequest,
        _ begin: (FetchBeginning) -> Void,
        _ sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome? {
        let handle = try openedHandle()
        return try withoutActuallyEscaping(begin) { (begin) throws(FetchError) in
            try withoutActuallyEscaping(sink) { (sink) throws(FetchError) in
                let transfer = CurlTransfer(
                    handle: handle, request: request, origin: base(request).origin,
                    limits: options.limits, begin: begin, sink: sink, isCancelled: isCancelled)
                let code = try perform(
                    request, transfer, on: handle, adding: ResumeHeaders.lines(request))
                return try transfer.outcome(code)
            }
        }
    }
    #sourceLocation()

    /// Requests one file and returns the server's answer, even if it is an error status or a redirect.
    ///
    /// It is for checking how a repository is served. The body is empty unless the server gave the whole file.
    ///
    /// - Parameter headers: more header lines, for example `Range: bytes=0-0`.
    public func answer(
        to request: FetchRequest, adding headers: [String] = []
    ) throws(FetchError) -> WebAnswer {
        var body: [UInt8] = []
        let sink = { (piece: UnsafeRawBufferPointer) throws(FetchError) in
            body.append(contentsOf: piece)
        }
        let handle = try openedHandle()
        let transfer = CurlTransfer(
            handle: handle, request: request, origin: base(request).origin,
            limits: options.limits, begin: { _ in }, sink: sink, isCancelled: isCancelled,
            checksStatus: false)
        let code = try perform(
            request, transfer, on: handle, adding: ResumeHeaders.lines(request) + headers)
        return try transfer.answer(code, body: body)
    }

    private func openedHandle() throws(FetchError) -> CurlHandle {
        if let opened { return opened }
        let handle = try FetchError.translating { () throws(WebError) in
            try CurlHandle(options)
        }
        opened = handle
        return handle
    }

    private func perform(
        _ request: FetchRequest, _ transfer: CurlTransfer, on handle: CurlHandle,
        adding lines: [String]
    ) throws(FetchError) -> CURLcode {
        try address(handle, request, transfer)
        let code = try FetchError.translating { () throws(WebError) in
            try handle.perform(transfer, headers: lines)
        }
        knowsServer = knowsServer || handle.status != 0
        return code
    }

    /// Tells a handle where a file is, and how its server may be reached.
    private func address(
        _ handle: CurlHandle, _ request: FetchRequest, _ transfer: CurlTransfer
    ) throws(FetchError) {
        let base = base(request)
        // A redirect may lead to a safer scheme, but not to a less safe one and not to files of
        // this machine.
        let redirects = base.scheme == .https ? "https" : "http,https"
        try FetchError.translating { () throws(WebError) in
            try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, redirects)
            try handle.set(options.credentials?.secret(for: base))
            transfer.proxy = try handle.set(options.proxy, for: base)
            try handle.set(CURLOPT_URL, "\(base.location)/\(request.path)")
        }
    }

    private func base(_ request: FetchRequest) -> WebAddress {
        switch request.base {
        case .metadata: metadata
        case .targets: targets
        }
    }
}
