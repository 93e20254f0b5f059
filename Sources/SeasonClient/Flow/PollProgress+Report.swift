import BundleFormat
import TUF
import UpdatePolicy

extension PollProgress {
    /// The report of the poll, after the report before it.
    package func report(finishedUnixSeconds: Int64, after previous: PollReport?) -> PollReport {
        let years = years
        let expires = answer?.roles.map { $0.expires }.min()?.unixSeconds
        var report = PollReport(
            startedUnixSeconds: startedUnixSeconds, finishedUnixSeconds: finishedUnixSeconds,
            repository: repository, outcome: outcome(years), problem: trouble?.description,
            retryAfterSeconds: errors.compactMap { $0.retryAfterSeconds }.max(), failuresInARow: 0,
            expiresUnixSeconds: expires ?? previous?.expiresUnixSeconds, repairs: repairs,
            mirrors: mirrors, years: years)
        report.remedy = trouble?.remedy(isKnown: isKnown)
        report.continueContact(after: previous)
        return report
    }

    /// How the poll ended as a whole.
    private func outcome(_ years: [PollReport.Year]) -> PollReport.Outcome {
        if let trouble { return PollReport.Outcome(trouble.family) }
        let families = years.compactMap { $0.family }
        if families.contains(.cancelled) { return .cancelled }
        guard families.isEmpty else { return repository == nil ? .state : .incomplete }
        guard repository != nil else { return .embeddedOnly }
        return years.contains { $0.action == .installed } ? .updated : .upToDate
    }

    /// Each year as it is served at the end, with the reason of the last plan.
    private var years: [PollReport.Year] {
        guard let plan = plans.last else {
            return served.years.map { year in
                PollReport.Year(
                    year: year, entry: served.entries[year], action: .kept,
                    reason: YearPlan.Reason.noNews.sentence)
            }
        }
        // The years whose bundle was found damaged.
        let damaged = Set(
            plans.flatMap { $0.years }
                .filter { [.damaged, .restored, .lost].contains($0.reason) }.map { $0.year })
        return plan.years.map { report($0, isDamaged: damaged.contains($0.year)) }
    }

    private func report(_ plan: YearPlan, isDamaged: Bool) -> PollReport.Year {
        let entry = served.entries[plan.year]
        let former = before.entries[plan.year]?.version
        var year = PollReport.Year(
            year: plan.year, entry: entry, previous: former == entry?.version ? nil : former,
            action: .kept, reason: plan.reason.sentence, source: sources[plan.year],
            candidates: plan.candidates)
        if isDamaged { year.reason += ReportText.damagedBefore }
        if let trouble = holdingBack(plan) {
            let failure = failed[plan.year]
            year.action = .heldBack
            year.family = trouble
            year.reason = failure?.description ?? plan.reportedReason.sentence
            year.againUnixSeconds = failure == nil ? plan.reportedReason.againUnixSeconds : nil
        } else if let entry, entry.version != former || isDamaged {
            year.action = entry.origin == .embedded ? .embedded : .installed
        } else if plan.reason.isWaiting {
            year.action = .waiting
            year.againUnixSeconds = plan.reason.againUnixSeconds
        } else if let sentence = plan.newerProgramNeeded {
            // The content is right: the year waits for an update of this machine's programs.
            year.action = .waiting
            year.reason = sentence
        }
        return year
    }

    /// The trouble that keeps a year from what is published; nil if nothing does.
    private func holdingBack(_ plan: YearPlan) -> Trouble? {
        if let failure = failed[plan.year] { return failure.family }
        if let trouble = plan.trouble { return trouble }
        if case .lost = plan.reason { return .state }
        if case .notReached = plan.reportedReason { return trouble?.family }
        return nil
    }
}
