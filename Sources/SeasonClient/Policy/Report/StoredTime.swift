/// What a stored time tells about the clock at that time.
package enum StoredTime {
    /// The usual difference between two clocks: a time further in the future was stored while the clock was ahead.
    private static let toleranceSeconds: Int64 = 600

    /// Whether a stored time is in the future, so that the clock was ahead when it was stored.
    package static func isAhead(_ unixSeconds: Int64, nowUnixSeconds: Int64) -> Bool {
        let (difference, overflow) = unixSeconds.subtractingReportingOverflow(nowUnixSeconds)
        guard !overflow else { return unixSeconds > nowUnixSeconds }
        return difference > toleranceSeconds
    }

    /// Whether the clock was set to another time, and not only corrected a little.
    static func hasJumped(from lead: Int64, to now: Int64) -> Bool {
        let (difference, overflow) = now.subtractingReportingOverflow(lead)
        return overflow || difference.magnitude > UInt64(toleranceSeconds)
    }
}

extension PollReport {
    /// Without times that a clock wrote while it was ahead: they would look new until the clock reaches them.
    package func forgettingTheFuture(nowUnixSeconds: Int64) -> PollReport {
        var report = self
        func isAhead(_ moment: Int64) -> Bool {
            StoredTime.isAhead(moment, nowUnixSeconds: nowUnixSeconds)
        }
        if lastSuccessUnixSeconds.map(isAhead) == true { report.lastSuccessUnixSeconds = nil }
        for at in others.indices where others[at].lastSuccessUnixSeconds.map(isAhead) == true {
            report.others[at].lastSuccessUnixSeconds = nil
        }
        if (lastCopy?.atUnixSeconds).map(isAhead) == true { report.lastCopy = nil }
        return report
    }
}

extension Choices {
    /// The choices without times from the future, which a clock wrote while it was ahead: they count from now.
    package func forgettingTheFuture(nowUnixSeconds: Int64) -> Choices {
        var choices = self
        func cut(_ moment: Int64) -> Int64 {
            StoredTime.isAhead(moment, nowUnixSeconds: nowUnixSeconds) ? nowUnixSeconds : moment
        }
        choices.heldSinceUnixSeconds = heldSinceUnixSeconds.map(cut)
        for year in pins.keys {
            choices.pins[year]?.sinceUnixSeconds = cut(pins[year]?.sinceUnixSeconds ?? 0)
        }
        for year in rollbacks.keys {
            choices.rollbacks[year]?.sinceUnixSeconds = cut(rollbacks[year]?.sinceUnixSeconds ?? 0)
        }
        return choices
    }
}
