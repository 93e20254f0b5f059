import Foundation

/// A web server on loopback that behaves like The Blue Alliance's API, with its failures on demand.
///
/// Each connection has a thread. A test changes the documents and the failures meanwhile.
public final class LoopbackAPI: @unchecked Sendable {
    /// One request.
    public struct Request: Sendable {
        /// Below the API's address: `match/2024necmp_f1m1`.
        public let path: String
        /// The header lines, names in lower case.
        public let headers: [String: String]
    }

    /// How the server answers that nothing has changed.
    public enum NotModified: Sendable {
        /// Without any header, as in August 2026.
        case bare
        /// With ETag and Cache-Control, as in September 2026.
        case full
    }

    /// What the server does instead of answering.
    public enum Failure: Sendable {
        /// Answers with this status, these header lines and this body.
        case status(Int, headers: [String] = [], body: String = "")
        /// Sends half of the body, although it promised all of it.
        case cut
        /// Says nothing until the client goes away.
        case silence
    }

    /// The key that the server accepts; nil for every key.
    public var key: String? {
        get { lock.withLock { state.key } }
        set { lock.withLock { state.key = newValue } }
    }
    /// How it answers that nothing has changed.
    public var notModified: NotModified {
        get { lock.withLock { state.notModified } }
        set { lock.withLock { state.notModified = newValue } }
    }
    /// Seconds that an answer is fresh.
    public var maxAge: Int {
        get { lock.withLock { state.maxAge } }
        set { lock.withLock { state.maxAge = newValue } }
    }
    /// Header lines that every good answer has besides.
    public var moreHeaders: [String] {
        get { lock.withLock { state.moreHeaders } }
        set { lock.withLock { state.moreHeaders = newValue } }
    }
    /// Every answer is one of these, while there are any; the last one stays.
    public var failures: [Failure] {
        get { lock.withLock { state.failures } }
        set { lock.withLock { state.failures = newValue } }
    }
    /// Whether failures are used up one by one; else the first one stays.
    public var failuresEnd: Bool {
        get { lock.withLock { state.failuresEnd } }
        set { lock.withLock { state.failuresEnd = newValue } }
    }
    /// The document of a path; nil removes it.
    public subscript(_ path: String) -> String? {
        get { lock.withLock { state.documents[path] } }
        set { lock.withLock { state.documents[path] = newValue } }
    }
    /// Every request so far.
    public var requests: [Request] { lock.withLock { state.requests } }
    /// The address above all paths.
    public var address: String { "http://127.0.0.1:\(port)/api/v3" }

    private struct State {
        var key: String? = "right-key"
        var notModified = NotModified.bare
        var maxAge = 61
        var moreHeaders: [String] = []
        var failures: [Failure] = []
        var failuresEnd = true
        var documents: [String: String] = ["status": #"{"down_events":[]}"#]
        var requests: [Request] = []
    }

    private let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var state = State()

    /// Starts the server; it lives as long as the process, or until ``stop()``.
    ///
    /// - Throws: if there is no port.
    public init() throws {
        (listener, port) = try Loopback.listen()
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread { [self] in
                    serve(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    /// Ends the server; from then on its address refuses connections.
    public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32) {
        while let request = readRequest(connection) {
            let failure: Failure? = lock.withLock {
                state.requests.append(request)
                guard let first = state.failures.first else { return nil }
                if state.failuresEnd { state.failures.removeFirst() }
                return first
            }
            switch failure {
            case nil: guard sendAll(answer(request), connection) else { return }
            case .status(let status, let headers, let body)?:
                let bytes = message(status, headers, body)
                guard sendAll(bytes, connection) else { return }
            case .cut?:
                let whole = answer(request)
                _ = sendAll(Array(whole.prefix(whole.count - 10)), connection)
                return
            case .silence?:
                var byte: UInt8 = 0
                _ = recv(connection, &byte, 1, 0)
                return
            }
        }
    }

    /// The checks in the API's order: key, form of the key, existence, and then 304 or the answer.
    private func answer(_ request: Request) -> [UInt8] {
        let state = lock.withLock { self.state }
        if let key = state.key, request.headers["x-tba-auth-key"] != key {
            let problem =
                request.headers["x-tba-auth-key"] == nil
                ? "X-TBA-Auth-Key is a required header or URL param. Please get an access key."
                : "X-TBA-Auth-Key is invalid. Please get an access key."
            return message(401, [], #"{"Error": "\#(problem)"}"#)
        }
        guard let document = state.documents[request.path] else {
            let parts = request.path.split(separator: "/")
            guard let kind = parts.first, parts.count >= 2, kind == "match" || kind == "event"
            else { return message(404, [], #"{"Error": "Invalid endpoint"}"#) }
            if kind == "match", !parts[1].contains("_") {
                return message(
                    404, [], #"{"Error": "\#(parts[1]) is not a valid match key"}"#)
            }
            return message(
                404, [], #"{"Error": "\#(kind) key: \#(parts[1]) does not exist"}"#)
        }
        // FNV-1a: a tag that changes with the document.
        let hash = document.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        let tag = "W/\"\(String(hash, radix: 16))\""
        let headers = ["ETag: \(tag)", "Cache-Control: public, max-age=\(state.maxAge)"]
        if request.headers["if-none-match"] == tag {
            return message(304, state.notModified == .full ? headers : [], nil)
        }
        return message(200, headers + state.moreHeaders, document)
    }

    private func message(_ status: Int, _ headers: [String], _ body: String?) -> [UInt8] {
        var head = "HTTP/1.1 \(status) Status\r\n"
        for line in headers { head += "\(line)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        return Array("\(head)\r\n\(body ?? "")".utf8)
    }

    private func readRequest(_ connection: Int32) -> Request? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while head.count < 64 << 10, recv(connection, &byte, 1, 0) == 1 {
            head.append(byte)
            guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
            let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ")
            guard words.count == 3, words[1].hasPrefix("/api/v3/") else { return nil }
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                    .trimmingCharacters(in: .whitespaces)
            }
            return Request(path: String(words[1].dropFirst(8)), headers: headers)
        }
        return nil
    }

    private func sendAll(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(
                    connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
