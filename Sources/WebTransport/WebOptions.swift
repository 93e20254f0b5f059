import HTTPRules

/// How to speak to a web server.
public struct WebOptions: Sendable {
    /// The User-Agent: program and version.
    public var userAgent: String
    /// A PEM file of the only trusted authorities; nil for the system's.
    public var certificateAuthorityFile: String?
    /// The rule for proxies.
    public var proxy: Proxy
    /// The logins for servers; nil for none.
    public var credentials: Credentials?
    /// The average limit in bytes a second; nil for no limit.
    public var bytesPerSecondMax: Int?
    /// The limits of a transfer.
    public var limits: TransferLimits

    /// Makes the options.
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
