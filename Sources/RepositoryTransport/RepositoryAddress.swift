import TUF
import WebTransport

/// The address of a repository's static directory: a valid web address or a folder.
public struct RepositoryAddress: Hashable, Sendable, CustomStringConvertible {
    private enum Location: Hashable {
        case web(WebAddress)
        /// The path, without a final slash.
        case folder(String)
    }

    private let location: Location

    /// Reads `http://…`, `https://…`, `file:///…` or the path of a folder, with or without a final slash.
    ///
    /// - Throws: ``AddressError`` for other schemes, for what looks like a mistyped address, and for web addresses with
    /// credentials, a query or characters that must be percent-encoded.
    public init(_ text: String) throws(AddressError) {
        guard let colon = text.firstRange(of: "://") else {
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw AddressError(text, "expected an address or a folder, found nothing")
            }
            if Self.schemeRest(text)?.first == ":" {
                throw AddressError(text, "expected // after the colon")
            }
            guard !Self.looksLikeHost(text) else {
                throw AddressError(
                    text,
                    "expected http:// or https:// before the server's name or IP address, or ./ before"
                        + " a folder of that name")
            }
            guard !Self.looksMistyped(text) else {
                throw AddressError(
                    text,
                    "expected https:// and an address without a user and password, or ./ before a"
                        + " folder of that name")
            }
            location = .folder(text.withoutFinalSlashes)
            return
        }
        switch text[..<colon.lowerBound].lowercased() {
        case "file":
            location = .folder(try Self.folder(String(text[colon.upperBound...]), of: text))
        case "http", "https": location = .web(try WebAddress(text, subject: "repository"))
        default: throw AddressError(text, "expected http://, https://, file:// or a folder")
        }
    }

    /// The address on the web; nil for a folder.
    public var web: WebAddress? {
        guard case .web(let address) = location else { return nil }
        return address
    }

    /// The folder's path; nil for the web.
    public var folderPath: String? {
        guard case .folder(let path) = location else { return nil }
        return path
    }

    /// The address in the form for people; it contains no login.
    public var description: String {
        switch location {
        case .web(let address): address.description
        case .folder(let path): path.hasPrefix("/") ? "file://\(path)" : path
        }
    }

    /// Whether a text is an address, also a mistyped one or one that could not be used; nothing should show it.
    ///
    /// A path that begins with `./`, `../` or one slash is never taken for an address.
    public static func isMeant(by text: String) -> Bool {
        text.contains("://") || schemeRest(text)?.first == ":" || looksLikeHost(text)
            || looksMistyped(text)
    }

    /// True for `192.168.1.5`, `[fe80::1]:8080`, `localhost:8080` and `updates.example.org:8443/bundles`.
    private static func looksLikeHost(_ text: String) -> Bool {
        let authority = text.prefix { $0 != "/" }
        if authority.hasPrefix("["), authority.contains("]"), authority.contains(":") {
            return true
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
        if parts.count <= 2, numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil }) {
            return true
        }
        return parts.count == 2 && !parts[0].isEmpty && (UInt16(parts[1]) ?? 0) > 0
    }

    /// `USER:PASSWORD@…`, which a folder would show with the password, and `http//…`, `https;/…` and the like.
    private static func looksMistyped(_ text: String) -> Bool {
        guard text.hasPrefix("//") || !["/", "./", "../"].contains(where: text.hasPrefix) else {
            return false
        }
        // A password may contain a slash.
        if let colon = text.firstIndex(of: ":"), text[colon...].contains("@") { return true }
        // A folder may be called `http`, `http-site` or `file.d`, and have folders in it.
        let marks = schemeRest(text)?.prefix { !($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        return (marks?.count ?? 0) > 1
    }

    /// What follows the name of a scheme at the beginning; nil if there is none.
    private static func schemeRest(_ text: String) -> Substring? {
        let lowercased = text.lowercased()
        let name = ["https", "http", "file", "s3"].first(where: lowercased.hasPrefix)
        return name.map { text.dropFirst($0.count) }
    }

    private static func folder(_ rest: String, of text: String) throws(AddressError) -> String {
        let path = rest.hasPrefix("localhost/") ? String(rest.dropFirst(9)) : rest
        guard path.hasPrefix("/"), let decoded = PercentEncoding.decode(path) else {
            throw AddressError(text, "expected an absolute path after file://")
        }
        return decoded.withoutFinalSlashes
    }

    /// Makes a fetcher for this repository.
    ///
    /// - Parameter isCancelled: called at least five times a second during a transfer; true ends it.
    public func fetcher(
        _ options: WebOptions, isCancelled: @escaping () -> Bool = { false }
    ) -> any Fetcher {
        switch location {
        case .web(let address):
            CurlFetcher(
                metadata: address.folder("metadata"), targets: address.folder("targets"),
                options: options, isCancelled: isCancelled)
        case .folder(let path): FileFetcher(folder: path, isCancelled: isCancelled)
        }
    }
}

extension AddressError {
    init(_ text: String, _ problem: String) {
        self.init(text, problem, subject: "repository")
    }
}
