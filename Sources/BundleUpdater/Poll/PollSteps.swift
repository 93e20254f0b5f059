import Files
import UpdatePolicy

/// The steps of a poll: each takes what holds on the machine and returns its outcome.
struct PollSteps {
    let planner: Planner
    /// Asks the repository; nil if none is configured.
    let following: FollowingStep?
    /// Ends a first poll's transfers in time; nil to wait for any time.
    let patience: Patience?
    /// Asked while waiting; true ends the wait.
    let isCancelled: () -> Bool

    private var actions: any PollActions { planner.actions }

    /// The files of the trusted metadata that could not be read so far.
    var unreadable: [FileError] { following?.reader.metadata.unreadable.errors ?? [] }

    /// Does everything that belongs to a poll.
    ///
    /// - Parameter standing: what holds at the beginning.
    /// - Returns: the outcome.
    func run(_ standing: Standing) -> StepOutcome {
        let inventory: Inventory
        do throws(AgentError) {
            inventory = try actions.gatherFirst()
        } catch {
            return StepOutcome(standing: standing, trouble: error)
        }
        guard let following else { return prepare(inventory, standing) }
        guard inventory.sets.isEmpty, inventory.currentNumber == nil else {
            return runNext(after: prepare(inventory, standing), inventory, following.run)
        }
        let (first, isDone) = installFirst(following, inventory, standing)
        guard !isDone else { return first }
        return runNext(after: runNext(after: first, inventory, prepare), inventory, following.run)
    }

    /// Repairs what is served, without network.
    ///
    /// - Parameter standing: what holds at the beginning.
    /// - Returns: the outcome.
    func prepare(_ standing: Standing) -> StepOutcome {
        do throws(AgentError) {
            return prepare(try actions.gatherFirst(), standing)
        } catch {
            return StepOutcome(standing: standing, trouble: error)
        }
    }

    /// Cleans up after earlier runs and makes `current` name a whole set, without network.
    private func prepare(_ inventory: Inventory, _ standing: Standing) -> StepOutcome {
        actions.reap(.leftovers(inventory))
        let lesson = following?.reader.recall(inventory, standing)
        let outcome = StepOutcome(
            standing: lesson?.standing ?? standing,
            repairs: inventory.repairs + (lesson?.dropped ?? []))
        let policy = planner.policy(inventory, lesson?.remembered ?? .none, outcome.standing)
        return planner.carryOut(policy.plan(), inventory, after: outcome)
    }

    /// Asks the repository before the embedded bundles are in place.
    ///
    /// So a machine that has never served anything writes every season only once, if its network is good.
    /// Until then, or until the patience ends, it serves nothing. Years that fail are filled with the
    /// embedded bundles.
    ///
    /// - Returns: the outcome, and whether the poll is done; if not, it continues as any other poll.
    private func installFirst(
        _ following: FollowingStep, _ inventory: Inventory, _ standing: Standing
    ) -> (outcome: StepOutcome, isDone: Bool) {
        actions.reap(.leftovers(inventory))
        patience?.begin()
        var asked = following.run(inventory, standing)
        patience?.end()
        let errors = Array(asked.failed.values) + [asked.trouble].compactMap { $0 }
        let isCutShort = errors.contains { $0.family == .cancelled } && !isCancelled()
        guard let trouble = asked.trouble else { return (asked, !isCutShort) }
        asked.trouble = nil
        guard !isCutShort else { return (asked, false) }
        // The repository was just asked, and is not asked again at once.
        do throws(AgentError) {
            let prepared = prepare(try actions.gather(), asked.standing)
            let outcome = asked.followed(by: prepared)
            return (prepared.trouble == nil ? outcome.ended(by: trouble) : outcome, true)
        } catch {
            return (asked.ended(by: error), true)
        }
    }

    /// Runs the next step on the result of a step, unless that step ended early.
    private func runNext(
        after outcome: StepOutcome, _ inventory: Inventory,
        _ next: (Inventory, Standing) -> StepOutcome
    ) -> StepOutcome {
        guard outcome.trouble == nil else { return outcome }
        do throws(AgentError) {
            let found = outcome.hasChangedBundles ? try actions.gather() : inventory
            return outcome.followed(by: next(found, outcome.standing))
        } catch {
            return outcome.ended(by: error)
        }
    }
}
