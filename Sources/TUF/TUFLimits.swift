/// The limits for a repository; each limit prevents one way to exhaust a client.
public struct TUFLimits: Sendable {
    /// New roots in one refresh: prevents an endless chain of rotations (TUF specification 5.3.3).
    public var rootRotationsMax = 256
    /// Delegated roles visited for one target: prevents endless graphs (5.6.7.1).
    public var delegationsMax = 32
    /// Bytes of a root: prevents endless data, because nothing lists its length (5.3.3).
    public var rootBytesMax = 512_000
    /// Bytes of a timestamp: prevents endless data, because nothing lists its length (5.4.1).
    public var timestampBytesMax = 16_384
    /// Bytes of a snapshot whose length the timestamp does not list: prevents endless data (5.5.1).
    public var snapshotBytesMax = 2_000_000
    /// Bytes of targets metadata whose length the snapshot does not list: prevents endless data (5.6.1).
    public var targetsBytesMax = 5_000_000
    /// Bytes of metadata whose length is listed, and of any stored file: a stolen key must not fill the memory.
    public var listedBytesMax = 64 << 20
    /// Levels of lists and objects: prevents a stack overflow.
    public var depthMax = 64
    /// Values in one file: prevents large trees from small texts.
    public var valuesMax = 1_000_000
    /// Signatures in one file: prevents hours of verifying.
    public var signaturesMax = 256
    /// Keys in one root or one delegation: prevents large tables that are searched for each signature.
    public var keysMax = 1_024
    /// Bytes of a role's name, percent-encoded: it is part of a file name, and systems allow 255.
    public var roleNameBytesMax = 200
    /// Bytes of a target's path and of a path pattern: limits the matching, which is their product.
    public var pathBytesMax = 4_096

    /// The limits of other clients of this specification, if they have one.
    public static let standard = TUFLimits()

    /// Makes the standard limits; a caller may change them.
    public init() {}
}
