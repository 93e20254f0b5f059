import CCurl
import Glibc
import HTTPRules

/// libcurl's handle with its open connections, and the options of every transfer.
package final class CurlHandle {
    private let handle: UnsafeMutableRawPointer
    private let connections: Connections
    private let problem: UnsafeMutablePointer<CChar>

    /// Loads libcurl if it is not loaded yet; fails if the machine has none.
    package convenience init(_ options: WebOptions) throws(WebError) {
        if let why = ccurl_load() {
            throw .unreachable("\(String(cString: why)); install libcurl: apt-get install libcurl4")
        }
        guard let connections = Connections() else { throw Self.outOfMemory }
        try self.init(options, connections)
    }

    /// Uses the same connections as another handle.
    package convenience init(_ options: WebOptions, sharing other: CurlHandle) throws(WebError) {
        try self.init(options, other.connections)
    }

    private init(_ options: WebOptions, _ connections: Connections) throws(WebError) {
        guard let handle = ccurl_new_handle() else { throw Self.outOfMemory }
        self.handle = handle
        self.connections = connections
        problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure(options)
    }

    deinit {
        ccurl_free_handle(handle)
        problem.deallocate()
    }

    /// The open connections; they live as long as the last handle that uses them.
    private final class Connections {
        let pool: UnsafeMutableRawPointer

        init?() {
            guard let pool = ccurl_new_pool() else { return nil }
            self.pool = pool
        }

        deinit { ccurl_free_pool(pool) }
    }

    private static var outOfMemory: WebError { .unreachable("libcurl did not start") }

    /// Performs one transfer; the caller has set the address and the redirects.
    package func perform(
        _ transfer: some HandleUser, headers lines: [String]
    ) throws(WebError) -> CURLcode {
        let headers = Self.list(lines)
        defer {
            ccurl_set_headers(handle, nil)
            ccurl_free_list(headers)
        }
        problem[0] = 0
        try check(ccurl_set_headers(handle, headers))
        let receiver = Receiver(transfer)
        return try withExtendedLifetime(receiver) { () throws(WebError) in
            try check(receiver.attach(to: handle))
            return receiver.perform(handle, in: connections.pool)
        }
    }

    /// Performs transfers of several handles at the same time; all use the connections of this one.
    package func performAll<User: HandleUser>(
        _ transfers: [(handle: CurlHandle, user: User, headers: [String])], atOnce: Int,
        connectionsMax: Int, isCancelled: @escaping () -> Bool,
        ended: @escaping (Int, CURLcode) -> Void
    ) {
        let group = Group(isCancelled: isCancelled, ended: ended)
        var lists: [UnsafeMutablePointer<curl_slist>?] = []
        var receivers: [Receiver] = []
        for (handle, user, lines) in transfers {
            let headers = Self.list(lines)
            let receiver = Receiver(user)
            handle.problem[0] = 0
            _ = ccurl_set_headers(handle.handle, headers)
            _ = receiver.attach(to: handle.handle)
            lists.append(headers)
            receivers.append(receiver)
        }
        withExtendedLifetime((group, receivers)) {
            ccurl_perform_all(
                connections.pool, transfers.map(\.handle.handle), transfers.count, max(1, atOnce),
                max(1, connectionsMax), Self.pauseMilliseconds,
                { Group.of($0).isCancelled() ? 1 : 0 },
                { (position, code, context) in Group.of(context).ended(position, code) },
                Unmanaged.passUnretained(group).toOpaque())
        }
        for (transfer, list) in zip(transfers, lists) {
            _ = ccurl_set_headers(transfer.handle.handle, nil)
            ccurl_free_list(list)
        }
    }

    private static func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        lines.reduce(nil) { ccurl_append($0, $1) ?? $0 }
    }

    /// The longest time until a cancellation is noticed: well below the promised two seconds.
    fileprivate static let pauseMilliseconds: Int32 = 200

    private final class Group {
        let isCancelled: () -> Bool
        let ended: (Int, CURLcode) -> Void

        init(isCancelled: @escaping () -> Bool, ended: @escaping (Int, CURLcode) -> Void) {
            self.isCancelled = isCancelled
            self.ended = ended
        }

        static func of(_ context: UnsafeMutableRawPointer) -> Group {
            Unmanaged<Group>.fromOpaque(context).takeUnretainedValue()
        }
    }

    package var status: Int { ccurl_status(handle) }

    /// The status of the proxy's last answer to CONNECT, 0 if no answer came.
    package var connectStatus: Int { ccurl_connect_status(handle) }

    /// libcurl's message about a failure, in lower case unless it starts with a name.
    package func message(_ code: CURLcode) -> String {
        let detail = String(cString: problem)
        let text = detail.isEmpty ? String(cString: ccurl_problem(code)) : detail
        // Names have more than one capital letter: URL, SSL, OpenSSL/3.0.
        let rest = text.prefix { $0 != " " }.dropFirst()
        guard !rest.contains(where: \.isUppercase) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// One transfer on a handle: it receives bytes and decides when to stop.
package protocol HandleUser: AnyObject {
    /// Receives a piece of the body; returning a smaller number ends the transfer.
    func body(_ bytes: UnsafeRawBufferPointer) -> Int

    /// Receives one header line, line break included; returning a smaller number ends the transfer.
    func header(_ bytes: UnsafeRawBufferPointer) -> Int

    /// libcurl asks this while bytes come, and sometimes when none come.
    func shouldStop() -> Bool
}

/// What libcurl's callbacks receive: a transfer of any kind.
private final class Receiver {
    private let user: any HandleUser

    init(_ user: any HandleUser) { self.user = user }

    /// Makes a handle call this object, which must live until the transfer has ended.
    func attach(to handle: UnsafeMutableRawPointer) -> CURLcode {
        ccurl_set_receivers(
            handle,
            { (bytes, size, count, context) in
                Receiver.user(context).body(.init(start: bytes, count: size &* count))
            },
            { (bytes, size, count, context) in
                Receiver.user(context).header(.init(start: bytes, count: size &* count))
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    func perform(_ handle: UnsafeMutableRawPointer, in pool: UnsafeMutableRawPointer) -> CURLcode {
        ccurl_perform(
            pool, handle, CurlHandle.pauseMilliseconds, { Receiver.user($0).shouldStop() ? 1 : 0 },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private static func user(_ context: UnsafeMutableRawPointer) -> any HandleUser {
        Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().user
    }
}

extension CurlHandle {
    private func configure(_ options: WebOptions) throws(WebError) {
        let limits = options.limits
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 1)
        try set(CURLOPT_MAXREDIRS, limits.redirectsMax)
        try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connect.milliseconds)
        try set(CURLOPT_TIMEOUT_MS, limits.total.milliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, limits.stallBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, limits.stall.milliseconds / 1_000))
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        // A name server that does not answer must delay neither a time limit nor the end of the process.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_USERAGENT, options.userAgent)
        if let file = options.certificateAuthorityFile { try set(CURLOPT_CAINFO, file) }
        if let limit = options.bytesPerSecondMax {
            try check(
                ccurl_set_large_number(
                    handle, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(max(1, limit))))
        }
        try check(ccurl_set_error_buffer(handle, problem))
    }

    /// libcurl sends the login only to the requested scheme, host and port, also after a redirect.
    package func set(_ secret: Credentials.Secret?) throws(WebError) {
        try set(CURLOPT_XOAUTH2_BEARER, nil)
        try set(CURLOPT_USERNAME, nil)
        try set(CURLOPT_PASSWORD, nil)
        switch secret {
        case nil: break
        case .bearer(let token):
            // CURLAUTH_BEARER; Swift does not see the macro.
            try set(CURLOPT_HTTPAUTH, 1 << 6)
            try set(CURLOPT_XOAUTH2_BEARER, token)
        case .basic(let user, let password):
            // CURLAUTH_BASIC.
            try set(CURLOPT_HTTPAUTH, 1 << 0)
            try set(CURLOPT_USERNAME, user)
            try set(CURLOPT_PASSWORD, password)
        }
    }

    package func set(_ option: CURLoption, _ value: Int) throws(WebError) {
        try check(ccurl_set_number(handle, option, value))
    }

    package func set(_ option: CURLoption, _ value: String?) throws(WebError) {
        try check(ccurl_set_text(handle, option, value))
    }

    package func setBody(_ bytes: [UInt8]) throws(WebError) {
        let code = bytes.withUnsafeBytes {
            ccurl_set_body(handle, $0.baseAddress, curl_off_t($0.count))
        }
        try check(code)
    }

    private func check(_ code: CURLcode) throws(WebError) {
        guard code == CURLE_OK else { throw .unreachable(message(code)) }
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
