import TUF

/// Decides the time from which on changed embedded content counts as published.
package enum EmbeddedSince {
    /// The variable of reproducible builds, in seconds since 1970
    /// (<https://reproducible-builds.org/specs/source-date-epoch/>).
    package static let variable = "SOURCE_DATE_EPOCH"

    /// Decides on the time.
    package static func read(
        flag: String?, variable: String?, now: UTCTime
    ) throws(EmbeddedSinceProblem) -> UTCTime {
        let since: UTCTime
        if let flag {
            guard let time = UTCTime(flag) else { throw .badTime(flag) }
            since = time
        } else if let variable, !variable.isEmpty {
            guard let seconds = Int64(variable) else { throw .badSeconds(variable) }
            since = UTCTime(unixSeconds: seconds)
        } else {
            return now
        }
        guard since <= now else { throw .future(since, now: now) }
        return since
    }
}

/// Why a text does not give the time of embedded content.
package enum EmbeddedSinceProblem: Error, Equatable, Sendable {
    /// The flag is no time.
    case badTime(String)
    /// The variable is no number of seconds.
    case badSeconds(String)
    /// The time is in the future.
    case future(UTCTime, now: UTCTime)
}
