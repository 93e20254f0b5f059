import BundleFormat
import TUF
import UpdatePolicy

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
package typealias SoughtContent = (year: BundleYear, prefix: String)

extension PollSteps {
    /// Makes a choice: keeps it, then switches to what follows from it.
    ///
    /// It asks the repository only for a content that is sought and not here. A bundle that cannot be taken does not undo the
    /// choice. The result is nil if trouble ended it.
    package mutating func choose(
        isDryRun: Bool, seeking sought: SoughtContent?,
        _ decide: (ChoiceFacts) throws(ChoiceError) -> ChoiceFacts.Change
    ) -> ChoiceOutcome? {
        guard var facts = choiceFacts() else { return nil }
        var decision: Result<ChoiceFacts.Change, ChoiceError>
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
                return .refused(error)
            }
        }
        switch decision {
        case .success(let change):
            return carryOut(change, facts, isFound: isFound, isDryRun: isDryRun)
        case .failure(let error): return .refused(error)
        }
    }

    private mutating func carryOut(
        _ change: ChoiceFacts.Change, _ facts: ChoiceFacts, isFound: Bool, isDryRun: Bool
    ) -> ChoiceOutcome? {
        let now = self.facts.clock()
        let plan = facts.policy(after: change).plan()
        var chosen = Chosen(
            change: change, before: progress.served,
            now: plan.index(failed: [], nowUnixSeconds: now))
        if isDryRun {
            if isFound, let year = change.years.first, let pin = change.choices.pins[year] {
                chosen.now.entries[year] = SetIndex.Entry(
                    version: pin.version, origin: .downloaded, sinceUnixSeconds: now)
            }
            return .done(chosen)
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
        return .done(chosen)
    }

    /// The facts behind a choice: what is there, and what the stored metadata says.
    private mutating func choiceFacts() -> ChoiceFacts? {
        guard let inventory = inventory() else { return nil }
        let word = recall()
        return ChoiceFacts(policy: policy(inventory, word))
    }
}

extension Result<ChoiceFacts.Change, ChoiceError> {
    /// Whether the content that is sought is not here, as far as the decision knows, and the repository may have it.
    fileprivate func mayBeInRepository(_ sought: SoughtContent, _ facts: ChoiceFacts) -> Bool {
        switch self {
        case .success(let change):
            guard let version = change.choices.pins[sought.year]?.version else { return true }
            return !facts.isHere(sought.year, version)
        case .failure(.noVersion): return true
        case .failure: return false
        }
    }
}
