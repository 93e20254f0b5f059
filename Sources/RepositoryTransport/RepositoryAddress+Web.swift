import WebTransport

extension ConnectionProbe {
    /// A probe of a repository's server; nil for a folder.
    public init?(_ address: RepositoryAddress) {
        guard let web = address.web else { return nil }
        self.init(web)
    }
}

extension Proxy {
    /// The proxy for a repository, after the exceptions.
    ///
    /// - Parameters:
    ///   - variable: the value of an environment variable, nil if it is not set.
    /// - Returns: the proxy; nil if the repository is reached without one.
    /// - Throws: ``ProxyVariableError`` if the variable that counts is no proxy's address.
    public func way(
        to address: RepositoryAddress, variable: (String) -> String?
    ) throws(ProxyVariableError) -> ProxyAddress? {
        guard let web = address.web else { return nil }
        return try way(to: web, variable: variable)
    }
}

extension Credentials {
    /// The secret for the server of a repository; nil if there is none.
    func secret(for address: RepositoryAddress) -> Secret? {
        address.web.flatMap { secret(for: $0) }
    }
}

extension AddressError {
    /// Describes a problem with a repository's address.
    init(_ text: String, _ problem: String) {
        self.init(text, problem, subject: "repository")
    }
}
