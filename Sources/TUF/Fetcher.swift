/// Where a client's bytes come from: one GET at a time, bounded while it streams.
///
/// The network is this one method, so no caller can forget a limit. Implementations hold no policy:
/// they retry nothing and remember nothing but their open connection.
public protocol Fetcher: AnyObject {
    /// Fetches one file and hands its bytes on as they come.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most.
    ///   - sink: called with each piece in order; may throw to stop the transfer, and the error comes
    ///     out unchanged. Never called for an answer other than ``FetchOutcome/found(validator:)``.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    func fetch(
        _ request: FetchRequest,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome
}

/// One file to fetch.
public struct FetchRequest: Equatable, Sendable {
    /// Which of the repository's two base addresses the path is under.
    public enum Base: Equatable, Sendable {
        case metadata
        case targets
    }

    /// The base address.
    public var base: Base
    /// Relative to the base, percent-encoded already, with `/` between segments.
    public var path: String
    /// Bytes accepted; the next one ends the transfer (endless data, TUF specification 5.1).
    public var lengthBytesMax: Int
    /// What the server said of the copy we hold; where given, "not modified" is a possible answer.
    public var validator: Validator?

    /// Names a file to fetch.
    ///
    /// - Parameters:
    ///   - base: the base address.
    ///   - path: relative to it, percent-encoded.
    ///   - lengthBytesMax: bytes accepted.
    ///   - validator: what the server said of the copy we hold.
    public init(base: Base, path: String, lengthBytesMax: Int, validator: Validator? = nil) {
        self.base = base
        self.path = path
        self.lengthBytesMax = lengthBytesMax
        self.validator = validator
    }
}

/// How a server marks one state of a file (RFC 9110 §8.8); opaque, sent back as received.
public struct Validator: Equatable, Sendable {
    /// The ETag header's value, quotes included.
    public var entityTag: String?
    /// The Last-Modified header's value.
    public var lastModified: String?

    /// Keeps what a server said.
    ///
    /// - Parameters:
    ///   - entityTag: the ETag header's value, quotes included.
    ///   - lastModified: the Last-Modified header's value.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// What a server answered.
public enum FetchOutcome: Equatable, Sendable {
    /// The file came whole; the validator is for the next time.
    case found(validator: Validator?)
    /// The copy that `FetchRequest.validator` stands for is still the one there.
    case notModified
    /// No such file: 404, or 403, which object stores say instead.
    case absent
}

/// Why a file was not had; the families are what the caller does next.
public enum FetchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No answer that counts: no network, a time limit, a broken transfer, a captive portal. Try later.
    case unreachable(String)
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
        case .retryAfter(let seconds, let problem):
            "\(problem); the server asks to wait \(seconds) seconds"
        case .absent(let path): "\(path): expected a file, found that the server has none"
        case .tooLong(let limit): "download: expected at most \(limit) bytes, found more"
        case .sink(let problem): problem
        case .cancelled: "download: cancelled"
        }
    }
}
