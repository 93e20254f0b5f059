import Foundation
import SeasonClient
import TUF

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transfers of one URLSession, each with what has come so far.
final class OpenTransfers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Transfer {
        let request: FetchRequest
        let finish: @Sendable (HostAnswer) -> Void
        var bytes: [UInt8] = []
        var redirectsCount = 0
        /// Why we ended it.
        var failure: FetchError?
    }

    private let limits: TransferLimits
    /// Protects ``transfers``: the session calls from threads of its own.
    private let lock = NSLock()
    private var transfers: [Int: Transfer] = [:]

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

    /// Changes a transfer.
    ///
    /// The caller ends it through the handler that it has, or by `cancel`; both would end the process on Linux.
    ///
    /// - Returns: whether the transfer may go on.
    private func change(
        _ task: URLSessionTask, _ body: (inout Transfer) -> FetchError?
    ) -> Bool {
        lock.withLock {
            guard var transfer = transfers[task.taskIdentifier], transfer.failure == nil else {
                return false
            }
            transfer.failure = body(&transfer)
            transfers[task.taskIdentifier] = transfer
            return transfer.failure == nil
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let mayGoOn = change(dataTask) { _ in
            guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
                return nil
            }
            return AnswerHead(response, asked: dataTask.originalRequest?.url).refusal
        }
        completionHandler(mayGoOn ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let mayGoOn = change(dataTask) { transfer in
            let lengthBytesMax = transfer.request.lengthBytesMax
            guard data.count <= lengthBytesMax - transfer.bytes.count else {
                let isFile = (dataTask.response as? HTTPURLResponse)?.statusCode == 200
                // The page of an error has a limit, too; its status says enough.
                return isFile ? .tooLong(lengthBytesMax: lengthBytesMax) : nil
            }
            transfer.bytes += data
            return nil
        }
        if !mayGoOn { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // To a safer scheme, but not to a less safe one and not to files of this machine.
        let scheme = request.url?.scheme?.lowercased()
        let isSafe =
            scheme == "https"
            || (scheme == "http" && task.originalRequest?.url?.scheme?.lowercased() == "http")
        let mayGoOn = change(task) { transfer in
            transfer.redirectsCount += 1
            guard isSafe else {
                return .webPage(
                    "the server redirects to \(request.url?.absoluteString ?? ""), which is not"
                        + " allowed")
            }
            return transfer.redirectsCount > limits.redirectsMax
                ? .unreachable("expected at most \(limits.redirectsMax) redirects, found more")
                : nil
        }
        completionHandler(mayGoOn ? request : nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let transfer = lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }
        guard let transfer else { return }
        transfer.finish(Self.answer(transfer, task, error))
    }

    private static func answer(
        _ transfer: Transfer, _ task: URLSessionTask, _ error: (any Error)?
    ) -> HostAnswer {
        if let failure = transfer.failure { return .failed(failure) }
        if let error {
            let isCancelled = (error as? URLError)?.code == .cancelled
            return .failed(isCancelled ? .cancelled : .unreachable(sentence(error)))
        }
        guard let response = task.response as? HTTPURLResponse else {
            return .failed(.unreachable("the server sent no answer"))
        }
        return AnswerHead(response, asked: task.originalRequest?.url).answer(transfer.bytes)
    }

    private static func sentence(_ error: any Error) -> String {
        let certificates: [URLError.Code] = [
            .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .serverCertificateUntrusted, .secureConnectionFailed,
        ]
        guard let code = (error as? URLError)?.code, certificates.contains(code) else {
            return error.localizedDescription
        }
        return "the server's certificate is not trusted (\(error.localizedDescription)); do you"
            + " have to sign in to this network, or is the clock wrong?"
    }
}
