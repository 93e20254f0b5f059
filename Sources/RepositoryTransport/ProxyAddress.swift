import Glibc

/// A proxy's address, validated before libcurl sees it.
///
/// ```
/// [SCHEME://][USER[:PASSWORD]@]HOST[:PORT][/]
/// ```
///
/// Nothing of it is ever shown but scheme, host and port. Messages about a text that is no such
/// address quote nothing of it, because anything in it may be a password.
public struct ProxyAddress: Hashable, Sendable {
    /// How the proxy is spoken to.
    public enum Scheme: String, CaseIterable, Sendable {
        case http, https, socks4, socks4a, socks5, socks5h
    }

    /// What the proxy is shown, decoded; never printed.
    struct Login: Hashable, Sendable {
        let user: String
        let password: String
    }

    /// How the proxy is spoken to; `http` where the text does not say.
    public let scheme: Scheme
    /// A name or an address; an IPv6 address without brackets.
    public let host: String
    /// The port; libcurl's standard, 1080 (443 for `https`), where the text does not say.
    public let port: Int
    let login: Login?

    /// Whether the proxy is shown a user and a password.
    public var hasLogin: Bool { login != nil }

    /// Reads an address.
    ///
    /// - Parameter text: as a variable or a setting has it.
    /// - Throws: ``ProxyAddressError``, which quotes nothing of the text.
    public init(_ text: String) throws(ProxyAddressError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .form }
        var rest = text[...]
        scheme = try Self.scheme(&rest)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        // A slash in a password ends the address early; what is behind it must not be mistaken.
        guard rest.dropFirst(authority.count).allSatisfy({ $0 == "/" }),
            rest.count - authority.count <= 1
        else { throw .form }
        let at = authority.lastIndex(of: "@")
        login = try at.map { (end) throws(ProxyAddressError) in try Self.login(authority[..<end]) }
        let server = at.map { authority[authority.index(after: $0)...] } ?? authority
        let colon = server.last == "]" ? nil : server.lastIndex(of: ":")
        host = try Self.host(colon.map { server[..<$0] } ?? server)
        guard let colon else {
            port = scheme == .https ? 443 : 1_080
            return
        }
        let digits = server[server.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            (1...65_535).contains(number)
        else { throw .port }
        port = number
    }

    /// Takes the scheme away from a text's start.
    private static func scheme(_ rest: inout Substring) throws(ProxyAddressError) -> Scheme {
        guard let end = rest.firstRange(of: "://") else { return .http }
        guard let scheme = Scheme(rawValue: rest[..<end.lowerBound].lowercased()) else {
            throw .scheme
        }
        rest = rest[end.upperBound...]
        return scheme
    }

    private static func login(_ text: Substring) throws(ProxyAddressError) -> Login {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = PercentEncoding.decode(String(parts[0])),
            let password = PercentEncoding.decode(parts.count > 1 ? String(parts[1]) : ""),
            (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .login }
        return Login(user: user, password: password)
    }

    private static func host(_ text: Substring) throws(ProxyAddressError) -> String {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = String(text.dropFirst().dropLast())
            var parsed = in6_addr()
            guard inet_pton(AF_INET6, address, &parsed) == 1 else { throw .host }
            return address
        }
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // The longest name (RFC 1035 §2.3.4).
        guard isName, (1...253).contains(text.utf8.count) else { throw .host }
        return String(text)
    }
}

extension ProxyAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Scheme, host and port: `http://proxy.example:3128`.
    public var description: String {
        "\(scheme.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// The same: a secret is shown to nobody.
    public var debugDescription: String { description }

    /// Nothing of what the proxy is shown, for whoever dumps values.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

/// Why a text is no proxy's address; it quotes nothing of the text.
public enum ProxyAddressError: Error, Equatable, CustomStringConvertible {
    /// Spaces, or something after the port.
    case form
    /// Another scheme than the six.
    case scheme
    /// A user or password that is not percent-encoded as it must be.
    case login
    /// No host, or no possible one.
    case host
    /// No possible port.
    case port

    /// What was expected.
    public var description: String {
        switch self {
        case .form, .login:
            "expected http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with / ? # % and spaces in"
                + " user and password written as %2F %3F %23 %25 %20"
        case .scheme:
            "expected \(ProxyAddress.Scheme.allCases.map(\.rawValue).joined(separator: ", "))"
                + " before ://, found another word"
        case .host: "expected a host's name or address, as in http://HOST:PORT"
        case .port: "expected a port from 1 to 65535, as in http://HOST:PORT"
        }
    }
}
