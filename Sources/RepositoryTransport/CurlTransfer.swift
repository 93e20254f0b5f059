import CCurl
import TUF

/// One transfer: what libcurl's callbacks gather, and the outcome they add up to.
final class CurlTransfer: HandleUser {
    private let handle: CurlHandle
    private let lengthBytesMax: Int
    private let limits: TransferLimits
    private let sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    private let isCancelled: () -> Bool

    private var bodyBytes = 0
    private var headerBytes = 0
    private(set) var head = AnswerHead()
    /// Why a callback ended the transfer; libcurl only knows that one did.
    private var failure: FetchError?

    init(
        handle: CurlHandle, lengthBytesMax: Int, limits: TransferLimits,
        sink: @escaping (UnsafeRawBufferPointer) throws(FetchError) -> Void,
        isCancelled: @escaping () -> Bool
    ) {
        self.handle = handle
        self.lengthBytesMax = lengthBytesMax
        self.limits = limits
        self.sink = sink
        self.isCancelled = isCancelled
    }

    /// Makes a handle call this transfer, which must live until the handle has been performed.
    func attach(to handle: UnsafeMutableRawPointer) -> CURLcode {
        ccurl_set_receivers(
            handle,
            { (bytes, size, count, context) in
                CurlTransfer.of(context).body(.init(start: bytes, count: size &* count))
            },
            { (bytes, size, count, context) in
                CurlTransfer.of(context).header(.init(start: bytes, count: size &* count))
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Performs a handle that this transfer is attached to.
    func perform(
        _ handle: UnsafeMutableRawPointer, in pool: UnsafeMutableRawPointer
    ) -> CURLcode {
        ccurl_perform(
            pool, handle, Self.pauseMilliseconds, { CurlTransfer.of($0).shouldStop() },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// The longest that an end is not noticed, with room to spare for the two seconds promised.
    private static let pauseMilliseconds: Int32 = 200

    private static func of(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }
}

// MARK: - Callbacks: each returns what libcurl reads as "go on" or "end"

extension CurlTransfer {
    /// Takes a piece of the body; taking less than all of it ends the transfer.
    private func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        let (total, overflow) = bodyBytes.addingReportingOverflow(bytes.count)
        guard !overflow else { return 0 }
        bodyBytes = total
        guard handle.status == 200 else {
            // An error page: read to its end, where that is near, to keep the connection.
            return total <= limits.drainedBytesMax ? bytes.count : 0
        }
        guard total <= lengthBytesMax else {
            failure = .tooLong(lengthBytesMax: lengthBytesMax)
            return 0
        }
        do throws(FetchError) {
            try sink(bytes)
            return bytes.count
        } catch {
            failure = error
            return 0
        }
    }

    /// Takes one header line, line break included.
    private func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        headerBytes &+= bytes.count
        guard headerBytes <= limits.headersBytesMax else {
            failure = .unreachable(
                "the server sent more than \(limits.headersBytesMax) bytes of headers")
            return 0
        }
        head.take(String(decoding: bytes, as: UTF8.self))
        return bytes.count
    }

    /// Asked as bytes come, and several times a second when none do.
    private func shouldStop() -> Int32 {
        guard isCancelled() else { return 0 }
        failure = .cancelled
        return 1
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
    /// - Throws: ``FetchError`` where there was none.
    func answer(
        _ code: CURLcode, problem: String, body: [UInt8]
    ) throws(FetchError) -> WebAnswer {
        if let failure { throw failure }
        let refused = head.finalRedirect
        let status = handle.status
        guard code == CURLE_OK || refused != nil || (status != 200 && code == CURLE_WRITE_ERROR)
        else { throw .unreachable(problem) }
        return WebAnswer(
            status: status, headers: head.headers,
            redirects: head.redirects + [refused].compactMap { $0 }, body: body)
    }

    /// What the transfer came to, once libcurl has returned.
    ///
    /// - Parameters:
    ///   - code: what libcurl returned.
    ///   - problem: what it says of `code`.
    ///   - conditional: whether "not modified" is a possible answer.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    func outcome(
        _ code: CURLcode, problem: String, conditional: Bool
    ) throws(FetchError) -> FetchOutcome {
        if let failure { throw failure }
        let status = handle.status
        // An error page cut short, by us or by the server, still says what it says.
        guard code == CURLE_OK || status >= 400 else { throw .unreachable(problem) }
        switch status {
        case 200:
            let (tag, date) = head.validator
            let validator = Validator(entityTag: tag, lastModified: date)
            return .found(validator: validator == Validator() ? nil : validator)
        case 304 where conditional: return .notModified
        // Object stores say 403 for what is not there, unless the reader may list the folder.
        case 403, 404, 410: return .absent
        default:
            let seconds = handle.retryAfterSeconds
            guard status >= 400, seconds > 0 else {
                throw .unreachable("the server answered with status \(status)")
            }
            throw .retryAfter(seconds: seconds, "the server answered with status \(status)")
        }
    }
}
