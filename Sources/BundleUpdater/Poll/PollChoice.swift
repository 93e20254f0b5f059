import BundleFormat
import UpdatePolicy

extension Poller {
    /// The result of a command that asks for a choice.
    package enum ChoiceOutcome: Equatable {
        /// The choice was made; in a dry run, it would be possible.
        case done(Chosen)
        case refused(ChoiceError)
    }

    /// A choice and what follows from it.
    package struct Chosen: Equatable {
        package let change: ChoiceFacts.Change
        /// What was served before.
        package let before: SetIndex
        /// What is served now; with a dry run, what would be.
        package var now: SetIndex
        /// The years whose bundle could not be taken, and why; something else is served of them.
        package var failed: [BundleYear: AgentError] = [:]
    }

    /// A content that a person names by its season and the first digits of its version.
    package typealias Sought = (year: BundleYear, prefix: String)

    /// Makes a choice: keeps it, then switches to what follows from it.
    ///
    /// It uses the network only for a content that is sought and not here.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is changed.
    ///   - sought: the content that the choice needs; nil for none.
    ///   - decide: what the command makes of the facts.
    /// - Returns: the result. A bundle that cannot be taken does not undo the choice.
    /// - Throws: ``AgentError`` if the state folder or the disk does not allow it; then the
    ///   machine serves what it served before.
    package func choose(
        isDryRun: Bool, seeking sought: Sought? = nil,
        _ decide: (ChoiceFacts) throws(ChoiceError) -> ChoiceFacts.Change
    ) throws(AgentError) -> ChoiceOutcome {
        var chosen: Chosen?
        var refusal: ChoiceError?
        func decided(_ steps: PollSteps, _ standing: Standing) -> StepOutcome {
            do throws(AgentError) {
                var standing = standing
                var inventory = try steps.planner.actions.gather()
                var (lesson, facts) = steps.facts(inventory, standing)
                var change: ChoiceFacts.Change?
                do throws(ChoiceError) {
                    change = try decide(facts)
                } catch {
                    refusal = error
                }
                var isFound = false
                if let sought, let following = steps.following, change.needs(sought, facts),
                    refusal.mayBeInRepository
                {
                    let search = following.search(
                        sought.year, sought.prefix, isDryRun ? nil : loader, inventory, standing)
                    // What is offered is downloaded by the next poll, if it cannot be now.
                    guard search.outcome.trouble == nil || change != nil else {
                        refusal = nil
                        return search.outcome
                    }
                    if search.outcome.trouble == nil {
                        refusal = search.refusal
                        standing = search.outcome.standing
                    }
                    if let found = search.found, refusal == nil {
                        inventory = try steps.planner.actions.gather()
                        (lesson, facts) = steps.facts(inventory, standing)
                        change = facts.pin(found.year, found.version)
                        isFound = true
                    }
                }
                guard refusal == nil, let change else { return StepOutcome(standing: standing) }
                let plan = facts.policy(after: change).plan()
                chosen = Chosen(
                    change: change, before: standing.served,
                    now: plan.index(failed: [], nowUnixSeconds: clock()))
                if isDryRun, isFound, let year = change.years.first,
                    let pin = change.choices.pins[year]
                {
                    chosen?.now.entries[year] = SetIndex.Entry(
                        version: pin.version, origin: .downloaded, sinceUnixSeconds: clock())
                }
                guard !isDryRun else { return StepOutcome(standing: standing) }
                var outcome = StepOutcome(
                    standing: lesson?.standing ?? standing, repairs: lesson?.dropped ?? [])
                outcome.standing.memory.choices = change.choices
                if change.startsOver { outcome.standing.memory.trials = Trials() }
                do throws(AgentError) {
                    try steps.planner.actions.save(outcome.standing.memory)
                } catch {
                    return outcome.ended(by: error)
                }
                if change.startsOver { forgetDelays() }
                return steps.planner.carryOut(plan, inventory, after: outcome)
            } catch {
                return StepOutcome(standing: standing, trouble: error)
            }
        }
        let outcome =
            isDryRun ? try rehearse(decided) : work(decided) { (outcome, _, _) in outcome }
        if let refusal { return .refused(refusal) }
        let disk = outcome.failed.values.first { !$0.isOfBundle }
        if let trouble = outcome.trouble ?? disk { throw trouble }
        guard var chosen else { preconditionFailure("a choice without an answer") }
        if !isDryRun {
            chosen.now = outcome.standing.served
            chosen.failed = outcome.failed
        }
        return .done(chosen)
    }

    private var loader: Loader {
        Loader(
            state: state, embedded: embedded, limits: limits, downloads: nil,
            freeBytes: options.freeBytes)
    }

    /// Says in the last report that what held years back is forgotten; on a full disk it stays as it is.
    private func forgetDelays() {
        guard let report = PollReport.read(state, limits), report != report.afterReset else {
            return
        }
        _ = write(report.afterReset)
    }
}

extension PollSteps {
    /// What the trusted metadata on the disk says, and the facts behind a choice.
    fileprivate func facts(
        _ inventory: Inventory, _ standing: Standing
    ) -> (lesson: RepositoryReader.Lesson?, facts: ChoiceFacts) {
        let lesson = following?.reader.recall(inventory, standing)
        let policy = planner.policy(
            inventory, lesson?.remembered ?? .none, lesson?.standing ?? standing)
        return (lesson, ChoiceFacts(policy: policy))
    }
}

extension ChoiceFacts.Change? {
    /// Whether the content that is sought is not here, as far as the choice knows.
    fileprivate func needs(_ sought: Poller.Sought, _ facts: ChoiceFacts) -> Bool {
        guard let version = self?.choices.pins[sought.year]?.version else { return true }
        return !facts.isHere(sought.year, version)
    }
}

extension ChoiceError? {
    /// Whether the repository may have what is not here.
    fileprivate var mayBeInRepository: Bool {
        switch self {
        case nil, .noVersion: true
        default: false
        }
    }
}
