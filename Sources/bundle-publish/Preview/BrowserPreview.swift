import BundlePublisher
import Dispatch
import Glibc
import SeasonAuthoring
import Synchronization

/// Shows a season in a browser and again at each save, until a signal ends it.
struct BrowserPreview {
    let loader: PreviewLoader
    let watch: FolderWatch
    /// The port; 0 for any free one.
    let port: UInt16

    /// Serves the preview, and prints its address.
    func run() throws(PublishError) -> Int32? {
        let signals = try SignalPipe.open([SIGINT, SIGTERM, SIGHUP])
        defer { close(signals) }
        var content = loader.load(after: nil)
        let viewer = ViewerPlace.folder.flatMap { Viewer(folder: $0) }
        let board = PreviewBoard(
            PreviewPage.body(content, hasViewer: viewer != nil), Self.site(content, viewer))
        let year = loader.year
        let server = try start(board) { post in
            PreviewPage.page(year, body: post.html, number: post.number)
        }
        defer { server.cancel() }
        Console.message(content.summary)
        while true {
            var waiting = [watch.descriptor, signals].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            if waiting[1].revents != 0 { return SignalPipe.next(signals) }
            guard watch.settle() else { continue }
            content = loader.load(after: content)
            let html = PreviewPage.body(content, hasViewer: viewer != nil)
            let site = Self.site(content, viewer)
            Self.wait { await board.renew(html, site) }
            Console.message(content.summary)
        }
    }

    private static func site(
        _ content: PreviewContent, _ viewer: Viewer?
    ) -> [String: PublishFile]? {
        guard let viewer, let packed = content.packed else { return nil }
        return try? viewer.unpublished(packed, now: Surroundings.now)
    }

    private func start(
        _ board: PreviewBoard, page: @escaping @Sendable (PreviewBoard.Post) -> String
    ) throws(PublishError) -> Task<Void, any Error> {
        let port = port
        let opened: Result<PreviewServer, any Error> = Self.wait {
            do {
                return .success(try await PreviewServer(port: port, board: board, page: page))
            } catch {
                return .failure(error)
            }
        }
        guard case .success(let server) = opened else {
            throw PublishError(
                "preview: cannot listen at 127.0.0.1:\(port)",
                remedy: "something else does: leave --port out for any free one")
        }
        Console.result("http://127.0.0.1:\(server.port)/")
        return Task { try await server.run() }
    }

    /// Waits for work on another thread.
    private static func wait<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) -> Value {
        let outcome = Outcome<Value>()
        Task {
            let value = await body()
            outcome.set(value)
        }
        return outcome.waitForValue()
    }
}

/// A value on its way from one thread to another.
private final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    func waitForValue() -> Value {
        while true {
            isThere.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
