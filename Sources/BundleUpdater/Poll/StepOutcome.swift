import BundleFormat
import TUF
import UpdatePolicy

/// The outcome of one step of a poll.
struct StepOutcome {
    /// What holds on the machine after the step.
    var standing: Standing
    /// The outcomes of its plans, in order.
    var results: [PlanResult] = []
    /// What is trusted, if the repository answered.
    var answer: RefreshReport?
    /// How each mirror did; nil if none was asked.
    var mirrors: [PollReport.Mirror]?
    /// What was repaired or dropped, a sentence each.
    var repairs: [String] = []
    /// What ended the step early.
    var trouble: AgentError?

    /// Whether `current` was switched.
    var hasSwitched: Bool { results.contains(where: \.hasSwitched) }

    /// The years of the last plan whose step failed.
    var failed: [BundleYear: AgentError] { results.last?.failed ?? [:] }

    /// Whether the disk may hold other bundles than before the step.
    var hasChangedBundles: Bool { hasSwitched || !failed.isEmpty }

    /// Joins this step and the next one.
    ///
    /// - Parameter next: the step that came after this one.
    /// - Returns: the outcome of both together.
    func followed(by next: StepOutcome) -> StepOutcome {
        StepOutcome(
            standing: next.standing, results: results + next.results,
            answer: next.answer ?? answer, mirrors: next.mirrors ?? mirrors,
            repairs: repairs + next.repairs, trouble: next.trouble)
    }

    /// The same step, ended by an error.
    func ended(by error: AgentError) -> StepOutcome {
        var outcome = self
        outcome.trouble = error
        return outcome
    }

    /// Records where the last plan's years were fetched.
    mutating func setSources(_ sources: [BundleYear: String]) {
        guard let last = results.indices.last else { return }
        results[last].sources = sources
    }

    /// The bundles that failed steps should bring and that a later poll may find on the disk.
    var awaited: [BundleYear: ContentVersion] {
        var versions = standing.memory.trials.spared
        for year in results.last?.plan.years ?? [] where failed[year.year] != nil {
            versions[year.year] = year.step.result?.version
        }
        return versions
    }
}

/// The outcome of one plan.
struct PlanResult {
    /// The plan as it was decided.
    let plan: UpdatePlan
    /// The years whose step failed.
    var failed: [BundleYear: AgentError] = [:]
    /// What is served after the plan.
    var served: SetIndex
    /// Whether `current` was switched.
    var hasSwitched = false
    /// The mirror that each year was fetched from.
    var sources: [BundleYear: String] = [:]
    /// Why the switch failed.
    var trouble: AgentError?
}

extension PollSummary {
    /// Sums up a poll.
    ///
    /// - Parameters:
    ///   - outcome: the outcome of its steps.
    ///   - start: the time when it began, the repository, and what was served then.
    init(_ outcome: StepOutcome, since start: PollStart) {
        self.init(
            startedUnixSeconds: start.unixSeconds, repository: start.repository,
            before: start.served)
        served = outcome.standing.served
        plans = outcome.results.map(\.plan)
        failures = outcome.failed.mapValues { Failure($0, isKnown: start.isKnown) }
        trouble = outcome.trouble.map { Failure($0, isKnown: start.isKnown) }
        expiresUnixSeconds = outcome.answer?.roles.map(\.expires).min()?.unixSeconds
        repairs = outcome.repairs
        mirrors = outcome.mirrors ?? []
        for result in outcome.results { sources.merge(result.sources) { $1 } }
    }
}

extension PollSummary.Failure {
    fileprivate init(_ error: AgentError, isKnown: Bool) {
        self.init(
            family: error.family, sentence: error.description,
            remedy: error.remedy(isKnown: isKnown), retryAfterSeconds: error.retryAfterSeconds)
    }
}

/// What was known when a poll began.
struct PollStart {
    let unixSeconds: Int64
    /// The repository's address; nil if none is configured.
    let repository: String?
    /// Whether this machine had verified a repository before.
    let isKnown: Bool
    let served: SetIndex
}
