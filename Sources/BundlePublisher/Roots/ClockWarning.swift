import TUF

/// The clock is behind what this home has seen signed.
///
/// The other commands refuse then. A command that changes keys must not: if the earlier clock was ahead, a new online key
/// is what makes machines forget its versions. Nothing tells an earlier clock that was ahead from one that is behind
/// now, so a person must.
package struct ClockWarning: Equatable, Sendable {
    /// When the newest state that the home has seen was signed, by the clock of that time.
    package let signedAt: UTCTime
    package let now: UTCTime

    /// Compares the clock with the home's memory; nil if it can be right.
    init?(home: Home, now: UTCTime) {
        guard let signedAt = SeenStore(home: home).signedAt,
            signedAt > now.advanced(bySeconds: PublishPlanner.clockSlackSeconds)
        else { return nil }
        (self.signedAt, self.now) = (signedAt, now)
    }
}
