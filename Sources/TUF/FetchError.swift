/// Why a file was not fetched; the cases say what the caller does next.
public enum FetchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No usable answer: no network, a time limit, a broken transfer, a captive portal; try later.
    case unreachable(String, Cause = .other)
    /// A web page came instead of the file, or a redirect to a page: there is no network yet; try later.
    case webPage(String)
    /// The server asked for a pause of this many seconds.
    case retryAfter(seconds: Int, String)
    /// The server does not have the file, although the repository lists it: a publish is going on,
    /// or the address is wrong; try later. The client throws this, not a fetcher.
    case absent(path: String)
    /// More bytes came than requested: the repository, or a machine on the way to it, is wrong.
    case tooLong(lengthBytesMax: Int)
    /// The sink could not accept the bytes (a full disk) or stopped the transfer.
    case sink(String)
    /// The process was asked to end.
    case cancelled

    /// What kept an answer away; the remedy depends on it.
    public enum Cause: Sendable {
        /// The server's name is not found.
        case name
        /// No connection to the server, or it broke.
        case connection
        /// The server's certificate.
        case certificate
        /// What answers at an https:// address does not speak TLS, or none that both know.
        case encryption
        /// The server wants a login.
        case login
        /// The proxy, or an answer that may be the proxy's own.
        case proxy
        case other
    }

    /// The error of an address with https:// whose server does not answer as that demands.
    package static func notEncrypted(_ problem: String) -> FetchError {
        .unreachable("the server does not answer as one of https:// does (\(problem))", .encryption)
    }

    /// The sentence: what was expected, what was found.
    public var description: String {
        switch self {
        case .unreachable(let problem, _): problem
        case .webPage(let problem): "\(problem); do you have to sign in to this network?"
        case .retryAfter(let seconds, let problem):
            "\(problem); the server asks to wait \(TimeSpan.words(seconds: Int64(seconds)))"
        case .absent("timestamp.json"):
            "timestamp.json: expected a file, found that the server has none; is the repository's address"
                + " right? metadata/ and targets/ are directly below it"
        case .absent(let path): "\(path): expected a file, found that the server has none"
        case .tooLong(let limit): "download: expected at most \(limit) bytes, found more"
        case .sink(let problem): problem
        case .cancelled: "download: cancelled"
        }
    }
}
