import UpdatePolicy

/// Makes plans from the known facts, and carries plans out.
struct Planner {
    let actions: any PollActions
    let machine: Machine
    /// The program that tests bundles; nil for none.
    let tester: String?
    let clock: () -> Int64

    /// The facts that a plan is decided by.
    ///
    /// - Parameters:
    ///   - inventory: what is on the disk.
    ///   - word: what the repository says.
    ///   - standing: what holds on the machine.
    /// - Returns: the policy.
    func policy(
        _ inventory: Inventory, _ word: RepositoryWord, _ standing: Standing
    ) -> SelectionPolicy {
        let memory = standing.memory
        return SelectionPolicy(
            inventory: inventory, word: word, choices: memory.choices, trials: memory.trials,
            vouched: memory.vouched, machine: machine, tester: tester, nowUnixSeconds: clock())
    }

    /// Carries out a plan, and adds its result to the outcome so far.
    ///
    /// - Parameters:
    ///   - plan: what to do.
    ///   - inventory: what is on the disk.
    ///   - downloads: fetches bundles; nil if the plan fetches none.
    ///   - outcome: the outcome so far.
    /// - Returns: the whole outcome.
    func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ downloads: Downloads? = nil,
        after outcome: StepOutcome
    ) -> StepOutcome {
        let result = actions.carryOut(plan, inventory, downloads, served: outcome.standing.served)
        let standing = outcome.standing.after(result, tester: tester, nowUnixSeconds: clock())
        return outcome.followed(
            by: StepOutcome(standing: standing, results: [result], trouble: result.trouble))
    }
}
