/// The limits of a transfer; each limit prevents one way to hold a client up.
///
/// libcurl and URLSession keep to the same ones. Each request limits the bytes of its body.
public struct TransferLimits: Sendable {
    /// The time until the connection and its encryption are made: prevents waiting for a silent
    /// host.
    public var connect = Duration.seconds(10)
    /// How long, at least a second, the speed may be below ``stallBytesPerSecond``: prevents
    /// waiting for a dead connection.
    public var stall = Duration.seconds(20)
    /// The speed below which a transfer stalls; URLSession knows only silence.
    public var stallBytesPerSecond = 16
    /// The time of one transfer with its redirects: prevents an endless drip just above the stall
    /// limit; 8 MiB at 28 kB a second take all of it.
    public var total = Duration.seconds(300)
    /// Followed redirects: prevents circles.
    public var redirectsMax = 5
    /// Bytes of header lines of one transfer: prevents endless headers, which libcurl would store.
    public var headersBytesMax = 64 << 10
    /// Bytes of an answer that is not the file, read only to keep the connection; after more bytes
    /// it is closed.
    public var drainedBytesMax = 64 << 10
    /// The most files to fetch from one host at the same time, as in browsers.
    public var filesAtOnce = 6

    /// The limits for a slow network; a caller may change them.
    public static let standard = TransferLimits()
}
