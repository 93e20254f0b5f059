/// The largest bundle that is accepted; each limit prevents one way to exhaust a machine.
///
/// Today a season has 20 kB packed and 150 kB unpacked; every limit is far above that.
public struct BundleLimits: Sendable {
    /// Bytes of the packed bundle: prevents a full disk before anything is verified.
    public var zipBytesMax = 8 << 20
    /// Bytes of all files together: prevents a full disk from a small download.
    public var unpackedBytesMax = 32 << 20
    /// Bytes of one file: prevents a full memory in a program that reads it whole; also where a season has no manifest.
    public var fileBytesMax = 8 << 20
    /// Files without the manifest: prevents the use of all inodes and hours of fsync.
    public var filesMax = 1_000
    /// Unpacked bytes for each packed byte: prevents zip bombs long before `unpackedBytesMax`.
    public var ratioMax = 200
    /// Bytes of the manifest: a thousand files of the longest path.
    public var manifestBytesMax = 1 << 20

    /// Bytes of one path in a bundle: it fits every file system under any state folder.
    public static let pathBytesMax = 200
    /// Names in one path: prevents deep trees.
    public static let pathSegmentsMax = 4

    /// The limits that publisher and agent agree on.
    public static let standard = BundleLimits()

    /// Makes the standard limits; a caller may lower them.
    public init() {}
}
