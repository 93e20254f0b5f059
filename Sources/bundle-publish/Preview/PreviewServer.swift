import FlyingFox
import FlyingSocks
import Foundation

/// Serves the preview to browsers of this machine.
///
/// It listens on the loopback alone and answers nobody who came by another name than the machine's own:
/// a page somewhere else could otherwise give its name this address and read along.
struct PreviewServer: Sendable {
    let board: PreviewBoard
    /// The page around what the board has.
    let page: @Sendable (PreviewBoard.Post) -> String
    private let server: HTTPServer

    /// Longer than the longest answer takes.
    private static let requestSeconds = 30.0
    /// How long a page is kept waiting for news.
    private static let wait = Duration.seconds(20)

    init(
        port: UInt16, board: PreviewBoard, page: @escaping @Sendable (PreviewBoard.Post) -> String
    ) throws {
        self.board = board
        self.page = page
        server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.requestSeconds,
            logger: .disabled)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: where the port cannot be had.
    func run() async throws {
        await server.appendRoute("*") { request in await answer(request) }
        try await server.run()
    }

    /// The port, once somebody can connect to it.
    func port() async throws -> UInt16 {
        try await server.waitUntilListening(timeout: 10)
        guard case .ip4(_, let port)? = await server.listeningAddress else { return 0 }
        return port
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard let port = try? await port(), Self.isOurs(request.headers[.host], port: port) else {
            return Self.response(.forbidden, "text/plain", "expected the Host 127.0.0.1\n")
        }
        guard request.method == .GET || request.method == .HEAD else {
            return Self.response(.methodNotAllowed, "text/plain", "expected GET\n")
        }
        switch request.path {
        case "/": return Self.response(.ok, "text/html", page(await board.post))
        case "/preview.js": return Self.response(.ok, "text/javascript", PreviewPage.script)
        case "/changes":
            let after = request.query.first { $0.name == "after" }.flatMap { Int($0.value) } ?? 0
            let post = await board.post(after: after, wait: Self.wait)
            return Self.response(.ok, "text/html", post.html, number: post.number)
        default: return Self.response(.notFound, "text/plain", "nothing here\n")
        }
    }

    /// Whether a request was meant for this server and no other.
    static func isOurs(_ host: String?, port: UInt16) -> Bool {
        ["127.0.0.1", "localhost"].contains { host == "\($0):\(port)" }
    }

    private static func response(
        _ status: HTTPStatusCode, _ type: String, _ text: String, number: Int? = nil
    ) -> HTTPResponse {
        var headers: HTTPHeaders = [
            .contentType: "\(type); charset=utf-8", .cacheControl: "no-store",
            HTTPHeader("X-Content-Type-Options"): "nosniff",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
            HTTPHeader("Content-Security-Policy"):
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; "
                + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ]
        if let number { headers[HTTPHeader("Preview-Number")] = String(number) }
        return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
    }
}
