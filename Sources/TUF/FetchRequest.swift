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
    /// Bytes accepted of the whole file; the next one ends the transfer (endless data, TUF specification
    /// 5.1).
    public var lengthBytesMax: Int
    /// What the server said of the copy we hold; where given and nothing is to be gone on with, "not
    /// modified" is a possible answer.
    public var validator: Validator?
    /// Bytes that are here already; 0 for a whole file.
    ///
    /// Those after them are wanted where ``validator`` still stands for the file, else all.
    public var offset: Int

    /// Names a file to fetch.
    ///
    /// - Parameters:
    ///   - base: the base address.
    ///   - path: relative to it, percent-encoded.
    ///   - lengthBytesMax: bytes accepted.
    ///   - validator: what the server said of the copy, or the part, we hold.
    ///   - offset: bytes that are here already.
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
