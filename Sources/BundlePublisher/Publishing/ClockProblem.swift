import TUF

/// Why the clock, or the root's expiry, keeps us from signing.
package enum ClockProblem: Equatable, Sendable {
    /// The clock shows an earlier time than we believe.
    case tooEarly(now: UTCTime, min: UTCTime)
    /// The newest root has expired.
    case rootExpired(at: UTCTime, now: UTCTime)
    /// The clock shows a time before the last publish.
    case beforeLastPublish(UTCTime, now: UTCTime)
    /// The last publish is years ago.
    case longAfterLastPublish(UTCTime, now: UTCTime)
}
