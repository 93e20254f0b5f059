/// A request for one file.
public struct FetchRequest: Equatable, Sendable {
    /// The base address above the path; a repository has two.
    public enum Base: Equatable, Sendable {
        case metadata
        case targets
    }

    /// The base address.
    public var base: Base
    /// The path below the base address, already percent-encoded, with `/` between segments.
    public var path: String
    /// The largest length of the whole file; one more byte ends the transfer (TUF specification 5.1: endless data).
    public var lengthBytesMax: Int
    /// The number of bytes that we already have; 0 for a whole file.
    ///
    /// The server sends the bytes after them if ``validator`` is still valid, else the whole file.
    public var offset: Int
    /// The validator of the bytes that we have; without ``offset`` it is not sent.
    ///
    /// No request asks whether a file has changed: a validator may outlive a change (`docs/adr/0030`).
    public var validator: Validator?

    /// Makes a request.
    public init(
        base: Base, path: String, lengthBytesMax: Int, offset: Int = 0,
        validator: Validator? = nil
    ) {
        self.base = base
        self.path = path
        self.lengthBytesMax = lengthBytesMax
        self.offset = offset
        self.validator = validator
    }
}

/// A server's mark for one state of a file (RFC 9110 §8.8); we send it back as received.
public struct Validator: Equatable, Sendable {
    /// The ETag header's value, quotes included.
    public var entityTag: String?
    /// The Last-Modified header's value.
    public var lastModified: String?

    /// Makes a validator from a server's headers.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// The server's answer.
public enum FetchOutcome: Equatable, Sendable {
    /// All requested bytes came.
    case found
    /// The file does not exist: 404, or 403, which object stores answer instead.
    case absent
}
