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
        package let plan: UpdatePlan
        /// What was served before.
        package let served: SetIndex
    }

    /// Makes a choice: keeps it, then switches to what follows from it, without network.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is changed.
    ///   - decide: makes the choice from the facts.
    /// - Returns: the result.
    /// - Throws: ``AgentError`` if the state folder does not allow it, or if a step failed; then the
    ///   machine serves what it served before.
    package func choose(
        isDryRun: Bool, _ decide: (ChoiceFacts) throws(ChoiceError) -> ChoiceFacts.Change
    ) throws(AgentError) -> ChoiceOutcome {
        var answer: ChoiceOutcome?
        let outcome = work { (steps, standing) in
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
                    answer = .refused(error)
                    return StepOutcome(standing: standing)
                }
                let plan = facts.policy(after: change).plan()
                answer = .done(Chosen(change: change, plan: plan, served: standing.served))
                guard !isDryRun else { return StepOutcome(standing: standing) }
                var chosen = StepOutcome(
                    standing: lesson?.standing ?? standing, repairs: lesson?.dropped ?? [])
                chosen.standing.memory.choices = change.choices
                if change.startsOver { chosen.standing.memory.trials = Trials() }
                do throws(AgentError) {
                    try steps.planner.actions.save(chosen.standing.memory)
                } catch {
                    return chosen.ended(by: error)
                }
                return steps.planner.carryOut(plan, inventory, after: chosen)
            } catch {
                return StepOutcome(standing: standing, trouble: error)
            }
        } finish: { (outcome, _, _) in
            outcome
        }
        if let trouble = outcome.trouble ?? outcome.failed.values.first { throw trouble }
        guard let answer else { preconditionFailure("a choice without an answer") }
        return answer
    }
}
