import BundleFormat
import TUF
import UpdatePolicy

/// What holds in the middle of a poll and at its end: each step takes it and changes it.
package struct PollProgress {
    /// People's choices, failed trials, and which keys vouched for which contents.
    package var memory: Memory
    /// What is served.
    package var served: SetIndex
    /// The contents that only a superseded key has signed; they are deleted.
    package var forgotten: [BundleYear: Set<ContentVersion>] = [:]
    /// The plans that were carried out, in order.
    package var plans: [UpdatePlan] = []
    /// The years of the last plan whose step failed.
    package var failed: [BundleYear: AgentError] = [:]
    /// The mirror that each year was fetched from.
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

    /// Begins with what is known before the first step.
    package init(
        memory: Memory, served: SetIndex, repository: String? = nil, isKnown: Bool = false,
        unixSeconds: Int64 = 0
    ) {
        (self.memory, self.served, before) = (memory, served, served)
        (startedUnixSeconds, self.repository, self.isKnown) = (unixSeconds, repository, isKnown)
    }

    /// Everything that failed.
    var errors: [AgentError] { failed.map { $0.value } + [trouble].compactMap { $0 } }

    /// Remembers each bundle that was refused for its content, and each self-test that was cut off.
    ///
    /// So not every poll tries them again.
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
}
