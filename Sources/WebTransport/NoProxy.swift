import Glibc

/// The servers that are reached without a proxy, as listed in `NO_PROXY`.
///
/// ```
/// example.org        the host, and every host below it; so do .example.org and *.example.org
/// example.org:8080   the same, but only on this port
/// 10.1.2.3  10.0.0.0/8  ::1  [::1]  [::1]:8080  fd00::/8
/// *                  every server
/// ```
///
/// Commas or spaces separate them. Capital letters and a dot at the end make no difference.
public struct NoProxy: Equatable, Sendable {
    private struct Entry: Equatable {
        /// The name in lower case, without brackets and without dots around it.
        let host: String
        let port: Int?
        /// How many leading bits of an address must be equal; nil for all.
        let prefixBits: Int?
        let isEverything: Bool
    }

    private let entries: [Entry]

    /// Reads a list and ignores what is not an entry.
    public init(_ text: String) {
        entries = text.split { $0 == "," || $0.isWhitespace }.compactMap(Self.entry)
    }

    /// Whether a server is reached without the proxy.
    ///
    /// - Parameters:
    ///   - host: its name or address, an IPv6 address with or without brackets.
    public func excepts(host: String, port: Int) -> Bool {
        let host = Self.plain(host[...])
        let address = Self.bytes(host)
        return entries.contains { entry in
            guard entry.port == nil || entry.port == port else { return false }
            if entry.isEverything { return true }
            if let address {
                return Self.bytes(entry.host).map {
                    Self.agree($0, address, bits: entry.prefixBits)
                } ?? false
            }
            return entry.prefixBits == nil
                && (host == entry.host || host.hasSuffix(".\(entry.host)"))
        }
    }

    /// The list in libcurl's form, for servers that a redirect leads to; libcurl knows no ports
    /// here.
    var withoutPorts: String {
        entries.filter { $0.port == nil }.map { entry in
            entry.isEverything
                ? "*" : entry.host + (entry.prefixBits.map { "/\($0)" } ?? "")
        }.joined(separator: ",")
    }

    private static func entry(_ text: Substring) -> Entry? {
        if text == "*" { return Entry(host: "", port: nil, prefixBits: nil, isEverything: true) }
        var rest = text
        var port: Int?
        var bits: Int?
        if let slash = rest.lastIndex(of: "/") {
            guard let number = Int(rest[rest.index(after: slash)...]), number >= 0 else {
                return nil
            }
            bits = number
            rest = rest[..<slash]
        } else if let colon = rest.lastIndex(of: ":"),
            rest.hasPrefix("[") ? rest[..<colon].hasSuffix("]") : rest.firstIndex(of: ":") == colon
        {
            guard let number = Int(rest[rest.index(after: colon)...]), 1...65_535 ~= number else {
                return nil
            }
            port = number
            rest = rest[..<colon]
        }
        if rest.hasPrefix("*.") { rest = rest.dropFirst() }
        let host = plain(rest)
        if let bits {
            guard let address = bytes(host), bits <= address.count * 8 else { return nil }
        }
        return host.isEmpty
            ? nil : Entry(host: host, port: port, prefixBits: bits, isEverything: false)
    }

    private static func plain(_ host: Substring) -> String {
        var host = host
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        while host.first == "." { host.removeFirst() }
        while host.last == "." { host.removeLast() }
        return host.lowercased()
    }

    /// The bytes of an address: 4 or 16; nil for a name.
    private static func bytes(_ host: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, host, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func agree(_ left: [UInt8], _ right: [UInt8], bits: Int?) -> Bool {
        guard left.count == right.count else { return false }
        let bits = bits ?? left.count * 8
        return left.indices.allSatisfy { at in
            let kept = min(max(bits - at * 8, 0), 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> kept)
            return left[at] & mask == right[at] & mask
        }
    }
}

extension Proxy {
    /// The proxy for a server, after the exceptions.
    /// - Returns: the proxy; nil if the server is reached without one.
    /// - Throws: ``ProxyVariableError`` if the variable that counts is no proxy's address.
    public func way(
        to address: WebAddress, variable: (String) -> String?
    ) throws(ProxyVariableError) -> ProxyAddress? {
        let server = address.server
        let exceptions = exceptions(variable)
        guard !exceptions.excepts(host: server.host, port: server.port) else { return nil }
        return try self.address(for: address.scheme, variable: variable)
    }

    /// The servers that are reached without the proxy.
    func exceptions(_ variable: (String) -> String?) -> NoProxy {
        if case .address(_, let except) = self { return NoProxy(except.joined(separator: ",")) }
        let text = ["no_proxy", "NO_PROXY"].lazy.compactMap(variable).first { !$0.isEmpty }
        return NoProxy(text ?? "")
    }
}
