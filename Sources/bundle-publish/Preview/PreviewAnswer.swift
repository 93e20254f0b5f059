import BundlePublisher
import NIOCore
import NIOHTTP1

/// One answer of the preview's server; a browser does not keep it, and it runs nothing from elsewhere.
struct PreviewAnswer {
    private let status: HTTPResponseStatus
    private let body: [UInt8]
    private var headers: HTTPHeaders

    init(_ status: HTTPResponseStatus, _ type: String, _ text: String, number: Int? = nil) {
        self.status = status
        body = Array(text.utf8)
        headers = [
            "Content-Type": "\(type); charset=utf-8",
            "Content-Length": String(text.utf8.count),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Content-Security-Policy":
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; "
                + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ]
        if let number { headers.add(name: "Preview-Number", value: String(number)) }
    }

    /// Answers with a file of the page that draws matches; the page has its own policy.
    init(_ file: PublishFile, _ bytes: [UInt8]) {
        status = .ok
        body = bytes
        headers = [
            "Content-Type": file.contentType,
            "Content-Length": String(bytes.count),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Content-Security-Policy": "frame-ancestors 'none'",
        ]
    }

    /// The parts of the answer for the network.
    func parts(for request: HTTPRequestHead) -> [HTTPServerResponsePart] {
        var headers = headers
        headers.add(name: "Connection", value: request.isKeepAlive ? "keep-alive" : "close")
        let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
        guard request.method != .HEAD else { return [.head(head), .end(nil)] }
        return [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)]
    }
}
