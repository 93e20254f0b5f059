/// What a bundle may be at most; each bound stops one way of wearing a machine down.
///
/// A season is 20 kB packed and 150 kB unpacked today; every bound leaves a hundredfold.
public struct BundleLimits: Sendable {
    /// Bytes of the packed bundle: stops filling the disk before anything is verified.
    public var zipBytesMax = 8 << 20
    /// Bytes of all files together: stops filling the disk with what was small on the wire.
    public var unpackedBytesMax = 32 << 20
    /// Bytes of one file: stops filling the memory of whoever reads it whole.
    public var fileBytesMax = 8 << 20
    /// Files, the manifest left out: stops using up inodes and hours of fsync.
    public var filesMax = 1_000
    /// Unpacked bytes for each packed one: stops bombs long before `unpackedBytesMax`.
    public var ratioMax = 200
    /// Bytes of the manifest: a thousand files of the longest path.
    public var manifestBytesMax = 1 << 20

    /// Bytes of one path in a bundle: fits every file system under any state folder.
    public static let pathBytesMax = 200
    /// Names in one path: stops deep trees.
    public static let pathSegmentsMax = 4

    /// The bounds that publisher and agent agree on.
    public static let standard = BundleLimits()

    /// Makes the standard bounds, to be narrowed.
    public init() {}
}
