import Foundation
import TUF

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an answer means, by its status and headers; the rules are those of the agent's `RepositoryTransport`.
struct AnswerHead {
    private let response: HTTPURLResponse
    private let asked: URL?

    /// - Parameters:
    ///   - response: the last answer, after redirects.
    ///   - asked: the address that was asked first.
    init(_ response: HTTPURLResponse, asked: URL?) {
        (self.response, self.asked) = (response, asked)
    }

    /// Content codings that change a file's bytes (RFC 9110 §8.4.1); `aws-chunked` and unknown words do not.
    private static let changingCodings: Set<String> = [
        "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip",
        "x-compress", "x-gzip", "zstd",
    ]

    /// Whether the body is the file.
    var isFile: Bool { response.statusCode == 200 }

    /// Why an answer cannot be used, before its body comes; nil if it can.
    ///
    /// - Parameter headersBytesMax: the bytes of its headers.
    func refusal(headersBytesMax: Int) -> FetchError? {
        let headersBytes = response.allHeaderFields.reduce(0) { bytes, header in
            bytes + "\(header.key)".utf8.count + "\(header.value)".utf8.count
        }
        guard headersBytes <= headersBytesMax else {
            return .unreachable("the server sent more than \(headersBytesMax) bytes of headers")
        }
        guard isFile else { return nil }
        if let url = response.url, let asked, origin(url) != origin(asked),
            value("Content-Type")?.lowercased().hasPrefix("text/html") == true
        {
            return .webPage(
                "expected a file of the repository, found that \(origin(url)) answers with a web"
                    + " page")
        }
        let codings = (value("Content-Encoding") ?? "").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let coding = codings.first(where: { Self.changingCodings.contains($0) }) else {
            return nil
        }
        return .unreachable(
            "the server, or something before it, sent the file as \(coding) without being asked")
    }

    /// The answer to a request.
    func answer(_ body: [UInt8]) -> HostAnswer {
        let problem = "the server answered with status \(response.statusCode)"
        switch response.statusCode {
        case 200: return .found(body)
        // Object stores answer 403 for a file that does not exist.
        case 403, 404, 410: return .absent
        // RFC 6585 §6.
        case 511: return .failed(.webPage("the network answered with status 511"))
        case 401, 407:
            return .failed(.unreachable("\(problem): it wants credentials, or other ones"))
        case 400...:
            guard let seconds = retryAfterSeconds, seconds > 0 else { fallthrough }
            return .failed(.retryAfter(seconds: seconds, problem))
        default: return .failed(.unreachable(problem))
        }
    }

    /// How long the server asks to wait (RFC 9110 §10.2.3); a date counts from the answer's own `Date`.
    private var retryAfterSeconds: Int? {
        guard let text = value("Retry-After") else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int(text) ?? .max
        }
        guard let end = Self.date(text), let sent = value("Date").flatMap(Self.date) else {
            return nil
        }
        return Int(max(0, min(end.timeIntervalSince(sent), TimeInterval(Int32.max))))
    }

    /// A date in the form that servers send (RFC 9110 §5.6.7); the two older forms count as none.
    private static func date(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text)
    }

    private func value(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }

    private func origin(_ url: URL) -> String {
        "\(url.scheme ?? "")://\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")"
    }
}
