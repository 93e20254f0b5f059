import BundleFormat
import TUF

/// What holds in the middle of a poll and at its end: each step takes it and changes it.
package struct PollProgress {
    /// People's choices, failed trials, and which keys vouched for which contents.
    package var memory: Memory
    package var served: SetIndex
    /// The contents that only a superseded key has signed; they are deleted.
    package var forgotten: [BundleYear: Set<ContentVersion>] = [:]
    /// The plans that were carried out, in order.
    package var plans: [UpdatePlan] = []
    /// The years of the last plan whose step failed.
    package var failed: [BundleYear: AgentError] = [:]
    var sources: [BundleYear: String] = [:]
    /// Whether another set is served than at the beginning.
    package var hasSwitched = false
    /// Whether the disk may have something that the poll no longer needs: it has switched, or a year has failed.
    var hasLeftovers = false
    /// What is trusted, if the repository answered.
    package var answer: RefreshReport?
    /// How each mirror did; empty if none was asked.
    var mirrors: [PollReport.Mirror] = []
    /// What was repaired or dropped, a sentence each.
    package var repairs: [String] = []
    /// What ended the poll early.
    package var trouble: AgentError?
    /// The years whose self-test was cut off in this poll, so that one poll counts one interruption.
    private var interrupted: Set<BundleYear> = []

    /// What was known before the first step: when it began, in seconds since 1970, the repository's address, whether this
    /// machine has verified a repository before, and what was served.
    let startedUnixSeconds: Int64
    let repository: String?
    let isKnown: Bool
    let before: SetIndex

    package init(
        memory: Memory, served: SetIndex, repository: String? = nil, isKnown: Bool = false,
        unixSeconds: Int64 = 0
    ) {
        (self.memory, self.served, before) = (memory, served, served)
        (startedUnixSeconds, self.repository, self.isKnown) = (unixSeconds, repository, isKnown)
    }

    var errors: [AgentError] { failed.map { $0.value } + [trouble].compactMap { $0 } }

    /// So that not every poll tries a bundle again that was refused, or whose self-test was cut off.
    mutating func remember(tester: String?, nowUnixSeconds: Int64) {
        for plan in plans.last?.years ?? [] {
            guard let (kind, reason) = failed[plan.year]?.trial else { continue }
            if kind == .interruption, !interrupted.insert(plan.year).inserted { continue }
            memory.trials.record(
                kind, reason, of: plan, tester: tester, nowUnixSeconds: nowUnixSeconds)
        }
    }

    /// The bundles that failed steps should bring and that a later poll may find on the disk.
    var awaited: [BundleYear: ContentVersion] {
        var versions = memory.trials.spared
        for year in plans.last?.years ?? [] where failed[year.year] != nil {
            versions[year.year] = year.step.result?.version
        }
        return versions
    }

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

    private func holdingBack(_ plan: YearPlan) -> Trouble? {
        if let failure = failed[plan.year] { return failure.family }
        if let trouble = plan.trouble { return trouble }
        if case .lost = plan.reason { return .state }
        if case .notReached = plan.reportedReason { return trouble?.family }
        return nil
    }
}
