import HTTPRules

/// The head of a web server's answer to a request for a file, and what the answer means.
///
/// Every host asks here: libcurl's callbacks, URLSession and JavaScript. A page of a captive portal is refused by its head,
/// or else by its body (``WebPageSign``).
package struct FileAnswer {
    private let status: Int
    private let (contentType, contentEncoding): (String, String)
    private let (retryAfter, date): (String, String)
    private let (asked, found): (String?, String?)
    private let isDecoded: Bool

    /// - Parameters:
    ///   - asked: scheme, host and port of the address that was asked first; nil if nothing compares them.
    ///   - header: the value of a header, by its name in lower case; nil if there is none.
    package init(
        status: Int, asked: String? = nil, found: String? = nil, isDecoded: Bool = false,
        header: (String) -> String?
    ) {
        (self.status, self.asked, self.found, self.isDecoded) = (status, asked, found, isDecoded)
        (contentType, contentEncoding) = (
            header("content-type") ?? "", header("content-encoding") ?? ""
        )
        (retryAfter, date) = (header("retry-after") ?? "", header("date") ?? "")
    }

    /// Whether the body is to be read; if not, ``answer(_:lengthBytesMax:)`` needs none.
    package var needsBody: Bool { status == 200 && refusal == nil }

    /// What the answer means, once its body has ended; `body` is nil if it has more than `lengthBytesMax`.
    package func answer(_ body: [UInt8]?, lengthBytesMax: Int) -> HostAnswer {
        guard status == 200 else { return failure.map { .failed($0) } ?? .absent }
        if let refusal { return .failed(refusal) }
        if let body { return .found(body) }
        return .failed(changingCoding ?? .tooLong(lengthBytesMax: lengthBytesMax))
    }

    /// Why the body of a successful answer is not the file; nil if it may be.
    package var refusal: FetchError? {
        if let asked, let found, asked != found {
            if let problem = Self.refusal(ofRedirectFrom: asked, to: found) { return problem }
            if HTTPDate.words(contentType).first == "text/html" {
                return .webPage(
                    "expected a file of the repository, found that \(found) answers with a web"
                        + " page")
            }
        }
        return isDecoded ? nil : changingCoding
    }

    /// Why an answer without success has no file; nil if the server says that it does not have it.
    package var failure: FetchError? {
        let problem = "the server answered with status \(status)"
        switch status {
        // Object stores answer 403 for a file that does not exist, unless the reader may list the folder.
        case 403, 404, 410: return nil
        // RFC 6585 §6.
        case 511: return .webPage("the network answered with status 511")
        case 401, 407:
            return .unreachable(
                "\(problem): it wants a login, or another one", status == 401 ? .login : .proxy)
        default:
            let seconds = TemporaryStatus.seconds(retryAfter: retryAfter, date: date) ?? 0
            guard status >= 400, seconds > 0 else { return .unreachable(problem) }
            return .retryAfter(seconds: seconds, problem)
        }
    }

    /// Nil if a redirect may be followed: to a safer scheme, but not to a less safe one, and not to files of this machine.
    package static func refusal(ofRedirectFrom asked: String, to address: String) -> FetchError? {
        func isAt(_ scheme: String, _ address: String) -> Bool {
            Hex.lowercased(address).utf8.starts(with: scheme.utf8)
        }
        guard !isAt("https:", address), !isAt("http:", address) || !isAt("http:", asked) else {
            return nil
        }
        return notAllowed(address)
    }

    package static func notAllowed(_ address: String) -> FetchError {
        .webPage("the server redirects to \(address), which is not allowed")
    }
}

extension FileAnswer {
    /// The content codings that change a file's bytes (RFC 9110 §8.4.1): IANA's registry without `identity`.
    ///
    /// Other words leave the bytes as they are: object stores send `aws-chunked`, which was only the form of an
    /// upload. If an unknown word means another coding after all, the signed hash refuses the bytes.
    private static let changingCodings = [
        "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip",
        "x-compress", "x-gzip", "zstd",
    ]

    /// The error about a coding that makes the body differ from the file; nil if there is none.
    private var changingCoding: FetchError? {
        for coding in HTTPDate.words(contentEncoding) where Self.changingCodings.contains(coding) {
            return .unreachable(
                "the server, or something before it, sent the file as \(coding) without being asked"
            )
        }
        return nil
    }
}

/// What the host answers to one request; bytes are as received.
public enum HostAnswer: Sendable {
    /// The whole file, or more bytes than were asked for.
    case found([UInt8])
    /// The server does not have it: 404, or 403, which object stores answer instead.
    case absent
    /// No usable answer came.
    case failed(FetchError)
}

/// A captive portal answers every request with its own page, so the repository cannot be reached.
struct WebPageSign {
    /// True if the first piece starts like a page.
    private(set) var isSeen = false

    mutating func check(_ piece: UnsafeRawBufferPointer) {
        isSeen = piece.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
    }

    func error(_ path: String) -> FetchError {
        .webPage("\(path): expected a file of the repository, found a web page")
    }
}
