import WebTransport

/// The address of an object store and the credentials, by the names that all its tools know.
public struct ObjectStoreOptions: Sendable {
    /// `https://host` of a store that is not AWS's, without a final slash; nil for AWS.
    public var endpoint: String?
    /// The region that requests are signed for.
    public var region: String
    /// The identifier of the credentials.
    public var accessKeyID: String
    /// The secret that signs; it is never sent.
    public var secretAccessKey: String
    /// The token that short-lived credentials need, too; nil for others.
    public var sessionToken: String?

    /// Reads the environment variables of the AWS tools.
    ///
    /// These are `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, and if they are set `AWS_SESSION_TOKEN`,
    /// `AWS_REGION` or `AWS_DEFAULT_REGION`, `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`.
    public init(environment variable: (String) -> String?) throws(AddressError) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap(variable).first { !$0.isEmpty }
        }
        guard let accessKeyID = value("AWS_ACCESS_KEY_ID"),
            let secretAccessKey = value("AWS_SECRET_ACCESS_KEY")
        else {
            throw AddressError(
                "object store",
                "expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment")
        }
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        sessionToken = value("AWS_SESSION_TOKEN")
        region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
        // These values go into a header line or a host's name. A wrong value is not quoted.
        guard [accessKeyID, secretAccessKey, sessionToken ?? ""].allSatisfy(Self.isPrintable) else {
            throw AddressError(
                "object store", "expected printable characters in the variables of the AWS tools")
        }
        guard Self.isRegion(region) else {
            throw AddressError("AWS_REGION", "expected a region such as eu-west-1")
        }
        guard var endpoint = value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") else { return }
        while endpoint.hasSuffix("/") { endpoint.removeLast() }
        guard endpoint.hasPrefix("https://") || endpoint.hasPrefix("http://"),
            (try? WebAddress(endpoint)) != nil
        else {
            throw AddressError(
                "AWS_ENDPOINT_URL", "expected https://HOST without user, '?' and '#'")
        }
        self.endpoint = endpoint
    }

    /// Whether a text may be a region, which is a part of a host's name.
    static func isRegion(_ text: String) -> Bool {
        text.utf8.allSatisfy { PercentEncoding.isAllowedInAddress($0) && $0 != 0x40 }
            && !text.contains { "/?#:%".contains($0) }
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// For AWS by its own host name, for other stores as the first part of the path, which every store knows.
    func location(of bucket: String) -> String {
        endpoint.map { "\($0)/\(bucket)" } ?? "https://\(bucket).s3.\(region).amazonaws.com"
    }
}
