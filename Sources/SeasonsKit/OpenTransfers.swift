import Foundation
import HTTPRules
import TUF

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transfers of one URLSession that have no answer yet, each with what has come so far.
///
/// A transfer that has its answer is not here any more. URLSession ends it at its next call.
final class OpenTransfers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Transfer {
        let request: FetchRequest
        let finish: @Sendable (HostAnswer) -> Void
        var bytes: [UInt8] = []
        var redirectsCount = 0
        /// Whether the head of an answer has come.
        var hasBegun = false
    }

    private let limits: TransferLimits
    /// Protects ``transfers`` and ``cancelled``: the session calls from threads of its own.
    private let lock = NSLock()
    private var transfers: [Int: Transfer] = [:]
    /// Tasks that we have cancelled and that have not ended yet.
    private var cancelled: Set<Int> = []

    init(_ limits: TransferLimits) { self.limits = limits }

    /// Adds a transfer before it begins.
    func add(
        _ task: URLSessionTask, _ request: FetchRequest,
        finish: @escaping @Sendable (HostAnswer) -> Void
    ) {
        lock.withLock {
            transfers[task.taskIdentifier] = Transfer(request: request, finish: finish)
        }
    }

    /// Answers a transfer that takes too long.
    ///
    /// It does not cancel the task: on Linux, URLSession ends the process if it waits for a handler then.
    func timeOut(_ task: URLSessionTask) {
        _ = advance(task) { _ in .failed(.unreachable("the transfer timed out", .connection)) }
    }

    /// Answers a transfer that the app cancels, and ends its task.
    ///
    /// On Linux, a `cancel` at the moment when the transfer ends by itself would end the process. So a task that has begun to
    /// receive is ended by its next bytes, or by the limit of silence.
    func cancel(_ task: URLSessionTask) {
        var isOpen = false
        _ = advance(task) { transfer in
            #if canImport(FoundationNetworking)
                isOpen = !transfer.hasBegun
            #else
                isOpen = true
            #endif
            return .failed(.cancelled)
        }
        if isOpen { cancelOnce(task) }
    }

    /// Calls URLSession's handler, unless the task is cancelled: on Linux, both would end the process.
    ///
    /// A handler that goes on only hands the answer to another queue, where a later `cancel` comes after it.
    private func handOver(_ task: URLSessionTask, goesOn: Bool, _ call: () -> Void) {
        let isLast = lock.withLock {
            if goesOn, !cancelled.contains(task.taskIdentifier) { call() }
            return !goesOn && cancelled.insert(task.taskIdentifier).inserted
        }
        if isLast { call() }
    }

    /// Changes a transfer, and finishes it if its answer is known then.
    ///
    /// The caller ends the task through the handler that it has, or by `cancel`; both would end the process on Linux.
    ///
    /// - Returns: whether the task must go on.
    private func advance(_ task: URLSessionTask, _ body: (inout Transfer) -> HostAnswer?) -> Bool {
        var finished: (transfer: Transfer, answer: HostAnswer)?
        let mustGoOn = lock.withLock {
            // Taken out, so that its bytes are not copied with each piece.
            guard var transfer = transfers.removeValue(forKey: task.taskIdentifier) else {
                return false
            }
            if let answer = body(&transfer) {
                finished = (transfer, answer)
                return false
            }
            transfers[task.taskIdentifier] = transfer
            return true
        }
        if let finished { finished.transfer.finish(finished.answer) }
        return mustGoOn
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let mustGoOn = advance(dataTask) { transfer in
            transfer.hasBegun = true
            return refusal(dataTask, response).map { .failed($0) }
        }
        completionHandler(mustGoOn ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let mustGoOn = advance(dataTask) { transfer in
            let lengthBytesMax = transfer.request.lengthBytesMax
            guard data.count <= lengthBytesMax - transfer.bytes.count else {
                return fileAnswer(dataTask, dataTask.response)?
                    .answer(nil, lengthBytesMax: lengthBytesMax)
                    ?? .failed(.tooLong(lengthBytesMax: lengthBytesMax))
            }
            transfer.bytes += data
            return nil
        }
        if !mustGoOn { cancelOnce(dataTask) }
    }

    /// Cancels a task from another thread.
    ///
    /// On Linux, `cancel` waits while a server sends faster than the app reads. Pieces that come until then must be
    /// dropped, or they fill the memory.
    private func cancelOnce(_ task: URLSessionTask) {
        let isFirst = lock.withLock { cancelled.insert(task.taskIdentifier).inserted }
        if isFirst { Thread.detachNewThread { task.cancel() } }
    }

    /// Refuses to log in: the answer that asks for it, with status 401 or 407, is the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let failure = fileAnswer(task, challenge.failureResponse)?.failure else {
            // It is about the server's certificate.
            return completionHandler(.performDefaultHandling, nil)
        }
        _ = advance(task) { _ in .failed(failure) }
        handOver(task, goesOn: false) { completionHandler(.cancelAuthenticationChallenge, nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let refusal = FileAnswer.refusal(
            ofRedirectFrom: task.originalRequest?.url?.absoluteString ?? "",
            to: request.url?.absoluteString ?? "")
        let mustGoOn = advance(task) { transfer in
            transfer.redirectsCount += 1
            if let refusal { return .failed(refusal) }
            return transfer.redirectsCount > limits.redirectsMax
                ? .failed(
                    .unreachable("expected at most \(limits.redirectsMax) redirects, found more"))
                : nil
        }
        handOver(task, goesOn: mustGoOn) { completionHandler(mustGoOn ? request : nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        _ = lock.withLock { cancelled.remove(task.taskIdentifier) }
        _ = advance(task) { transfer in
            if let error {
                let isCancelled = (error as? URLError)?.code == .cancelled
                return .failed(isCancelled ? .cancelled : Self.refusal(error))
            }
            return fileAnswer(task, task.response)?
                .answer(transfer.bytes, lengthBytesMax: transfer.request.lengthBytesMax)
                ?? .failed(.unreachable("the server sent no answer"))
        }
    }

    private func fileAnswer(_ task: URLSessionTask, _ response: URLResponse?) -> FileAnswer? {
        (response as? HTTPURLResponse).map { FileAnswer($0, asked: task.originalRequest?.url) }
    }

    /// Why an answer cannot be used, before its body comes; nil if it can.
    private func refusal(_ task: URLSessionTask, _ response: URLResponse) -> FetchError? {
        guard let response = response as? HTTPURLResponse else { return nil }
        let headersBytes = response.allHeaderFields.reduce(0) { bytes, header in
            bytes + "\(header.key)".utf8.count + "\(header.value)".utf8.count
        }
        guard headersBytes <= limits.headersBytesMax else {
            return .unreachable(
                "the server sent more than \(limits.headersBytesMax) bytes of headers")
        }
        return response.statusCode == 200 ? fileAnswer(task, response)?.refusal : nil
    }

    private static func refusal(_ error: any Error) -> FetchError {
        let problem = error.localizedDescription
        switch (error as? URLError)?.code {
        case .cannotFindHost, .dnsLookupFailed: return .unreachable(problem, .name)
        case .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .serverCertificateUntrusted:
            break
        case .secureConnectionFailed where !problem.contains("certificate"):
            return .notEncrypted(problem)
        // On Linux, only the text says that it is the certificate.
        default:
            guard problem.contains("certificate") else { return .unreachable(problem, .connection) }
        }
        return .unreachable(
            "the server's certificate is not trusted (\(problem)); do you"
                + " have to sign in to this network, or is the clock wrong?", .certificate)
    }
}

extension FileAnswer {
    /// Takes over the head of an answer.
    init(_ response: HTTPURLResponse, asked: URL?) {
        self.init(
            status: response.statusCode, asked: asked.map(Self.origin),
            found: response.url.map(Self.origin)
        ) { response.value(forHTTPHeaderField: $0) }
    }

    private static func origin(_ url: URL) -> String {
        "\(url.scheme ?? "")://\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")"
    }
}
