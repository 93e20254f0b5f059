import BundlePublisher
import TUF

/// Since when embedded content that has changed is as it is.
enum EmbeddedSince {
    /// The moment that reproducible builds go by, in seconds since 1970
    /// (<https://reproducible-builds.org/specs/source-date-epoch/>).
    static let variable = "SOURCE_DATE_EPOCH"

    /// Decides on the moment.
    ///
    /// - Parameters:
    ///   - flag: what `--since` says; nil if it was not given.
    ///   - variable: what `SOURCE_DATE_EPOCH` says; nil if it is not set.
    ///   - now: the time.
    /// - Returns: the flag's moment, else the variable's, else the time.
    /// - Throws: ``ErrorText`` for what is no moment, and for one that is to come: agents would prefer that
    ///   content to whatever is published until then.
    static func read(
        flag: String?, variable: String?, now: UTCTime
    ) throws(ErrorText) -> UTCTime {
        let since: UTCTime
        if let flag {
            guard let time = UTCTime(flag) else {
                throw ErrorText(
                    "--since: expected a time, found '\(flag)'",
                    remedy: "write it as 2026-11-21T02:30:00Z")
            }
            since = time
        } else if let variable, !variable.isEmpty {
            guard let seconds = Int64(variable) else {
                throw ErrorText(
                    "$\(Self.variable): expected seconds since 1970, found '\(variable)'",
                    remedy: "unset it, or give --since")
            }
            since = UTCTime(unixSeconds: seconds)
        } else {
            return now
        }
        guard since <= now else {
            throw ErrorText(
                "the content cannot be as it is since \(since), which is to come: the clock says \(now)",
                remedy: "set the clock where it is wrong, or give an earlier --since")
        }
        return since
    }
}
