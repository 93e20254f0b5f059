import BundlePublisher
import Glibc
import NIOCore
import NIOPosix
import SeasonAuthoring

/// Shows a season in a browser and again at each save, until a signal ends it.
struct BrowserPreview {
    let loader: PreviewLoader
    let watch: FolderWatch
    /// The port; 0 for any free one.
    let port: UInt16

    /// Serves the preview, and prints its address.
    func run() throws(PublishError) -> Int32 {
        let events = try PreviewEvents(watch)
        let viewer = ViewerPlace.folder.flatMap { Viewer(folder: $0) }
        let board = PreviewBoard()
        var content = loader.load(after: nil)
        board.renew(content, viewer)
        let server = try start(board)
        defer { server.cancel() }
        Console.message(content.summary)
        while true {
            switch events.next() {
            case .saved:
                content = loader.load(after: content)
                board.renew(content, viewer)
                Console.message(content.summary)
            case .signal(SIGWINCH), .typed: continue
            case .signal(let number): return number
            }
        }
    }

    private func start(_ board: PreviewBoard) throws(PublishError) -> Task<Void, any Error> {
        let (port, year) = (port, loader.year)
        let server: PreviewServer
        do {
            server = try MultiThreadedEventLoopGroup.singleton.any().makeFutureWithTask {
                try await PreviewServer(port: port, year: year, board: board)
            }.wait()
        } catch {
            throw PublishError(
                "preview: cannot listen at 127.0.0.1:\(port)",
                remedy: "something else does: leave --port out for any free one")
        }
        Console.result("http://127.0.0.1:\(server.port)/")
        return Task { try await server.run() }
    }
}
