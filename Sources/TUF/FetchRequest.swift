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
    /// The largest length of the whole file; one more byte ends the transfer (endless data, TUF
    /// specification 5.1).
    public var lengthBytesMax: Int
    /// The validator of our copy.
    ///
    /// With it, and without an offset, the server may answer "not modified".
    public var validator: Validator?
    /// The number of bytes that we already have; 0 for a whole file.
    ///
    /// The server sends the bytes after them if ``validator`` is still valid, else the whole file.
    public var offset: Int

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - base: the base address.
    ///   - path: the path below it, percent-encoded.
    ///   - lengthBytesMax: the largest length.
    ///   - validator: the validator of our copy or part.
    ///   - offset: the number of bytes that we already have.
    public init(
        base: Base, path: String, lengthBytesMax: Int, validator: Validator? = nil,
        offset: Int = 0
    ) {
        self.base = base
        self.path = path
        self.lengthBytesMax = lengthBytesMax
        self.validator = validator
        self.offset = offset
    }
}

/// A server's mark for one state of a file (RFC 9110 §8.8); we send it back as received.
public struct Validator: Equatable, Sendable {
    /// The ETag header's value, quotes included.
    public var entityTag: String?
    /// The Last-Modified header's value.
    public var lastModified: String?

    /// Makes a validator from a server's headers.
    ///
    /// - Parameters:
    ///   - entityTag: the ETag header's value, quotes included.
    ///   - lastModified: the Last-Modified header's value.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// The server's answer.
public enum FetchOutcome: Equatable, Sendable {
    /// The whole file came; the validator is for the next request.
    case found(validator: Validator?)
    /// Our copy, which `FetchRequest.validator` belongs to, is still current.
    case notModified
    /// The file does not exist: 404, or 403, which object stores answer instead.
    case absent
}
