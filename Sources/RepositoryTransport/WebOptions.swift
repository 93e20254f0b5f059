/// How to speak to a web server.
public struct WebOptions: Sendable {
    /// What is sent as User-Agent: program and version.
    public var userAgent: String
    /// A PEM file of the only authorities to trust; the system's when nil.
    public var certificateAuthorityFile: String?
    /// By which proxy servers are reached.
    public var proxy: Proxy
    /// What proves to a server who asks; nil where nothing has to.
    public var credentials: Credentials?
    /// Bytes a second that a transfer takes at most, on average; nil for as fast as they come.
    public var bytesPerSecondMax: Int?
    /// What is put up with.
    public var limits: TransferLimits

    /// Sets the options.
    ///
    /// - Parameters:
    ///   - userAgent: program and version.
    ///   - certificateAuthorityFile: a PEM file of the only authorities to trust.
    ///   - proxy: by which proxy servers are reached.
    ///   - credentials: what proves to a server who asks.
    ///   - bytesPerSecondMax: what a transfer takes at most.
    ///   - limits: what is put up with.
    public init(
        userAgent: String, certificateAuthorityFile: String? = nil,
        proxy: Proxy = .environment, credentials: Credentials? = nil,
        bytesPerSecondMax: Int? = nil, limits: TransferLimits = .standard
    ) {
        self.userAgent = userAgent
        self.certificateAuthorityFile = certificateAuthorityFile
        self.proxy = proxy
        self.credentials = credentials
        self.bytesPerSecondMax = bytesPerSecondMax
        self.limits = limits
    }
}

/// By which proxy servers are reached.
public enum Proxy: Equatable, Sendable {
    /// What the environment says, as libcurl reads it: `http_proxy`, `https_proxy`, `HTTPS_PROXY`,
    /// `all_proxy`, `ALL_PROXY`, and who is excepted in `no_proxy` or `NO_PROXY`.
    ///
    /// `HTTP_PROXY` is not among them: where a web server starts programs, a request can set it.
    case environment
    /// As ``environment``, with `HTTP_PROXY` where there is no `http_proxy`: for a program that no web
    /// server starts.
    case environmentWithUpperCase
    /// None, whatever the environment says.
    case none
    /// This one: `http://proxy.example:3128`, `socks5h://…`; hosts in `except` (names, domains as
    /// `.example.org`, addresses, `10.0.0.0/8`) are reached without it.
    case address(String, except: [String] = [])
}
