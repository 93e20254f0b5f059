import SeasonAuthoring
import TUF

/// Refuses to sign if the clock is wrong.
enum PublishClock {
    /// How far the clock may be behind the last publish.
    ///
    /// Several publishes within a second use up the next seconds as versions.
    static let slackSeconds: Int64 = 60
    /// If the last publish is older than this, the clock is wrong or the repository is abandoned.
    static let idleSecondsMax: Int64 = 3 * 366 * 86_400
    /// The earliest time that we believe.
    ///
    /// A clock without a battery starts in 1970.
    private static let earliest = UTCTime(unixSeconds: 1_767_225_600)  // 2026-01-01

    /// Throws if the clock, or the live state, is years off.
    ///
    /// A version from the future could be taken back only by new keys.
    static func check(
        newest version: Int64?, rootExpires: UTCTime, now: UTCTime, isForced: Bool = false
    ) throws(PublishError) {
        try requireBelievable(now)
        guard now < rootExpires else {
            throw PublishError(
                "root: expected one that is valid now, found that it expired at \(rootExpires); "
                    + "the clock says \(now)",
                remedy: "set the clock if it is wrong; otherwise sign a new root with "
                    + "\(.keys("renew-root"))")
        }
        guard let version else { return }
        let newest = UTCTime(unixSeconds: version)
        guard newest <= now.advanced(bySeconds: slackSeconds) else {
            throw PublishError(
                "clock: expected a time after the last publish at \(newest), found \(now)",
                remedy: "set the clock; if it is right, the last publish had a wrong one: "
                    + "wait until \(newest), or give agents a new online key: "
                    + "\(.keys("rotate-online"))")
        }
        guard isForced || now <= newest.advanced(bySeconds: idleSecondsMax) else {
            throw PublishError(
                "clock: expected at most three years after the last publish at \(newest), found \(now)",
                remedy: "set the clock; if it is right: \(.refresh("--force"))")
        }
    }

    /// Throws if the clock shows a time that we do not believe.
    static func requireBelievable(_ now: UTCTime) throws(PublishError) {
        guard now < earliest else { return }
        throw PublishError(
            "clock: expected \(earliest) or later, found \(now)", remedy: "set the clock")
    }
}
