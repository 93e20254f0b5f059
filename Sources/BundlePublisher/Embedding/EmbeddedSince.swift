import SeasonAuthoring
import TUF

/// Decides the time from which on changed embedded content counts as published.
package enum EmbeddedSince {
    /// The variable of reproducible builds, in seconds since 1970
    /// (<https://reproducible-builds.org/specs/source-date-epoch/>).
    package static let variable = "SOURCE_DATE_EPOCH"

    package static func read(
        flag: String?, variable: String?, now: UTCTime
    ) throws(PublishError) -> UTCTime {
        let since: UTCTime
        if let flag {
            guard let time = UTCTime(flag) else {
                throw PublishError(
                    "--since: expected a time, found '\(flag)'",
                    remedy: "write it as 2026-11-21T02:30:00Z")
            }
            since = time
        } else if let variable, !variable.isEmpty {
            guard let seconds = Int64(variable) else {
                throw PublishError(
                    "$\(Self.variable): expected seconds since 1970, found '\(variable)'",
                    remedy: "unset it, or give --since")
            }
            since = UTCTime(unixSeconds: seconds)
        } else {
            return now
        }
        guard since <= now else {
            throw PublishError(
                "the content cannot be as it is since \(since), which is to come: the clock says \(now)",
                remedy: "set the clock where it is wrong, or give an earlier --since")
        }
        return since
    }
}
