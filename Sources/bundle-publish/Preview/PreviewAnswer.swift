import NIOCore
import NIOHTTP1

/// One answer of the preview's server; a browser does not keep it, and it runs nothing from elsewhere.
struct PreviewAnswer {
    let status: HTTPResponseStatus
    let contentType: String
    let body: ByteBuffer
    var policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; "
        + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    var number: Int?

    static func text(
        _ status: HTTPResponseStatus, _ type: String, _ text: String, number: Int? = nil
    ) -> PreviewAnswer {
        PreviewAnswer(
            status: status, contentType: "\(type); charset=utf-8", body: ByteBuffer(string: text),
            number: number)
    }

    /// The parts of the answer for the network.
    func parts(for request: HTTPRequestHead) -> [HTTPServerResponsePart] {
        var headers: HTTPHeaders = [
            "Content-Type": contentType,
            "Content-Length": String(body.readableBytes),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Content-Security-Policy": policy,
            "Connection": request.isKeepAlive ? "keep-alive" : "close",
        ]
        if let number { headers.add(name: "Preview-Number", value: String(number)) }
        let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
        guard request.method != .HEAD else { return [.head(head), .end(nil)] }
        return [.head(head), .body(.byteBuffer(body)), .end(nil)]
    }
}
