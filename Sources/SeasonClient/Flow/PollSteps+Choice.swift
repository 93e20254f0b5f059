import BundleFormat
import TUF

/// A choice and what follows from it.
package struct Chosen: Equatable {
    package let change: ChoiceChange
    package let before: SetIndex
    /// What is served now; with a dry run, what would be.
    package var now: SetIndex
    /// The years whose bundle could not be taken, and why; something else is served of them.
    package var failed: [BundleYear: AgentError] = [:]
}

/// A content that a person names by its season and the first digits of its version.
package typealias SoughtContent = (year: BundleYear, prefix: String)

extension PollSteps {
    /// Makes a choice: keeps it, then switches to what follows from it.
    ///
    /// It asks the repository only for a content that is sought and not here. A bundle that cannot be taken does not undo the
    /// choice. The result is nil if trouble ended it.
    package mutating func choose(
        isDryRun: Bool, seeking sought: SoughtContent?,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) -> Result<Chosen, ChoiceError>? {
        guard var facts = choiceFacts() else { return nil }
        var decision: Result<ChoiceChange, ChoiceError>
        do throws(ChoiceError) {
            decision = .success(try decide(facts))
        } catch {
            decision = .failure(error)
        }
        var isFound = false
        if let sought, reader != nil, decision.mayBeInRepository(sought, facts) {
            do throws(ChoiceError) {
                if let version = try search(sought, brings: !isDryRun) {
                    guard let newer = choiceFacts() else { return nil }
                    facts = newer
                    decision = .success(facts.pin(sought.year, version))
                    isFound = true
                } else if case .success = decision {
                    // What is offered is downloaded by the next poll, if it cannot be now.
                    progress.trouble = nil
                } else {
                    return nil
                }
            } catch {
                return .failure(error)
            }
        }
        switch decision {
        case .success(let change):
            return carryOut(change, facts, isFound: isFound, isDryRun: isDryRun)
                .map { .success($0) }
        case .failure(let error): return .failure(error)
        }
    }

    private mutating func carryOut(
        _ change: ChoiceChange, _ facts: SelectionPolicy, isFound: Bool, isDryRun: Bool
    ) -> Chosen? {
        let now = clock()
        let plan = facts.policy(after: change).plan()
        var chosen = Chosen(
            change: change, before: progress.served,
            now: plan.index(failed: [], nowUnixSeconds: now))
        if isDryRun {
            if isFound, let year = change.years.first, let pin = change.choices.pins[year] {
                chosen.now.entries[year] = SetIndex.Entry(
                    version: pin.version, origin: .downloaded, sinceUnixSeconds: now)
            }
            return chosen
        }
        progress.memory.choices = change.choices
        if change.startsOver { progress.memory.trials = Memory().trials }
        do throws(AgentError) {
            try effects.save(progress.memory)
        } catch {
            progress.trouble = error
            return nil
        }
        carryOut(plan)
        chosen.now = progress.served
        chosen.failed = progress.failed
        return chosen
    }

    private mutating func choiceFacts() -> SelectionPolicy? {
        guard let inventory = inventory() else { return nil }
        let word = recall()
        return policy(inventory, word)
    }
}

extension Result<ChoiceChange, ChoiceError> {
    /// Whether the content that is sought is not here, as far as the decision knows, and the repository may have it.
    fileprivate func mayBeInRepository(_ sought: SoughtContent, _ facts: SelectionPolicy) -> Bool {
        switch self {
        case .success(let change):
            guard let version = change.choices.pins[sought.year]?.version else { return true }
            return !facts.isHere(sought.year, version)
        case .failure(let error): return error.isUnknownVersion
        }
    }
}
