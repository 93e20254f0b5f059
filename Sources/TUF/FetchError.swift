/// Why a file was not had; the families are what the caller does next.
public enum FetchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No answer that counts: no network, a time limit, a broken transfer, a captive portal. Try later.
    case unreachable(String)
    /// A web page came instead of the file, or the way to one: no network yet. Try later.
    case webPage(String)
    /// The server asked to come back after so many seconds.
    case retryAfter(seconds: Int, String)
    /// The server has no such file though the repository says so: it is being published, or the
    /// address is wrong. Thrown by the client, not by fetchers. Try later.
    case absent(path: String)
    /// More bytes than asked for at most. The repository, or somebody between, is wrong.
    case tooLong(lengthBytesMax: Int)
    /// The sink could not take the bytes (a full disk) or stopped the transfer.
    case sink(String)
    /// The process was asked to end.
    case cancelled

    /// The sentence: what was expected, what came.
    public var description: String {
        switch self {
        case .unreachable(let problem): problem
        case .webPage(let problem): "\(problem); is this network one to sign in to?"
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
