import BundleArchive
import BundleFormat
import TUF
import UpdatePolicy

/// What a poll has come to so far; the report is made of it at the end.
package struct PollDraft {
    private let started: Int64
    private let repository: String?
    /// What was served when the poll began.
    private let before: SetIndex
    private var plan: UpdatePlan?
    /// The years whose bundle was found damaged.
    private var damaged: Set<BundleYear> = []
    /// The years whose self-test was cut off in this poll.
    private var interrupted: Set<BundleYear> = []

    /// What is served now.
    package var served: SetIndex
    /// Whether `current` was switched.
    package var hasSwitched = false
    /// The years of the plan at work whose step failed.
    package var failed: [BundleYear: AgentError] = [:]
    /// What is trusted, once the repository's word was had.
    package var refresh: RefreshReport?
    /// People's choices and what was tried.
    package var memory = Memory()
    /// What of that is on the disk.
    package var remembered = Memory()
    /// What only a replaced key has signed: to be deleted.
    package var forgotten: [BundleYear: Set<ContentVersion>] = [:]
    /// This machine among all machines.
    package var machine = Machine(id: "")
    /// What was found spoilt in the state folder and mended.
    package var repairs: [String] = []
    /// How each mirror did.
    package var mirrors: [PollReport.Mirror] = []
    /// From where each year was fetched.
    package var sources: [BundleYear: String] = [:]
    /// What ended the poll early.
    package var trouble: AgentError?

    /// Begins a report.
    ///
    /// - Parameters:
    ///   - started: the moment, in seconds since 1970.
    ///   - repository: the address; nil where none is configured.
    ///   - served: what is served before anything is done.
    package init(started: Int64, repository: String?, served: SetIndex) {
        self.started = started
        self.repository = repository
        before = served
        self.served = served
    }

    /// Begins to carry out a plan; the last one's words are those of the report.
    package mutating func begin(_ plan: UpdatePlan) {
        self.plan = plan
        failed = [:]
        for year in plan.years where [.damaged, .restored, .lost].contains(year.reason) {
            damaged.insert(year.year)
        }
    }

    /// Remembers that a bundle was refused for its content, or that its self-test was cut off, so that it is
    /// not tried again at every poll.
    ///
    /// - Parameters:
    ///   - plan: the year whose step failed.
    ///   - error: why; other families than content are forgotten, for they may pass.
    ///   - tester: the program that tests bundles.
    ///   - nowUnixSeconds: the time.
    package mutating func noteTrial(
        _ plan: YearPlan, _ error: AgentError, tester: String?, nowUnixSeconds: Int64
    ) {
        guard let version = plan.step.result?.version else { return }
        var failure = Trials.Failure(
            version: version, kind: .selfTest, reason: error.description, count: 1,
            lastUnixSeconds: nowUnixSeconds, tester: tester)
        switch (error, plan.step) {
        case (.selfTest, _): memory.trials.interruptions[plan.year] = nil
        case (.selfTestCutOff(let sentence), _):
            // Both halves of a poll may try it: a poll counts once.
            guard interrupted.insert(plan.year).inserted else { return }
            memory.trials.note(
                Trials.Interruption(
                    version: version, reason: sentence, count: 1,
                    lastUnixSeconds: nowUnixSeconds, tester: tester), of: plan.year)
            return
        case (.archive(.content), .download(let offer)):
            failure.kind = .content
            failure.sha256 = offer.sha256
            failure.tester = nil
        default: return
        }
        memory.trials.note(failure, of: plan.year)
    }

    /// What failed steps were to bring, and a later poll may find on the disk: not to be fetched again.
    package var awaited: [BundleYear: ContentVersion] {
        var versions = memory.trials.spared
        for year in plan?.years ?? [] where failed[year.year] != nil {
            versions[year.year] = year.step.result?.version
        }
        return versions
    }

    /// The report.
    ///
    /// - Parameters:
    ///   - finished: the moment, in seconds since 1970.
    ///   - previous: the report before this one.
    /// - Returns: what happened.
    package func report(finished: Int64, after previous: PollReport?) -> PollReport {
        let years = years()
        let outcome = outcome(years)
        let errors = Array(failed.values) + (trouble.map { [$0] } ?? [])
        let expires = refresh?.roles.map(\.expires).min()?.unixSeconds
        var report = PollReport(
            startedUnixSeconds: started, finishedUnixSeconds: finished, repository: repository,
            outcome: outcome, problem: trouble?.description,
            retryAfterSeconds: errors.compactMap(\.retryAfterSeconds).max(),
            failuresInARow: 0, lastSuccessUnixSeconds: previous?.lastSuccessUnixSeconds,
            expiresUnixSeconds: expires ?? previous?.expiresUnixSeconds, repairs: repairs,
            mirrors: mirrors,
            years: years)
        if report.hasNews { report.lastSuccessUnixSeconds = finished }
        let failures = previous?.failuresInARow ?? 0
        switch outcome {
        case .updated, .upToDate, .embeddedOnly, .older: break
        case .unreachable, .refused, .state, .brokenOff: report.failuresInARow = failures &+ 1
        // A refused bundle is not made right by asking more often.
        case .incomplete where years.allSatisfy({ $0.family == nil || $0.family == .refused }):
            break
        case .incomplete: report.failuresInARow = failures &+ 1
        case .cancelled: report.failuresInARow = failures
        }
        return report
    }

    private func outcome(_ years: [PollReport.Year]) -> PollReport.Outcome {
        switch trouble?.family {
        case .unreachable: return .unreachable
        case .older: return .older
        case .refused: return .refused
        case .state: return .state
        case .cancelled: return .cancelled
        case nil: break
        }
        let families = years.compactMap(\.family)
        if families.contains(.cancelled) { return .cancelled }
        guard families.isEmpty else { return repository == nil ? .state : .incomplete }
        guard repository != nil else { return .embeddedOnly }
        return years.contains { $0.action == .installed } ? .updated : .upToDate
    }

    private func years() -> [PollReport.Year] {
        guard let plan else {
            return served.years.map { year in
                PollReport.Year(
                    year: year, entry: served.entries[year], action: .kept,
                    reason: YearPlan.Reason.noNews.sentence)
            }
        }
        return plan.years.map(report)
    }

    private func report(_ plan: YearPlan) -> PollReport.Year {
        let entry = served.entries[plan.year]
        let former = before.entries[plan.year]?.version
        var year = PollReport.Year(
            year: plan.year, entry: entry, previous: former == entry?.version ? nil : former,
            action: .kept, reason: plan.reason.sentence)
        year.source = sources[plan.year]
        if damaged.contains(plan.year) {
            year.reason += "; what was served before was damaged"
        }
        year.candidates = plan.candidates
        if let error = failed[plan.year] {
            hold(&year, error.family, error.description)
        } else if let sentence = plan.reason.refusal {
            hold(&year, .refused, sentence)
            year.againUnixSeconds = plan.reason.againUnixSeconds
        } else if let sentence = plan.reason.interruption {
            hold(&year, .state, sentence)
            year.againUnixSeconds = plan.reason.againUnixSeconds
        } else if let family = plan.reason.obstacle {
            hold(&year, family, plan.reason.sentence)
        } else if case .notReached = plan.reason, let trouble {
            hold(&year, trouble.family, plan.reason.sentence)
        } else if let entry, entry.version != former || damaged.contains(plan.year) {
            year.action = entry.origin == .embedded ? .embedded : .installed
        } else if plan.reason.isWaiting {
            year.action = .waiting
            year.againUnixSeconds = plan.reason.againUnixSeconds
        } else if let sentence = plan.newerProgramNeeded {
            // No failure of the content: it waits for an update of this machine's programs.
            year.action = .waiting
            year.reason = sentence
        }
        return year
    }

    private func hold(
        _ year: inout PollReport.Year, _ family: Trouble, _ reason: String
    ) {
        year.action = .heldBack
        year.family = family
        year.reason = reason
    }
}
