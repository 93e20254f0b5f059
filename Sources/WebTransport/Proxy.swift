import CCurl
import Glibc

/// The rule that says which proxy leads to which server.
public enum Proxy: Equatable, Sendable {
    /// The environment decides: `http_proxy`, `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY`, not with `no_proxy`.
    ///
    /// `HTTP_PROXY` is not among them: if a web server starts programs, a request can set it.
    case environment
    /// Like ``environment``, with `HTTP_PROXY` if there is no `http_proxy`, for programs that no web server starts.
    case environmentWithUpperCase
    /// No proxy, whatever the environment says.
    case none
    /// This proxy, except for the hosts in `except`: names, domains like `.example.org`, addresses, `10.0.0.0/8`.
    case address(ProxyAddress, except: [String] = [])

    /// The proxy for a scheme, before the exceptions.
    public func address(
        for scheme: WebAddress.Scheme, variable: (String) -> String?
    ) throws(ProxyVariableError) -> ProxyAddress? {
        if case .address(let address, _) = self { return address }
        for name in names(scheme) {
            // An empty variable counts as absent.
            guard let text = variable(name), !text.isEmpty else { continue }
            do throws(AddressError) {
                return try ProxyAddress(text)
            } catch {
                throw ProxyVariableError(name: name, problem: error)
            }
        }
        return nil
    }

    /// The variables for a scheme, of which the first one that is set counts; empty if the environment does not decide.
    public func names(_ scheme: WebAddress.Scheme) -> [String] {
        let upperCase: [String]
        switch self {
        case .none, .address: return []
        case .environment: upperCase = []
        case .environmentWithUpperCase: upperCase = ["HTTP_PROXY"]
        }
        return switch scheme {
        case .http: ["http_proxy"] + upperCase + ["all_proxy", "ALL_PROXY"]
        case .https: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        }
    }

    /// The proxy for a server, after the exceptions.
    public func way(
        to address: WebAddress, variable: (String) -> String?
    ) throws(ProxyVariableError) -> ProxyAddress? {
        let proxy = try self.address(for: address.scheme, variable: variable)
        return Self.excepts(address.server.host, exceptions(variable)) ? nil : proxy
    }

    /// The servers that are reached without the proxy, as in `NO_PROXY`.
    func exceptions(_ variable: (String) -> String?) -> String {
        if case .address(_, let except) = self { return except.joined(separator: ",") }
        return ["no_proxy", "NO_PROXY"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    }

    /// Whether libcurl reaches a server without the proxy: it decides that, and messages must name the same way.
    ///
    /// The list has hosts with everything below them, addresses and networks, or only `*`.
    static func excepts(_ host: String, _ list: String) -> Bool {
        if list == "*" { return true }
        let host = plain(host[...])
        let address = bytes(host)
        return list.split { $0 == "," || $0.isWhitespace }.contains { entry in
            guard let address else {
                let name = plain(entry)
                return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
            }
            let parts = entry.split(separator: "/", maxSplits: 1)
            guard let network = parts.first.flatMap({ bytes(plain($0)) }),
                network.count == address.count
            else { return false }
            let bits = parts.count == 1 ? address.count * 8 : Int(parts[1]) ?? 0
            guard 1...address.count * 8 ~= bits else { return false }
            return address.indices.allSatisfy { at in
                let kept = min(max(bits - at * 8, 0), 8)
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> kept)
                return network[at] & mask == address[at] & mask
            }
        }
    }

    /// A host in lower case, without brackets and without dots around it.
    private static func plain(_ host: Substring) -> String {
        var host = host
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host.first == "." { host.removeFirst() }
        if host.last == "." { host.removeLast() }
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
}

/// An environment variable with a bad address of a proxy; it quotes nothing of the value.
public struct ProxyVariableError: Error, Equatable, CustomStringConvertible {
    /// The variable's name.
    public let name: String
    /// What is wrong with its value.
    public let problem: AddressError

    /// The variable's name and what was expected in it.
    public var description: String { "$\(name): \(problem)" }
}

extension CurlHandle {
    /// Sets the proxy of the next transfer and returns it; nil if the server is reached without one.
    ///
    /// libcurl gets scheme, host and port, and separately the login, so that no message of libcurl
    /// can quote a password.
    package func set(_ proxy: Proxy, for address: WebAddress) throws(WebError) -> ProxyAddress? {
        let scheme = address.scheme
        let chosen: ProxyAddress?
        let named: ProxyAddress?
        do throws(ProxyVariableError) {
            chosen = try proxy.way(to: address, variable: Self.variable)
            named = try proxy.address(for: scheme, variable: Self.variable)
        } catch {
            throw .unreachable(error.description)
        }
        try set(CURLOPT_NOPROXY, proxy.exceptions(Self.variable))
        if scheme == .http, proxy == .environment,
            let other = try? proxy.address(for: .https, variable: Self.variable), other != named
        {
            // A redirect may lead to https, which has another proxy. Both variables are valid.
            try set(proxy: nil, login: nil)
            return chosen
        }
        // Empty means no proxy; then libcurl does not read the environment either.
        try set(proxy: named?.description ?? "", login: named?.login)
        return chosen
    }

    private func set(proxy: String?, login: ProxyAddress.Login?) throws(WebError) {
        try set(CURLOPT_PROXY, proxy)
        try set(CURLOPT_PROXYUSERNAME, login?.user)
        try set(CURLOPT_PROXYPASSWORD, login?.password)
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
