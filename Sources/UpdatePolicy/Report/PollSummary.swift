import BundleFormat

/// The outcome of all steps of a poll; the report is computed from it.
package struct PollSummary: Equatable, Sendable {
    /// Something that failed, as a report tells it.
    package struct Failure: Equatable, Sendable {
        package let family: Trouble
        /// What failed and why, for people.
        package let sentence: String
        /// What a person can do about it; nil if there is nothing, or if the sentence says it.
        package let remedy: String?
        /// How long the server asked us to wait; nil if it did not ask.
        package let retryAfterSeconds: Int?

        /// Describes a failure.
        package init(
            family: Trouble, sentence: String, remedy: String? = nil,
            retryAfterSeconds: Int? = nil
        ) {
            self.family = family
            self.sentence = sentence
            self.remedy = remedy
            self.retryAfterSeconds = retryAfterSeconds
        }
    }

    /// When the poll began, in seconds since 1970.
    package var startedUnixSeconds: Int64
    /// The repository's address; nil if none is configured.
    package var repository: String?
    /// What was served when the poll began, and what is served at its end.
    package var before: SetIndex
    package var served: SetIndex
    /// The plans that were carried out, in order; the report gives the reasons of the last one.
    package var plans: [UpdatePlan] = []
    /// The years of the last plan whose step failed.
    package var failures: [BundleYear: Failure] = [:]
    /// What ended the poll early.
    package var trouble: Failure?
    /// The time when the repository's metadata expires; nil if the repository did not answer.
    package var expiresUnixSeconds: Int64?
    /// What was found damaged in the state folder and repaired, a sentence each.
    package var repairs: [String] = []
    /// How each mirror did.
    package var mirrors: [PollReport.Mirror] = []
    /// The mirror that each year was fetched from.
    package var sources: [BundleYear: String] = [:]

    /// Makes the summary of a poll that has done nothing yet.
    package init(startedUnixSeconds: Int64, repository: String?, before: SetIndex) {
        self.startedUnixSeconds = startedUnixSeconds
        self.repository = repository
        self.before = before
        served = before
    }
}

extension PollReport {
    /// Computes the report of a poll.
    package init(
        _ summary: PollSummary, finishedUnixSeconds: Int64, after previous: PollReport?
    ) {
        let years = summary.years
        let errors = Array(summary.failures.values) + [summary.trouble].compactMap { $0 }
        self.init(
            startedUnixSeconds: summary.startedUnixSeconds,
            finishedUnixSeconds: finishedUnixSeconds, repository: summary.repository,
            outcome: summary.outcome(years), problem: summary.trouble?.sentence,
            retryAfterSeconds: errors.compactMap { $0.retryAfterSeconds }.max(), failuresInARow: 0,
            expiresUnixSeconds: summary.expiresUnixSeconds ?? previous?.expiresUnixSeconds,
            repairs: summary.repairs, mirrors: summary.mirrors, years: years)
        remedy = summary.trouble?.remedy
        continueContact(after: previous)
    }
}

extension PollSummary {
    /// How the poll ended as a whole.
    fileprivate func outcome(_ years: [PollReport.Year]) -> PollReport.Outcome {
        if let trouble { return PollReport.Outcome(trouble.family) }
        let families = years.compactMap { $0.family }
        if families.contains(.cancelled) { return .cancelled }
        guard families.isEmpty else { return repository == nil ? .state : .incomplete }
        guard repository != nil else { return .embeddedOnly }
        return years.contains { $0.action == .installed } ? .updated : .upToDate
    }

    /// Each year as it is served at the end.
    fileprivate var years: [PollReport.Year] {
        guard let plan = plans.last else {
            return served.years.map { year in
                PollReport.Year(
                    year: year, entry: served.entries[year], action: .kept,
                    reason: YearPlan.Reason.noNews.sentence)
            }
        }
        return plan.years.map(report)
    }

    /// The years whose bundle was found damaged.
    private var damaged: Set<BundleYear> {
        Set(
            plans.flatMap { $0.years }
                .filter { [.damaged, .restored, .lost].contains($0.reason) }.map { $0.year })
    }

    private func report(_ plan: YearPlan) -> PollReport.Year {
        let entry = served.entries[plan.year]
        let former = before.entries[plan.year]?.version
        let isDamaged = damaged.contains(plan.year)
        var year = PollReport.Year(
            year: plan.year, entry: entry, previous: former == entry?.version ? nil : former,
            action: .kept, reason: plan.reason.sentence, source: sources[plan.year],
            candidates: plan.candidates)
        if isDamaged { year.reason += ReportText.damagedBefore }
        if let failure = holdingBack(plan) {
            year.action = .heldBack
            year.family = failure.family
            year.reason = failure.sentence
            year.againUnixSeconds = failure.againUnixSeconds
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

    /// Why a year does not serve what is published; nil if nothing holds it back.
    private func holdingBack(
        _ plan: YearPlan
    ) -> (family: Trouble, sentence: String, againUnixSeconds: Int64?)? {
        let reason = plan.hindrance ?? plan.reason
        if let failure = failures[plan.year] { return (failure.family, failure.sentence, nil) }
        if reason.refusal != nil { return (.refused, reason.sentence, reason.againUnixSeconds) }
        if reason.interruption != nil { return (.state, reason.sentence, reason.againUnixSeconds) }
        if let family = plan.obstacle { return (family, reason.sentence, nil) }
        if case .lost = plan.reason { return (.state, reason.sentence, nil) }
        if case .notReached = reason, let trouble { return (trouble.family, reason.sentence, nil) }
        return nil
    }
}
