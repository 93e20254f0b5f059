/// The limits of a transfer; each limit prevents one way to hold a client up.
///
/// Each request limits the bytes of its body.
public struct TransferLimits: Sendable {
    /// The time until the connection and its encryption are made: prevents waiting for a silent
    /// host.
    public var connect: Duration
    /// How long, at least a second, the speed may be below ``stallBytesPerSecond``: prevents
    /// waiting for a dead connection.
    public var stall: Duration
    /// The speed below which a transfer stalls.
    public var stallBytesPerSecond: Int
    /// The time of one transfer with its redirects: prevents an endless drip just above the stall
    /// limit.
    public var total: Duration
    /// Followed redirects: prevents circles.
    public var redirectsMax: Int
    /// Bytes of header lines of one transfer: prevents endless headers, which libcurl would store.
    public var headersBytesMax: Int
    /// Bytes of an answer that is not the file, read only to keep the connection; after more bytes
    /// it is closed.
    public var drainedBytesMax: Int

    /// For a slow network: 8 MiB at 28 kB a second take the whole five minutes.
    public static let standard = TransferLimits(
        connect: .seconds(10), stall: .seconds(20), stallBytesPerSecond: 16,
        total: .seconds(300), redirectsMax: 5, headersBytesMax: 64 << 10,
        drainedBytesMax: 64 << 10)
}
