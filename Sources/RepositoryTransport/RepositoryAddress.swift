import TUF

/// The address of a repository's static directory: a valid web address or a folder.
public struct RepositoryAddress: Hashable, Sendable, CustomStringConvertible {
    /// How the directory is read.
    public enum Scheme: String, Sendable {
        case http
        case https
        case file
    }

    /// How the directory is read.
    public let scheme: Scheme
    /// The address above `metadata/` and `targets/`, without a final slash: the whole URL, or the
    /// folder's path.
    let location: String

    /// Reads `http://…`, `https://…`, `file:///…` or the path of a folder, with or without a final
    /// slash.
    ///
    /// - Parameter text: the address.
    /// - Throws: ``AddressError`` for other schemes, and for web addresses with credentials, a
    ///   query or characters that must be percent-encoded.
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
            scheme = .file
            location = Self.withoutFinalSlashes(text)
            return
        }
        guard let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased()) else {
            throw AddressError(text, "expected http://, https://, file:// or a folder")
        }
        self.scheme = scheme
        let rest = String(text[colon.upperBound...])
        location =
            scheme == .file
            ? try Self.folder(rest, of: text)
            : "\(scheme.rawValue)://\(try Self.site(rest, of: text))"
    }

    /// The folder's path; nil for the web.
    public var folderPath: String? { scheme == .file ? location : nil }

    /// The address of one of its folders.
    func folder(_ name: String) -> RepositoryAddress {
        RepositoryAddress(scheme: scheme, location: "\(location)/\(name)")
    }

    private init(scheme: Scheme, location: String) {
        self.scheme = scheme
        self.location = location
    }

    /// Scheme, host and port, in the form for comparing; nil for a folder.
    var origin: String? {
        guard scheme != .file else { return nil }
        let prefix = "\(scheme.rawValue)://"
        var authority = location.dropFirst(prefix.count).prefix { $0 != "/" }.lowercased()
        let standardPort = scheme == .https ? ":443" : ":80"
        if authority.hasSuffix(standardPort) { authority.removeLast(standardPort.count) }
        return prefix + authority
    }

    /// The address in the form for people; it contains no login.
    public var description: String {
        scheme == .file && location.hasPrefix("/") ? "file://\(location)" : location
    }

    private static func folder(_ rest: String, of text: String) throws(AddressError) -> String {
        let path = rest.hasPrefix("localhost/") ? String(rest.dropFirst(9)) : rest
        guard path.hasPrefix("/"), let decoded = PercentEncoding.decode(path) else {
            throw AddressError(text, "expected an absolute path after file://")
        }
        return withoutFinalSlashes(decoded)
    }

    private static func site(_ rest: String, of text: String) throws(AddressError) -> String {
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else {
            throw AddressError(text, "expected an address without a user and password")
        }
        guard !authority.isEmpty, !authority.hasPrefix(":") else {
            throw AddressError(text, "expected a host name")
        }
        guard hasValidPort(authority) else {
            throw AddressError(text, "expected a port from 1 to 65535 behind the host's name")
        }
        guard !rest.contains(where: { "?#".contains($0) }) else {
            throw AddressError(text, "expected an address without '?' and '#'")
        }
        guard rest.utf8.allSatisfy(PercentEncoding.isAllowedInAddress) else {
            throw AddressError(
                text, "expected spaces and other special characters as %20 and so on")
        }
        return withoutFinalSlashes(rest)
    }

    private static func hasValidPort(_ authority: Substring) -> Bool {
        guard !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") else {
            return true
        }
        let digits = authority[authority.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return digits.isEmpty || (1...65_535).contains(Int(digits) ?? 0)
    }

    private static func withoutFinalSlashes(_ text: String) -> String {
        var end = text.endIndex
        while end > text.startIndex, text[text.index(before: end)] == "/" {
            end = text.index(before: end)
        }
        // The path of a disk's root is only slashes.
        return end == text.startIndex ? "/" : String(text[..<end])
    }
}

/// Why a text is not the address of a repository.
public struct AddressError: Error, Equatable, CustomStringConvertible {
    /// The address without any secret, and what was expected.
    public let description: String

    init(_ text: String, _ problem: String) {
        description = "\(Self.shown(text)): \(problem)"
    }

    /// Scheme and host, or a folder; a password may stand before an `@`, and after `:` and `?`.
    private static func shown(_ text: String) -> String {
        guard !text.isEmpty, !text.contains("@") else { return "repository" }
        guard let scheme = text.firstRange(of: "://") else {
            return String(text.prefix { $0 != ":" && $0 != "?" })
        }
        let host = text[scheme.upperBound...].prefix { !":?#".contains($0) }
        return String(text[..<scheme.upperBound] + host)
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
        switch scheme {
        case .http, .https:
            CurlFetcher(address: self, options: options, isCancelled: isCancelled)
        case .file: FileFetcher(folder: location, isCancelled: isCancelled)
        }
    }
}
