import BundleFormat
import TUF

/// What the agent accepts from outside and from its own disk at most.
///
/// Time limits of transfers are the transport's, bounds of metadata TUF's, bounds of bundles BundleFormat's.
package struct AgentLimits: Sendable {
    /// What a bundle may be.
    package var bundle = BundleLimits.standard
    /// What metadata may be.
    package var metadata = TUFLimits.standard
    /// Bytes of `set.json`: a thousand years take 150 kB; a damaged disk may show any length.
    package var setIndexBytesMax = 1 << 20
    /// Bytes of `last-poll.json`, for the same reason; it is written with half of that at most.
    package var reportBytesMax = 1 << 20
    /// Years in a poll's report, the rest of which is counted: a thief of the online key may sign a thousand.
    package var reportYearsMax = 100
    /// Candidates of one year in a report, and repairs and mirrors in all.
    package var reportItemsMax = 16
    /// Characters of one sentence in a report: much of it comes from outside.
    package var reportTextMax = 600
    /// Bytes of `choices.json`, `trials.json` and `vouched.json`, for the same reason.
    package var memoryBytesMax = 1 << 20
    /// Bytes of `history.jsonl`: about a thousand switches, years of them; then the older half goes.
    package var historyBytesMax = 256 << 10
    /// Bytes of the root metadata that the agent starts to trust from: stops reading a wrong, huge file.
    package var rootBytesMax = 1 << 20
    /// Bytes of the configuration file: stops reading a wrong, huge file.
    package var configurationBytesMax = 1 << 20
    /// Sets on the disk, the one in use among them: bounds the disk, leaves two to go back to.
    package var setsMax = 3
    /// The longest a server may ask us to stay away: a mistake of its must not silence a machine.
    package var retryAfterMax = Duration.seconds(24 * 3_600)

    /// The bounds that every command uses.
    package static let standard = AgentLimits()
}
