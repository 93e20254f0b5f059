/// Why the newest state of something could not be fetched; a stored answer may stand in for it.
public enum SourceTrouble: Error, Equatable, Sendable {
    /// No answer came; with the network's reason.
    case unreachable(String)
    /// The server answered with an error of its own, or refused.
    case status(Int)
    /// The server asks to wait longer than we do.
    case wait(seconds: Int)
    /// Something other than the API answered: for example a page to sign in to a network.
    case strange(String)
    /// The person wants no network.
    case offline
}

/// Why nothing can be shown.
public enum SourceError: Error, Equatable, Sendable {
    /// No API key is given.
    case noKey
    /// The server does not know the key.
    case keyRefused
    /// The key in the environment or a file is no key.
    case keyUnusable(source: String)
    /// Others can read the file with the key.
    case keyExposed(path: String, mode: String)
    /// The file with the key cannot be read, or written.
    case keyFile(String)
    /// `$TBA_API_URL` is no address; with what was expected.
    case address(String)
    /// The API does not have the resource.
    case absent(path: String)
    /// The newest state cannot be fetched, and nothing is stored.
    case unavailable(SourceTrouble)
    /// The answer is longer than we accept.
    case tooLong(lengthBytesMax: Int)
    /// The program that fetches is not there, or broke off; with the reason.
    case program(String)
}
