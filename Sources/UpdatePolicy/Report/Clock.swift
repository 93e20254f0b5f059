/// What a moment that was stored says about the clock that it was read from.
package enum Clock {
    /// What two clocks may differ by without anybody's fault, in seconds: what was noted later than that from
    /// now was noted by a clock that was ahead.
    private static let toleranceSeconds: Int64 = 600

    /// Whether a stored moment is still to come, so that the clock was ahead when it was stored.
    ///
    /// - Parameters:
    ///   - unixSeconds: the stored moment.
    ///   - nowUnixSeconds: the time.
    /// - Returns: false also where the two differ by less than clocks do.
    package static func isAhead(_ unixSeconds: Int64, nowUnixSeconds: Int64) -> Bool {
        let (difference, overflow) = unixSeconds.subtractingReportingOverflow(nowUnixSeconds)
        guard !overflow else { return unixSeconds > nowUnixSeconds }
        return difference > toleranceSeconds
    }
}

extension PollReport {
    /// The report without what a clock that was ahead has noted: it would look like news for as long.
    ///
    /// - Parameter nowUnixSeconds: the time.
    /// - Returns: the report; when the repository was last heard is not known where that is to come.
    package func forgettingTheFuture(nowUnixSeconds: Int64) -> PollReport {
        var report = self
        func isAhead(_ moment: Int64) -> Bool {
            Clock.isAhead(moment, nowUnixSeconds: nowUnixSeconds)
        }
        if lastSuccessUnixSeconds.map(isAhead) == true { report.lastSuccessUnixSeconds = nil }
        if (lastCopy?.atUnixSeconds).map(isAhead) == true { report.lastCopy = nil }
        return report
    }
}
