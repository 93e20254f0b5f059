import CCurl
import HTTPRules
import TUF
import WebTransport

/// One transfer: gathers what libcurl's callbacks get, and computes the outcome.
final class CurlTransfer: HandleUser {
    private let handle: CurlHandle
    private let request: FetchRequest
    private let origin: String?
    private let limits: TransferLimits
    private let begin: (FetchBeginning) -> Void
    private let sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    private let isCancelled: () -> Bool
    /// Whether an answer that cannot be the file is an error.
    private let checksStatus: Bool

    var proxy: ProxyAddress?

    private var bodyBytes = 0
    private var headerBytes = 0
    private(set) var head = AnswerHead()
    /// The file's first byte among those that are passed on; nil before the first.
    private var beginning: Int?
    /// Why a callback ended the transfer; libcurl only knows that one did.
    private var failure: Failure?

    private enum Failure {
        case fetch(FetchError)
        /// The server has another part than the requested one.
        case otherPart
    }

    init(
        handle: CurlHandle, request: FetchRequest, origin: String?, limits: TransferLimits,
        begin: @escaping (FetchBeginning) -> Void,
        sink: @escaping (UnsafeRawBufferPointer) throws(FetchError) -> Void,
        isCancelled: @escaping () -> Bool, checksStatus: Bool = true
    ) {
        self.handle = handle
        self.request = request
        self.origin = origin
        self.limits = limits
        self.begin = begin
        self.sink = sink
        self.isCancelled = isCancelled
        self.checksStatus = checksStatus
    }

    func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        let (total, overflow) = bodyBytes.addingReportingOverflow(bytes.count)
        guard !overflow else { return 0 }
        bodyBytes = total
        guard isFile(handle.status) else {
            // An error page: if its end is near, read up to it, so that the connection can be used
            // again.
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

    /// Whether an answer's body is the file, or the requested part of it.
    private func isFile(_ status: Int) -> Bool {
        status == 200 || (status == 206 && request.offset > 0)
    }

    /// Checks the answer's head before its first byte is passed on; nil if it is not the requested part.
    private func beginOnce() throws(FetchError) -> Int? {
        if let beginning { return beginning }
        guard checksStatus else { return 0 }
        if let refusal = head.fileAnswer(handle.status, to: origin).refusal { throw refusal }
        let offset = handle.status == 200 ? 0 : request.offset
        if handle.status == 206 {
            guard head.isPart(from: offset, of: request) else { return nil }
        }
        begin(FetchBeginning(offset: offset, validator: head.fileValidator))
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
        head.add(String(decoding: bytes, as: UTF8.self))
        return bytes.count
    }

    func shouldStop() -> Bool {
        guard isCancelled() else { return false }
        failure = .fetch(.cancelled)
        return true
    }

    /// The server's answer with any status, also a redirect that may not be followed; `body` is what the sink got.
    func answer(_ code: CURLcode, body: [UInt8]) throws(FetchError) -> WebAnswer {
        if case .fetch(let error) = failure { throw error }
        let refused = head.finalRedirect
        let status = handle.status
        guard code == CURLE_OK || refused != nil || (status != 200 && code == CURLE_WRITE_ERROR)
        else { throw sentence(code) }
        return WebAnswer(
            status: status, headers: head.headers,
            redirects: head.redirects + [refused].compactMap { $0 }, body: body)
    }

    /// The outcome of the transfer, after libcurl has returned; nil if the caller must ask for the whole file.
    func outcome(_ code: CURLcode) throws(FetchError) -> FetchOutcome? {
        do throws(FetchError) {
            return try judged(code)
        } catch {
            throw namingTheProxy(in: error)
        }
    }

    private func judged(_ code: CURLcode) throws(FetchError) -> FetchOutcome? {
        switch failure {
        case .fetch(let error): throw error
        case .otherPart: return nil
        case nil: break
        }
        let status = handle.status
        // An error page that was cut short still has its status.
        guard code == CURLE_OK || status >= 400 else { throw sentence(code) }
        switch status {
        case let status where isFile(status):
            // A file of zero bytes.
            guard try beginOnce() != nil else { return nil }
            return .found
        case 416 where request.offset > 0: return nil
        default:
            if status == 407, let proxy { throw .unreachable(proxy.loginProblem, .proxy) }
            if let failure = head.fileAnswer(status, to: origin).failure { throw failure }
            return .absent
        }
    }

    /// Names the proxy in an error about an answer: without encryption, the answer may be the proxy's own.
    private func namingTheProxy(in error: FetchError) -> FetchError {
        guard let proxy, proxy.scheme.readsRequests, origin?.hasPrefix("http:") == true else {
            return error
        }
        func named(_ problem: String) -> String { "\(problem) (through the proxy \(proxy))" }
        return switch error {
        // Its sentence already names the proxy.
        case .unreachable(_, .proxy): error
        case .unreachable(let problem, let cause):
            .unreachable(named(problem), cause == .other ? .proxy : cause)
        case .webPage(let problem): .webPage(named(problem))
        case .retryAfter(let seconds, let problem): .retryAfter(seconds: seconds, named(problem))
        case .absent, .tooLong, .sink, .cancelled: error
        }
    }

    private func sentence(_ code: CURLcode) -> FetchError {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION:
            .unreachable(
                "the server's certificate is not trusted (\(handle.message(code))); do you have to sign in to"
                    + " this network, is the clock wrong, or does the server have its own authority?",
                .certificate)
        // A proxy may have the same trouble with its own encryption.
        case CURLE_SSL_CONNECT_ERROR where proxy == nil: .notEncrypted(handle.message(code))
        // The second: an address with a login.
        case CURLE_UNSUPPORTED_PROTOCOL where head.finalRedirect != nil,
            CURLE_LOGIN_DENIED where head.finalRedirect != nil:
            FileAnswer.notAllowed(ShownAddress.text(head.finalRedirect ?? ""))
        default:
            .unreachable(handle.problem(code, by: proxy), proxy == nil ? cause(code) : .proxy)
        }
    }

    private func cause(_ code: CURLcode) -> FetchError.Cause {
        // If an answer had begun, the server was there.
        guard handle.status == 0 else { return .other }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .name
        case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            .connection
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            .certificate
        default: .other
        }
    }
}
