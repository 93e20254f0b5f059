import Foundation
import HTTPRules
import TUF

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches a published directory's files with URLSession; every limit holds while the bytes come.
struct RepositoryTransfers: Sendable {
    private let base: URL
    private let limits: TransferLimits
    private let userAgent: String

    /// Opens nothing yet; `base` is the published directory, with or without a slash at its end.
    init(_ base: URL, userAgent: String, limits: TransferLimits) {
        self.base = base
        self.userAgent = userAgent
        self.limits = limits
    }

    /// The published directory as reports name it.
    var address: String { base.absoluteString }

    /// Fetches files side by side.
    ///
    /// - Returns: an answer for each, in the same order.
    func answers(_ requests: [FetchRequest]) async -> [HostAnswer] {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = limits.stall / .seconds(1)
        configuration.timeoutIntervalForResource = limits.total / .seconds(1)
        configuration.httpMaximumConnectionsPerHost = limits.filesAtOnce
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.httpAdditionalHeaders = [
            "User-Agent": userAgent, "Accept-Encoding": "identity",
        ]
        let transfers = OpenTransfers(limits)
        let session = URLSession(
            configuration: configuration, delegate: transfers, delegateQueue: nil)
        // The session keeps its delegate until then.
        defer { session.finishTasksAndInvalidate() }
        return await withTaskGroup(of: (Int, HostAnswer).self) { group in
            for (at, request) in requests.enumerated() {
                group.addTask { (at, await answer(request, session, transfers)) }
            }
            var answers = [HostAnswer](repeating: .absent, count: requests.count)
            for await (at, answer) in group { answers[at] = answer }
            return answers
        }
    }

    private func answer(
        _ request: FetchRequest, _ session: URLSession, _ transfers: OpenTransfers
    ) async -> HostAnswer {
        let folder = request.base == .metadata ? "metadata" : "targets"
        let slash = base.absoluteString.hasSuffix("/") ? "" : "/"
        guard let url = URL(string: "\(base.absoluteString)\(slash)\(folder)/\(request.path)")
        else { return .failed(.unreachable("\(request.path): not an address")) }
        let task = session.dataTask(
            with: URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData))
        // URLSession on Linux does not know timeoutIntervalForResource.
        let clock = Task {
            try await Task.sleep(for: limits.total)
            transfers.timeOut(task)
        }
        defer { clock.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfers.add(task, request) { continuation.resume(returning: $0) }
                // The handler below may have come before there was a transfer to end.
                if Task.isCancelled { transfers.cancel(task) } else { task.resume() }
            }
        } onCancel: {
            transfers.cancel(task)
        }
    }
}
