extension PollReport {
    /// The report after a `reset`, which forgets what held years back; how the poll ended stays.
    package var afterReset: PollReport {
        var report = self
        for at in years.indices where years[at].isDelayed {
            report.years[at].action = .kept
            report.years[at].reason = ReportText.resetSince
            report.years[at].againUnixSeconds = nil
        }
        return report
    }
}

extension PollReport.Year {
    /// True if something is published that this machine did not take.
    package var isDelayed: Bool { action == .heldBack || action == .waiting }

    /// True if nothing of a published year is served, and that is intended.
    ///
    /// The publisher has recalled or withdrawn it, its wave comes later, or a person holds the machine.
    package var isWithheld: Bool {
        let wanted: Set<Finding.Rule> = [.recall, .hold, .wave, .holdOff]
        return entry == nil && action != .heldBack
            && candidates.contains { candidate in
                candidate.sources.contains(.offered)
                    && candidate.failed.first.map { wanted.contains($0.rule) } == true
            }
    }
}
