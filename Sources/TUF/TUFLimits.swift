/// What a client accepts at most from a repository; each bound stops one way of wearing it down.
public struct TUFLimits: Sendable {
    /// New roots taken in one refresh: stops an endless chain of rotations (TUF specification 5.3.3).
    public var rootRotationsMax = 256
    /// Delegated roles visited for one target: stops endless graphs (5.6.7.1).
    public var delegationsMax = 32
    /// Bytes of a root: stops endless data where nothing lists a length (5.3.3).
    public var rootBytesMax = 512_000
    /// Bytes of a timestamp: stops endless data where nothing lists a length (5.4.1).
    public var timestampBytesMax = 16_384
    /// Bytes of a snapshot whose length the timestamp does not list: stops endless data (5.5.1).
    public var snapshotBytesMax = 2_000_000
    /// Bytes of targets metadata whose length the snapshot does not list: stops endless data (5.6.1).
    public var targetsBytesMax = 5_000_000
    /// Bytes of metadata whose length is listed, and of any stored file: stops filling the memory with
    /// a length that a stolen key signed.
    public var listedBytesMax = 64 << 20
    /// Levels of lists and objects: stops overflowing the stack.
    public var depthMax = 64
    /// Values in one file: stops small texts that become large trees.
    public var valuesMax = 1_000_000
    /// Signatures in one file: stops hours of verifying.
    public var signaturesMax = 256
    /// Keys in one root or one delegation: stops large tables that are searched for each signature.
    public var keysMax = 1_024
    /// Bytes of a role's name, percent-encoded: it is part of a file's name, of which systems take 255.
    public var roleNameBytesMax = 200
    /// Bytes of a target's path and of a path pattern: bounds the matching, which is their product.
    public var pathBytesMax = 4_096

    /// The limits other clients of this specification use, where they have one.
    public static let standard = TUFLimits()

    /// Takes the standard limits, to change some of them.
    public init() {}
}
