import BundleFormat
import TUF

/// The limits of the agent for data from outside and from its own disk.
///
/// The transport limits the time of transfers, TUF the metadata, and BundleFormat the bundles.
package struct AgentLimits: Sendable {
    package var bundle = BundleLimits.standard
    package var metadata = TUFLimits.standard
    /// Bytes of `last-poll.json`: a damaged disk may show any length; the agent writes at most half of it.
    package var reportBytesMax = 1 << 20
    /// Years in a poll's report; the rest is counted; a thief of the online key may sign a thousand.
    var reportYearsMax = 100
    /// Candidates of one year in a report, and all repairs and mirrors.
    var reportItemsMax = 16
    /// Characters of one sentence in a report; many sentences contain text from outside.
    var reportTextMax = 600
    /// Bytes of `choices.json`, `trials.json` and `vouched.json`, for the same reason.
    package var memoryBytesMax = 1 << 20
    /// Bytes of `history.jsonl`: about a thousand switches, that is years; then the older half is removed.
    package var historyBytesMax = 256 << 10
    /// Bytes of the configuration file: prevents reading a wrong, huge file.
    package var configurationBytesMax = 1 << 20
    /// Sets on the disk, including the one in use: limits the disk, and leaves two sets for a rollback.
    package var setsMax = 3
    /// The longest pause that a server may ask for: its mistake must not silence a machine.
    package var retryAfterMax = Duration.seconds(24 * 3_600)

    package static let standard = AgentLimits()
}
