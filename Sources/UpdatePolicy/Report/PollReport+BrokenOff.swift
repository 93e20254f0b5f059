import BundleFormat

extension PollReport {
    /// The report of a poll that could not write its own.
    ///
    /// - Parameters:
    ///   - problem: what is known about its end.
    ///   - repository: the repository that it should have asked; nil for none.
    ///   - previous: the report before it.
    ///   - served: what is served.
    ///   - startedUnixSeconds: when the poll began.
    ///   - finishedUnixSeconds: when it ended.
    package init(
        brokenOff problem: String, of repository: String?, after previous: PollReport?,
        served: SetIndex,
        startedUnixSeconds: Int64, finishedUnixSeconds: Int64
    ) {
        self.init(
            startedUnixSeconds: startedUnixSeconds, finishedUnixSeconds: finishedUnixSeconds,
            repository: repository, outcome: .brokenOff, problem: problem,
            failuresInARow: 0,
            lastSuccessUnixSeconds: previous?.lastSuccessUnixSeconds,
            expiresUnixSeconds: previous?.expiresUnixSeconds,
            years: served.years.map { year in
                Year(
                    year: year, entry: served.entries[year], action: .kept,
                    reason: ReportText.brokenOff)
            })
        failuresInARow = failuresInARow(after: previous?.failuresInARow ?? 0)
    }
}
