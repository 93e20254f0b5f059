import Foundation
import RepositoryTransport
import TestSupport
import WebTransport

@testable import BundlePublisher

/// An object store on loopback, with the habits that a test needs; it checks no signature.
///
/// Each connection has a thread. A test changes the habits and the files meanwhile.
final class FakeStore: @unchecked Sendable {
    /// How the store differs from AWS's.
    struct Habits: Sendable {
        /// Carries out every PUT, whatever its condition.
        var ignoresConditions = false
        /// Answers 501 to a PUT with a condition.
        var knowsNoConditions = false
        /// Answers 403 when it is asked for a list.
        var deniesLists = false
        /// Answers 200 to a PUT of such a file and keeps what was there.
        var forgets: Set<String> = []
        /// Answers 503 to so many requests.
        var busyCount = 0
        /// How often the store carries out such a request and breaks the connection instead of answering, as
        /// `PUT bundles/.lock`.
        var losesAnswers: [String: Int] = [:]
        /// The region, if requests were signed for another one.
        var region: String?
    }

    var habits: Habits {
        get { lock.withLock { state.habits } }
        set { lock.withLock { state.habits = newValue } }
    }
    /// The files by their path below the prefix.
    subscript(_ path: String) -> [UInt8]? {
        get { lock.withLock { state.files["bundles/\(path)"] } }
        set { lock.withLock { state.files["bundles/\(path)"] = newValue } }
    }
    /// Method and path of every request so far.
    var requests: [String] { lock.withLock { state.requests } }
    /// Called before each request is answered, with method and path.
    var before: @Sendable (String) -> Void {
        get { lock.withLock { state.before } }
        set { lock.withLock { state.before = newValue } }
    }

    private struct State {
        var habits = Habits()
        var files: [String: [UInt8]] = [:]
        var requests: [String] = []
        var before: @Sendable (String) -> Void = { _ in }
    }

    private var port: UInt16 = 0
    private let lock = NSLock()
    private var state = State()

    /// Starts the store; it lives as long as the process.
    init(_ habits: Habits = Habits()) throws {
        state.habits = habits
        port = try LoopbackServer.start { [self] request in
            let path = String(request.target.prefix { $0 != "?" }.dropFirst("/bucket/".count))
            before("\(request.method) \(path)")
            let reply = lock.withLock { answer(request, path) }
            return losesAnswer(to: "\(request.method) \(path)") ? nil : reply
        }
    }

    /// What names the store to the AWS tools.
    var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
        ]
    }
    /// The place in it that tests use.
    let address = "s3://bucket/bundles"

    /// A client of that place.
    func store() throws -> ObjectStore {
        ObjectStore(
            try ObjectStoreAddress(address),
            options: try ObjectStoreOptions(environment: { self.environment[$0] }),
            web: WebOptions(userAgent: "test"))
    }

    /// That place to publish to.
    func destination(
        _ report: @escaping (String) -> Void = { _ in }
    ) throws -> ObjectStoreDestination {
        ObjectStoreDestination(
            try store(), breaksLock: false, owner: "a test", now: machineTime, report: report)
    }

    // MARK: - Answers

    private func answer(_ request: LoopbackServer.Request, _ path: String) -> [UInt8] {
        state.requests.append("\(request.method) \(path)")
        let habits = state.habits
        guard habits.busyCount == 0 else {
            state.habits.busyCount -= 1
            return error(503, "SlowDown")
        }
        if let region = habits.region {
            return error(400, "AuthorizationHeaderMalformed", "<Region>\(region)</Region>")
        }
        guard path.hasPrefix("bundles/") else {
            return habits.deniesLists ? error(403, "AccessDenied") : list(request.target)
        }
        let there = state.files[path]
        switch request.method {
        case "GET", "HEAD":
            guard let there else { return error(404, "NoSuchKey") }
            return message(200, ["ETag: \(tag(there))"], there, isHead: request.method == "HEAD")
        case "DELETE":
            state.files[path] = nil
            return message(204)
        default:
            let condition = request.headers["if-none-match"] ?? request.headers["if-match"]
            if let condition, !habits.ignoresConditions {
                guard !habits.knowsNoConditions else { return error(501, "NotImplemented") }
                guard condition == "*" ? there == nil : there.map(tag) == condition else {
                    return error(412, "PreconditionFailed")
                }
            }
            if !habits.forgets.contains(path) { state.files[path] = request.body }
            return message(200)
        }
    }

    private func losesAnswer(to request: String) -> Bool {
        lock.withLock {
            let count = state.habits.losesAnswers[request] ?? 0
            state.habits.losesAnswers[request] = max(0, count - 1)
            return count > 0
        }
    }

    private func list(_ target: String) -> [UInt8] {
        let prefix =
            target.split { "?&".contains($0) }.first { $0.hasPrefix("prefix=") }
            .flatMap { String($0.dropFirst("prefix=".count)).removingPercentEncoding } ?? ""
        let contents = state.files.filter { $0.key.hasPrefix(prefix) }.map {
            "<Contents><Key>\($0.key)</Key><LastModified>2026-11-21T21:09:36.335Z</LastModified>"
                + "<Size>\($0.value.count)</Size></Contents>"
        }
        return message(
            200, [], Array("<ListBucketResult>\(contents.joined())</ListBucketResult>".utf8))
    }

    private func error(_ status: Int, _ code: String, _ more: String = "") -> [UInt8] {
        message(status, [], Array("<Error><Code>\(code)</Code>\(more)</Error>".utf8))
    }

    private func message(
        _ status: Int, _ headers: [String] = [], _ body: [UInt8] = [], isHead: Bool = false
    ) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Status"] + headers + ["Content-Length: \(body.count)"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? [] : body)
    }

    /// FNV-1a: a tag that changes with the file.
    private func tag(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return "\"\(String(hash, radix: 16))\""
    }
}
