import Foundation
import TUF

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
