/// The address of a proxy, checked before libcurl sees it.
///
/// ```
/// [SCHEME://][USER[:PASSWORD]@]HOST[:PORT][/]
/// ```
///
/// Only scheme, host and port are ever shown. Messages about a bad address quote nothing of it,
/// because any part of it may be a password.
public struct ProxyAddress: Hashable, Sendable {
    /// The protocol of the proxy.
    public enum Scheme: String, CaseIterable, Sendable {
        case http, https, socks4, socks4a, socks5, socks5h

        /// Whether such a proxy reads requests without encryption, and may answer them itself.
        package var readsRequests: Bool { self == .http || self == .https }
    }

    /// The login for the proxy, decoded; it is never printed.
    struct Login: Hashable, Sendable {
        let user: String
        let password: String
    }

    /// The protocol of the proxy; `http` if the text does not say.
    public let scheme: Scheme
    /// A name or an address; an IPv6 address without brackets.
    public let host: String
    /// The port; if the text does not say, libcurl's default: 1080, or 443 for `https`.
    public let port: Int
    let login: Login?

    /// Whether the proxy gets a user and a password.
    public var hasLogin: Bool { login != nil }

    /// Reads an address; no error quotes anything of the text.
    public init(_ text: String) throws(AddressError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw Self.formError }
        var rest = text[...]
        scheme = try Self.scheme(&rest)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        // A slash in a password ends the address early; the rest must not be taken for a path.
        guard rest.dropFirst(authority.count).allSatisfy({ $0 == "/" }),
            rest.count - authority.count <= 1
        else { throw Self.formError }
        let at = authority.lastIndex(of: "@")
        login = try at.map { (end) throws(AddressError) in try Self.login(authority[..<end]) }
        let server = at.map { authority[authority.index(after: $0)...] } ?? authority
        let hostAndPort = try HostAndPort(server)
        host = hostAndPort.host
        port = hostAndPort.port ?? (scheme == .https ? 443 : 1_080)
    }

    private static func scheme(_ rest: inout Substring) throws(AddressError) -> Scheme {
        guard let end = rest.firstRange(of: "://") else { return .http }
        guard let scheme = Scheme(rawValue: rest[..<end.lowerBound].lowercased()) else {
            throw AddressError(
                "expected \(Scheme.allCases.map(\.rawValue).joined(separator: ", ")) before ://,"
                    + " found another word")
        }
        rest = rest[end.upperBound...]
        return scheme
    }

    private static var formError: AddressError {
        AddressError(
            "expected http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with / ? # % and spaces in"
                + " user and password written as %2F %3F %23 %25 %20")
    }

    private static func login(_ text: Substring) throws(AddressError) -> Login {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = PercentEncoding.decode(String(parts[0])),
            let password = PercentEncoding.decode(parts.count > 1 ? String(parts[1]) : ""),
            (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw Self.formError }
        return Login(user: user, password: password)
    }
}

extension ProxyAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Scheme, host and port: `http://proxy.example:3128`.
    public var description: String {
        "\(scheme.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Scheme, host and port only: a secret is not shown.
    public var debugDescription: String { description }

    /// No children, so that a dump of values does not show the login.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
