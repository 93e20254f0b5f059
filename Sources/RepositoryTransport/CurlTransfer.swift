import CCurl
import PlainText
import TUF

/// One transfer: what libcurl's callbacks gather, and the outcome they add up to.
final class CurlTransfer: HandleUser {
    private let handle: CurlHandle
    private let request: FetchRequest
    private let origin: String?
    private let limits: TransferLimits
    private let begin: (FetchBeginning) throws(FetchError) -> Void
    private let sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    private let isCancelled: () -> Bool
    /// Whether an answer that cannot be the file is an error.
    private let judges: Bool

    /// By which proxy it goes; nil for none.
    var proxy: ProxyAddress?

    private var bodyBytes = 0
    private var headerBytes = 0
    private(set) var head = AnswerHead()
    /// Where the bytes that are handed on begin in the file; nil before the first.
    private var beginning: Int?
    /// Why a callback ended the transfer; libcurl only knows that one did.
    private var failure: Failure?

    private enum Failure {
        case fetch(FetchError)
        /// The server has something else than the part that was asked for.
        case otherPart
    }

    init(
        handle: CurlHandle, request: FetchRequest, origin: String?, limits: TransferLimits,
        begin: @escaping (FetchBeginning) throws(FetchError) -> Void,
        sink: @escaping (UnsafeRawBufferPointer) throws(FetchError) -> Void,
        isCancelled: @escaping () -> Bool, judges: Bool = true
    ) {
        self.handle = handle
        self.request = request
        self.origin = origin
        self.limits = limits
        self.begin = begin
        self.sink = sink
        self.isCancelled = isCancelled
        self.judges = judges
    }

    /// The longest that an end is not noticed, with room to spare for the two seconds promised.
    static let pauseMilliseconds: Int32 = 200
}

// MARK: - What libcurl calls

extension CurlTransfer {
    func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        let (total, overflow) = bodyBytes.addingReportingOverflow(bytes.count)
        guard !overflow else { return 0 }
        bodyBytes = total
        guard isFile(handle.status) else {
            // An error page: read to its end, where that is near, to keep the connection.
            return total <= limits.drainedBytesMax ? bytes.count : 0
        }
        do throws(FetchError) {
            guard let beginning = try beginOnce() else {
                failure = .otherPart
                return 0
            }
            guard total <= request.lengthBytesMax - beginning else {
                throw .tooLong(lengthBytesMax: request.lengthBytesMax)
            }
            try sink(bytes)
            return bytes.count
        } catch {
            failure = .fetch(error)
            return 0
        }
    }

    /// Whether an answer's body is the file, or the part of it that was asked for.
    private func isFile(_ status: Int) -> Bool {
        status == 200 || (status == 206 && request.offset > 0)
    }

    /// Judges the answer's head before its first byte is handed on.
    ///
    /// - Returns: the file's byte that comes first; nil if it is not the part that was asked for.
    /// - Throws: ``FetchError`` if what comes cannot be the file, and from `begin`.
    private func beginOnce() throws(FetchError) -> Int? {
        if let beginning { return beginning }
        guard judges else { return 0 }
        if let problem = head.foreign(to: origin) { throw .webPage(problem) }
        if let coding = head.coding {
            throw .unreachable(
                "the server, or something before it, sent the file as \(shown(coding)) without being asked"
            )
        }
        let offset = handle.status == 200 ? 0 : request.offset
        if handle.status == 206 {
            guard head.isPart(from: offset, of: request) else { return nil }
        }
        try begin(FetchBeginning(offset: offset, validator: head.fileValidator))
        beginning = offset
        return offset
    }

    func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        headerBytes &+= bytes.count
        guard headerBytes <= limits.headersBytesMax else {
            failure = .fetch(
                .unreachable(
                    "the server sent more than \(limits.headersBytesMax) bytes of headers"))
            return 0
        }
        head.take(String(decoding: bytes, as: UTF8.self))
        return bytes.count
    }

    func shouldStop() -> Bool {
        guard isCancelled() else { return false }
        failure = .fetch(.cancelled)
        return true
    }
}

// MARK: - The outcome

extension CurlTransfer {
    /// What the server answered, whatever its status; also a redirect that may not be followed.
    ///
    /// - Parameters:
    ///   - code: what libcurl returned.
    ///   - problem: what it says of `code`.
    ///   - body: what the sink was given.
    /// - Returns: the answer.
    /// - Throws: ``FetchError`` if no answer came.
    func answer(
        _ code: CURLcode, problem: String, body: [UInt8]
    ) throws(FetchError) -> WebAnswer {
        if case .fetch(let error) = failure { throw error }
        let refused = head.finalRedirect
        let status = handle.status
        guard code == CURLE_OK || refused != nil || (status != 200 && code == CURLE_WRITE_ERROR)
        else { throw sentence(code, problem) }
        return WebAnswer(
            status: status, headers: head.headers,
            redirects: head.redirects + [refused].compactMap { $0 }, body: body)
    }

    /// What the transfer came to, once libcurl has returned.
    ///
    /// - Parameters:
    ///   - code: what libcurl returned.
    ///   - problem: what it says of `code`.
    /// - Returns: whether the file was there; nil if it has to be asked for as a whole.
    /// - Throws: ``FetchError`` if no such answer came.
    func outcome(_ code: CURLcode, problem: String) throws(FetchError) -> FetchOutcome? {
        switch failure {
        case .fetch(let error): throw error
        case .otherPart: return nil
        case nil: break
        }
        let status = handle.status
        // An error page cut short, by us or by the server, still says what it says.
        guard code == CURLE_OK || status >= 400 else { throw sentence(code, problem) }
        switch status {
        case let status where isFile(status):
            // A file without a byte.
            guard try beginOnce() != nil else { return nil }
            return .found(validator: head.fileValidator)
        case 304 where request.validator != nil && request.offset == 0: return .notModified
        case 416 where request.offset > 0: return nil
        // Object stores say 403 for what is not there, unless the reader may list the folder.
        case 403, 404, 410: return .absent
        // RFC 6585 §6.
        case 511: throw .webPage("the network answered with status 511")
        case 401, 407: throw .unreachable(refusal(status))
        default:
            let seconds = handle.retryAfterSeconds
            guard status >= 400, seconds > 0 else {
                throw .unreachable("the server answered with status \(status)")
            }
            throw .retryAfter(seconds: seconds, "the server answered with status \(status)")
        }
    }

    private func refusal(_ status: Int) -> String {
        guard status == 407, let proxy else {
            return "the server answered with status \(status): it wants credentials, or other ones"
        }
        return ProxyTrouble.login(proxy)
    }

    /// Why there was no answer, with what is usually behind it.
    private func sentence(_ code: CURLcode, _ problem: String) -> FetchError {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION:
            .unreachable(
                "the server's certificate is not trusted (\(problem)); is this network one to sign in"
                    + " to, is the clock right, has the server an authority of its own?")
        case CURLE_UNSUPPORTED_PROTOCOL where head.finalRedirect != nil:
            .webPage(
                "the server leads to \(ShownAddress.text(head.finalRedirect ?? "")), where nothing is fetched from"
            )
        default:
            .unreachable(
                proxy.map {
                    ProxyTrouble.sentence(
                        $0, code, connectStatus: handle.connectStatus, problem: problem)
                } ?? problem)
        }
    }
}

/// A server's text as a message can show it: short and harmless.
private func shown(_ text: String) -> String {
    PlainText.line(String(text.unicodeScalars.prefix(40)))
}
