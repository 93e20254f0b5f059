import CCurl
import Glibc

/// The rule that says which proxy leads to which server.
public enum Proxy: Equatable, Sendable {
    /// The environment decides: `http_proxy`, `https_proxy`, `HTTPS_PROXY`, `all_proxy`,
    /// `ALL_PROXY`, with the exceptions in `no_proxy` or `NO_PROXY`.
    ///
    /// `HTTP_PROXY` is not among them: if a web server starts programs, a request can set it.
    case environment
    /// Like ``environment``, but `HTTP_PROXY` counts if there is no `http_proxy`; for programs that
    /// no web server starts.
    case environmentWithUpperCase
    /// No proxy, whatever the environment says.
    case none
    /// This proxy, except for the hosts in `except` (names, domains like `.example.org`, addresses,
    /// `10.0.0.0/8`).
    case address(ProxyAddress, except: [String] = [])

    /// The proxy for a scheme, before the exceptions.
    /// - Returns: the proxy; nil for none.
    /// - Throws: ``ProxyVariableError`` if the variable that counts is no proxy's address.
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

    /// The variables for a scheme; the first one that is set counts.
    ///
    /// - Returns: their names; empty if the environment does not decide.
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
    /// Sets the proxy of the next transfer.
    ///
    /// libcurl gets scheme, host and port, and separately the login, so that no message of libcurl
    /// can quote a password.
    ///
    /// - Returns: the proxy; nil if the server is reached without one.
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
        // Do not let libcurl read the environment's list: it knows no ports there.
        try set(CURLOPT_NOPROXY, proxy.exceptions(Self.variable).withoutPorts)
        if chosen == nil, named != nil {
            try set(proxy: "", login: nil)
            return nil
        }
        if scheme == .http, proxy == .environment,
            let other = try? proxy.address(for: .https, variable: Self.variable), other != chosen
        {
            // A redirect may lead to https, which has another proxy. Both variables are valid.
            try set(proxy: nil, login: nil)
            return chosen
        }
        // Empty means no proxy; then libcurl does not read the environment either.
        try set(proxy: chosen?.description ?? "", login: chosen?.login)
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
