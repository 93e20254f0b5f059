import TUF

/// The clock is behind what this home has signed.
///
/// The other commands refuse then. A command that changes keys must not: if the earlier clock was ahead, a new online key
/// is what makes machines forget its versions. Nothing tells an earlier clock that was ahead from one that is behind
/// now, so a person must.
package struct ClockWarning: Equatable, Sendable {
    /// The place in which the home has signed last.
    package let place: String
    /// When it has signed there, by the clock of that time.
    package let signedAt: UTCTime
    package let now: UTCTime

    /// Compares the clock with the home's record; nil if it can be right.
    ///
    /// What a thief has signed does not count: he cannot write the record. A record that cannot be read gives no warning,
    /// because it must not keep anybody from replacing a key.
    ///
    /// - Parameters:
    ///   - home: the publisher's folder.
    ///   - now: the clock.
    init?(home: Home, now: UTCTime) {
        guard let record = try? DecisionFile(home: home).read(),
            let last = record.signed.max(by: { $0.value.version < $1.value.version })
        else { return nil }
        let signedAt = UTCTime(unixSeconds: last.value.version)
        guard signedAt > now.advanced(bySeconds: PublishPlanner.clockSlackSeconds) else {
            return nil
        }
        (place, self.signedAt, self.now) = (last.key, signedAt, now)
    }
}
