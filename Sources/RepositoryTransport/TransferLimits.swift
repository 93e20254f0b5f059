/// What a transfer puts up with; each bound stops one way of holding a client up.
///
/// The bytes of a body are bounded by each request.
public struct TransferLimits: Sendable {
    /// Until the connection and its encryption stand: stops waiting for a silent host.
    public var connect: Duration
    /// Below ``stallBytesPerSecond`` for so long, at least a second: stops waiting for a dead connection.
    public var stall: Duration
    /// The speed that counts as a stall.
    public var stallBytesPerSecond: Int
    /// One transfer with its redirects: stops an endless drip just above the stall limit.
    public var total: Duration
    /// Redirects followed: stops circles.
    public var redirectsMax: Int
    /// Bytes of header lines of one transfer: stops headers without end, which libcurl would keep.
    public var headersBytesMax: Int
    /// Bytes read and thrown away of an answer that is not the file, so that its connection can be used
    /// again; more and the connection is closed instead.
    public var drainedBytesMax: Int

    /// For a slow network: 8 MiB at 28 kB a second take the whole five minutes.
    public static let standard = TransferLimits(
        connect: .seconds(10), stall: .seconds(20), stallBytesPerSecond: 16,
        total: .seconds(300), redirectsMax: 5, headersBytesMax: 64 << 10,
        drainedBytesMax: 64 << 10)
}
