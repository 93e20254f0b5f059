/// How to speak to a web server.
public struct WebOptions: Sendable {
    /// What is sent as User-Agent: program and version.
    public var userAgent: String
    /// A PEM file of the only authorities to trust; the system's when nil.
    public var certificateAuthorityFile: String?
    /// By which proxy servers are reached.
    public var proxy: Proxy
    /// What proves to a server who asks; nil if nothing has to.
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
