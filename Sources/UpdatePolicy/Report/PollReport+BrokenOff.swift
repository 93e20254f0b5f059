import BundleFormat

extension PollReport {
    /// The report of a poll that could not write its own.
    package init(
        brokenOff problem: String, of repository: String?, after previous: PollReport?,
        served: SetIndex, startedUnixSeconds: Int64, finishedUnixSeconds: Int64
    ) {
        self.init(
            startedUnixSeconds: startedUnixSeconds, finishedUnixSeconds: finishedUnixSeconds,
            repository: repository, lastCopy: previous?.lastCopy, outcome: .brokenOff,
            problem: problem, failuresInARow: 0,
            expiresUnixSeconds: previous?.expiresUnixSeconds,
            years: served.years.map { year in
                Year(
                    year: year, entry: served.entries[year], action: .kept,
                    reason: ReportText.brokenOff)
            })
        continueContact(after: previous)
    }
}
