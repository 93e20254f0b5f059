import Foundation

/// What a transfer may take.
package struct TransferLimits: Sendable {
    /// Seconds without a byte: prevents a server that says nothing from holding an update.
    package var silenceSeconds: TimeInterval = 20
    /// Seconds of a whole transfer: prevents a drip of bytes from holding an update.
    package var totalSeconds: TimeInterval = 300
    /// Redirects in a row: prevents circles.
    package var redirectsMax = 10
    /// Bytes of an answer's headers: prevents keeping endless headers; until they end, the system's limit counts.
    package var headersBytesMax = 64 << 10
    /// Transfers of one server at the same time, as in browsers.
    package var atOnce = 6

    /// The usual limits.
    package init() {}
}
