import TUF

/// Whether people should be told to renew root, which takes several people.
package enum RootNotice {
    /// People are told from this many days before root expires.
    private static let noticeDays: Int64 = 180

    /// Counts the days until root expires.
    ///
    /// - Returns: the days that are left; nil if it is too early to tell anybody.
    package static func daysLeft(_ expires: UTCTime, now: UTCTime) -> Int64? {
        let days = (expires.unixSeconds - now.unixSeconds) / 86_400
        return days < noticeDays ? days : nil
    }
}
