import BundleFormat
import Files
import UpdatePolicy

/// What people ask for, beside a service at work or without one.
extension Poller {
    /// What became of a command.
    package enum ChoiceOutcome: Equatable {
        /// Done, or with a dry run what would be: a line for each year, or one for all.
        case done([String])
        case refused(ChoiceError)
    }

    /// Makes a choice: keeps it, then switches to what follows from it, without network.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is changed.
    ///   - decide: what the command makes of the facts.
    /// - Returns: what to say.
    /// - Throws: ``AgentError`` where the state folder does not allow it, or a step failed; what was
    ///   served is served then.
    package func choose(
        isDryRun: Bool, _ decide: (ChoiceFacts) throws(ChoiceError) -> ChoiceFacts.Change
    ) throws(AgentError) -> ChoiceOutcome {
        var outcome = ChoiceOutcome.done([])
        let draft = alone { (draft) throws(AgentError) in
            let inventory = try gather()
            let word = remembered(inventory, &draft)
            let facts = ChoiceFacts(policy: policy(inventory, word, draft))
            let change: ChoiceFacts.Change
            do throws(ChoiceError) {
                change = try decide(facts)
            } catch {
                outcome = .refused(error)
                draft.memory = draft.remembered
                return
            }
            var policy = facts.with(change.choices)
            if change.startsOver { policy = policy.startingOver() }
            let plan = policy.plan()
            outcome = .done(lines(change, plan, served: draft.served, isDryRun: isDryRun))
            guard !isDryRun else {
                draft.memory = draft.remembered
                return
            }
            draft.memory.choices = change.choices
            if change.startsOver { draft.memory.trials = Trials() }
            try save(&draft)
            try carryOut(plan, inventory, nil, &draft)
        }
        if let trouble = draft.trouble ?? draft.failed.values.first { throw trouble }
        return outcome
    }

    private func lines(
        _ change: ChoiceFacts.Change, _ plan: UpdatePlan, served: SetIndex, isDryRun: Bool
    ) -> [String] {
        let lines = change.years.map { year in
            let version = plan.years.first { $0.year == year }?.result
            let before = served.entries[year]?.version
            let now =
                version.map { "\($0.version.short) (\($0.origin.rawValue))" }
                ?? "nothing, so it is shown key by key"
            var line = "\(year): "
            if before == version?.version {
                line += "\(isDryRun ? "would go on serving" : "serves") \(now)"
            } else {
                line += "\(isDryRun ? "would serve" : "serves") \(now)"
                line += before.map { " instead of \($0.short)" } ?? ""
            }
            if let pin = change.choices.pins[year] {
                line += "; pinned to \(pin.version.short)"
                if version?.version != pin.version { line += ", which the next poll fetches" }
            } else if let before, change.choices.rollbacks[year]?.left.first == before {
                line += "; until something newer is published"
            } else {
                line += "; the next poll follows what is published"
            }
            return line
        }
        guard lines.isEmpty else { return lines }
        return [(isDryRun ? "would do: " : "") + change.sentence]
    }
}
