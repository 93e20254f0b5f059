import BundleFormat
import BundlePublisher
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves the preview to browsers of this machine.
///
/// It listens on the loopback address alone. It answers only requests that name this machine: otherwise a
/// page elsewhere could resolve its own name to this address and read the preview.
struct PreviewServer: Sendable {
    /// Where it can be reached.
    let port: Int
    private let year: BundleYear
    private let board: PreviewBoard
    private let listener: NIOAsyncChannel<Client, Never>

    /// How long a page's request may wait for news.
    private static let wait = Duration.seconds(20)
    /// How often it looks for news.
    private static let pause = Duration.milliseconds(20)

    private typealias Client = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    /// Listens; connections wait until ``run()`` answers them.
    ///
    /// - Throws: an error if the port is not free.
    init(port: UInt16, year: BundleYear, board: PreviewBoard) async throws {
        self.year = year
        self.board = board
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: Int(port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Client(wrappingChannelSynchronously: channel)
                }
            }
        self.port = listener.channel.localAddress?.port ?? 0
    }

    /// Serves until the task is cancelled.
    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await listener.executeThenClose { clients in
                for try await client in clients {
                    // A browser that goes away ends its own conversation, no other.
                    group.addTask { try? await serve(client) }
                }
            }
        }
    }

    private func serve(_ client: Client) async throws {
        try await client.executeThenClose { parts, answers in
            var head: HTTPRequestHead?
            for try await part in parts {
                switch part {
                case .head(let read): head = read
                case .body: break
                case .end:
                    guard let request = head else { return }
                    try await answers.write(contentsOf: answer(request).parts(for: request))
                    guard request.isKeepAlive else { return }
                }
            }
        }
    }

    private func answer(_ request: HTTPRequestHead) async throws -> PreviewAnswer {
        guard Self.isOurs(request.headers.first(name: "Host"), port: port) else {
            return .text(.forbidden, "text/plain", "expected the Host 127.0.0.1\n")
        }
        guard request.method == .GET || request.method == .HEAD else {
            return .text(.methodNotAllowed, "text/plain", "expected GET\n")
        }
        let parts = request.uri.split(separator: "?", maxSplits: 1).map(String.init)
        let path = parts.first ?? ""
        switch path {
        case "/": return .text(.ok, "text/html", PreviewPage.page(year, board.post))
        case "/preview.js": return .text(.ok, "text/javascript", PreviewPage.script)
        case "/changes":
            let after = parts.last?.split(separator: "=").last.flatMap { Int($0) } ?? 0
            let end = ContinuousClock.now + Self.wait
            while board.post.number <= after, ContinuousClock.now < end {
                try await Task.sleep(for: Self.pause)
            }
            let post = board.post
            return .text(.ok, "text/html", post.html, number: post.number)
        default:
            guard let file = board.post.site?[String(path.dropFirst())],
                let bytes = try? file.bytes()
            else { return .text(.notFound, "text/plain", "nothing here\n") }
            // The page that draws matches has its own policy.
            return PreviewAnswer(
                status: .ok, contentType: file.contentType, body: ByteBuffer(bytes: bytes),
                policy: "frame-ancestors 'none'")
        }
    }

    /// True if a request was meant for this server and no other.
    static func isOurs(_ host: String?, port: Int) -> Bool {
        ["127.0.0.1", "localhost"].contains { host == "\($0):\(port)" }
    }
}
