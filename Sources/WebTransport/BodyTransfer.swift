import CCurl

/// The answer to one request as libcurl's callbacks gather it, including the bodies of errors.
package final class BodyTransfer: HandleUser {
    private let lengthBytesMax: Int
    private let headersBytesMax: Int
    private let isCancelled: () -> Bool
    private var body: [UInt8] = []
    private var headersBytes = 0
    private var head = AnswerHead()
    private var failure: WebError?

    /// Makes a transfer for one answer.
    ///
    /// - Parameters:
    ///   - lengthBytesMax: bytes of the body; one more ends the transfer.
    ///   - isCancelled: called at least five times a second; true ends the transfer.
    package init(
        lengthBytesMax: Int, headersBytesMax: Int, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.lengthBytesMax = lengthBytesMax
        self.headersBytesMax = headersBytesMax
        self.isCancelled = isCancelled
    }

    package func shouldStop() -> Bool {
        guard isCancelled() else { return false }
        failure = .cancelled
        return true
    }

    package func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= lengthBytesMax - body.count else {
            failure = .tooLong(lengthBytesMax: lengthBytesMax)
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    package func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        headersBytes += bytes.count
        guard headersBytes <= headersBytesMax else {
            failure = .unreachable("the server sent more than \(headersBytesMax) bytes of headers")
            return 0
        }
        head.add(String(decoding: bytes, as: UTF8.self))
        return bytes.count
    }

    /// The result of the transfer, after libcurl has returned.
    ///
    /// - Throws: ``WebError`` if no whole answer came.
    package func answer(
        _ code: CURLcode, status: Int, problem: String
    ) throws(WebError) -> WebAnswer {
        if let failure { throw failure }
        guard code == CURLE_OK else { throw .unreachable(problem) }
        return WebAnswer(
            status: status, headers: head.headers,
            redirects: head.redirects + [head.finalRedirect].compactMap { $0 }, body: body)
    }
}
