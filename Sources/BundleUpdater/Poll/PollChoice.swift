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

    /// Makes a choice: keeps it, then switches to what follows from it, without network.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is changed.
    ///   - decide: what the command makes of the facts.
    /// - Returns: the result. A bundle that cannot be taken does not undo the choice.
    /// - Throws: ``AgentError`` if the state folder or the disk does not allow it; then the
    ///   machine serves what it served before.
    package func choose(
        isDryRun: Bool, _ decide: (ChoiceFacts) throws(ChoiceError) -> ChoiceFacts.Change
    ) throws(AgentError) -> ChoiceOutcome {
        var chosen: Chosen?
        var refusal: ChoiceError?
        func decided(_ steps: PollSteps, _ standing: Standing) -> StepOutcome {
            do throws(AgentError) {
                let inventory = try steps.planner.actions.gather()
                let lesson = steps.following?.reader.recall(inventory, standing)
                let facts = ChoiceFacts(
                    policy: steps.planner.policy(
                        inventory, lesson?.remembered ?? .none, lesson?.standing ?? standing))
                let change: ChoiceFacts.Change
                do throws(ChoiceError) {
                    change = try decide(facts)
                } catch {
                    refusal = error
                    return StepOutcome(standing: standing)
                }
                let plan = facts.policy(after: change).plan()
                chosen = Chosen(
                    change: change, before: standing.served,
                    now: plan.index(failed: [], nowUnixSeconds: clock()))
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

    /// Says in the last report that what held years back is forgotten; on a full disk it stays as it is.
    private func forgetDelays() {
        guard let report = PollReport.read(state, limits), report != report.afterReset else {
            return
        }
        _ = write(report.afterReset)
    }
}
