import TUF
import WebTransport

/// The address of a repository's static directory: a valid web address or a folder.
public struct RepositoryAddress: Hashable, Sendable, CustomStringConvertible {
    /// How the directory is read.
    public enum Scheme: String, Sendable {
        case http
        case https
        case file
    }

    private enum Place: Hashable {
        case web(WebAddress)
        /// The path, without a final slash.
        case folder(String)
    }

    private let place: Place

    /// Reads `http://…`, `https://…`, `file:///…` or the path of a folder, with or without a final
    /// slash.
    ///
    /// - Parameter text: the address.
    /// - Throws: ``AddressError`` for other schemes, for a login without a scheme, and for web addresses with
    ///   credentials, a query or characters that must be percent-encoded.
    public init(_ text: String) throws(AddressError) {
        guard let colon = text.firstRange(of: "://") else {
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw AddressError(text, "expected an address or a folder, found nothing")
            }
            if let colon = text.firstIndex(of: ":"),
                Scheme(rawValue: text[..<colon].lowercased()) != nil
            {
                throw AddressError(text, "expected // behind the colon")
            }
            guard !Self.hasLogin(text) else {
                throw AddressError(
                    text,
                    "expected https:// and an address without a user and password, or ./ before a"
                        + " folder of that name")
            }
            place = .folder(text.withoutFinalSlashes)
            return
        }
        switch Scheme(rawValue: text[..<colon.lowerBound].lowercased()) {
        case nil: throw AddressError(text, "expected http://, https://, file:// or a folder")
        case .file: place = .folder(try Self.folder(String(text[colon.upperBound...]), of: text))
        case .http, .https: place = .web(try WebAddress(text, subject: "repository"))
        }
    }

    /// How the directory is read.
    public var scheme: Scheme {
        switch place {
        case .web(let address): address.scheme == .https ? .https : .http
        case .folder: .file
        }
    }

    /// The address on the web; nil for a folder.
    var web: WebAddress? {
        guard case .web(let address) = place else { return nil }
        return address
    }

    /// The folder's path; nil for the web.
    public var folderPath: String? {
        guard case .folder(let path) = place else { return nil }
        return path
    }

    /// Scheme, host and port, in the form for comparing; nil for a folder.
    var origin: String? { web?.origin }

    /// The address in the form for people; it contains no login.
    public var description: String {
        switch place {
        case .web(let address): address.description
        case .folder(let path): path.hasPrefix("/") ? "file://\(path)" : path
        }
    }

    /// True for `USER:PASSWORD@…` without a scheme: as a folder it would be shown with the password.
    private static func hasLogin(_ text: String) -> Bool {
        let authority = text.hasPrefix("//") ? text.dropFirst(2) : text[...]
        guard let colon = authority.firstIndex(where: { ":/".contains($0) }),
            authority[colon] == ":"
        else { return false }
        // A password may contain a slash.
        return authority[colon...].contains("@")
    }

    private static func folder(_ rest: String, of text: String) throws(AddressError) -> String {
        let path = rest.hasPrefix("localhost/") ? String(rest.dropFirst(9)) : rest
        guard path.hasPrefix("/"), let decoded = PercentEncoding.decode(path) else {
            throw AddressError(text, "expected an absolute path after file://")
        }
        return decoded.withoutFinalSlashes
    }
}

extension RepositoryAddress {
    /// Makes a fetcher for this repository.
    ///
    /// - Parameters:
    ///   - options: how to speak to a web server; folders need no options.
    ///   - isCancelled: called at least five times a second during a transfer; true ends the
    ///     transfer.
    /// - Returns: the fetcher; it has not connected yet.
    public func fetcher(
        _ options: WebOptions, isCancelled: @escaping () -> Bool = { false }
    ) -> any Fetcher {
        switch place {
        case .web(let address):
            CurlFetcher(
                metadata: address.folder("metadata"), targets: address.folder("targets"),
                options: options, isCancelled: isCancelled)
        case .folder(let path): FileFetcher(folder: path, isCancelled: isCancelled)
        }
    }
}
