/// The address of a web server, or of a folder on it; valid by construction.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The protocol of the server.
    public enum Scheme: String, Sendable {
        case http
        case https
    }

    /// The protocol of the server.
    public let scheme: Scheme
    /// The whole URL, without a final slash.
    package let location: String

    /// Reads `http://…` or `https://…`, with or without a final slash.
    ///
    /// - Parameter subject: what the address belongs to, for messages about an address that cannot be shown.
    /// - Throws: ``AddressError`` for other schemes, credentials, a query, or characters that must
    ///   be percent-encoded.
    public init(_ text: String, subject: String = "address") throws(AddressError) {
        guard let colon = text.firstRange(of: "://"),
            let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased())
        else {
            throw AddressError(text, "expected http:// or https:// in front", subject: subject)
        }
        let rest = String(text[colon.upperBound...])
        if let problem = Self.problem(rest) {
            throw AddressError(text, problem, subject: subject)
        }
        self.scheme = scheme
        location = "\(scheme.rawValue)://\(rest.withoutFinalSlashes)"
    }

    /// The address of a folder below this one; `name` is percent-encoded.
    package func folder(_ name: String) -> WebAddress {
        WebAddress(scheme: scheme, location: "\(location)/\(name)")
    }

    private init(scheme: Scheme, location: String) {
        self.scheme = scheme
        self.location = location
    }

    /// Scheme, host and port, in the form for comparing.
    package var origin: String {
        var authority = authority.lowercased()
        let standardPort = scheme == .https ? ":443" : ":80"
        if authority.hasSuffix(standardPort) { authority.removeLast(standardPort.count) }
        return "\(scheme.rawValue)://\(authority)"
    }

    /// The server's name or address, without brackets, and its port.
    package var server: (host: String, port: Int) {
        var name = authority
        var port: Int?
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
            port = Int(name[name.index(after: colon)...])
            name = name[..<colon]
        }
        return (name.filter { !"[]".contains($0) }, port ?? (scheme == .https ? 443 : 80))
    }

    /// The address in the form for people; it contains no login.
    public var description: String { location }

    private var authority: Substring {
        location.dropFirst("\(scheme.rawValue)://".count).prefix { $0 != "/" }
    }

    private static func problem(_ rest: String) -> String? {
        let authority = rest.prefix { $0 != "/" }
        if authority.contains("@") { return "expected an address without a user and password" }
        if authority.isEmpty || authority.hasPrefix(":") { return "expected a host name" }
        if !hasValidPort(authority) {
            return "expected a port from 1 to 65535 after the host's name"
        }
        if rest.contains(where: { "?#".contains($0) }) {
            return "expected an address without '?' and '#'"
        }
        return rest.utf8.allSatisfy(PercentEncoding.isAllowedInAddress)
            ? nil : "expected spaces and other special characters as %20 and so on"
    }

    private static func hasValidPort(_ authority: Substring) -> Bool {
        guard !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") else {
            return true
        }
        let digits = authority[authority.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return digits.isEmpty || (1...65_535).contains(Int(digits) ?? 0)
    }
}

extension String {
    /// An address or a path without the slashes at its end; the path of a disk's root stays.
    package var withoutFinalSlashes: String {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == "/" { end = index(before: end) }
        // The path of a disk's root is only slashes.
        return end == startIndex ? "/" : String(self[..<end])
    }
}

/// Why a text is not an address.
public struct AddressError: Error, Equatable, CustomStringConvertible {
    /// The address without any secret, and what was expected.
    public let description: String

    /// For an address that may not be quoted at all.
    init(_ description: String) { self.description = description }

    package init(_ text: String, _ problem: String, subject: String) {
        description = "\(Self.shown(text) ?? subject): \(problem)"
    }

    /// Scheme and host, or a folder; a password may stand before an `@`, and after `:` and `?`.
    private static func shown(_ text: String) -> String? {
        guard !text.isEmpty, !text.contains("@") else { return nil }
        guard let scheme = text.firstRange(of: "://") else {
            return String(text.prefix { $0 != ":" && $0 != "?" })
        }
        let host = text[scheme.upperBound...].prefix { !":?#".contains($0) }
        return String(text[..<scheme.upperBound] + host)
    }
}
