import BundleFormat
import SeasonClient
import UpdatePolicy

extension Poller {
    /// Makes a choice: keeps it, then switches to what follows from it.
    ///
    /// It uses the network only for a content that is sought and not here. A bundle that cannot be taken does not undo the
    /// choice.
    ///
    /// - Throws: ``AgentError`` if the state folder or the disk does not allow it; then the machine
    ///   serves what it served before.
    package func choose(
        isDryRun: Bool, seeking sought: SoughtContent? = nil,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) throws(AgentError) -> Result<Chosen, ChoiceError> {
        var outcome: Result<Chosen, ChoiceError>?
        func choose(_ steps: inout PollSteps) {
            outcome = steps.choose(isDryRun: isDryRun, seeking: sought, decide)
            if !isDryRun, case .success(let chosen) = outcome, chosen.change.startsOver {
                forgetDelays()
            }
        }
        let end = isDryRun ? try rehearse(choose).progress : work(choose) { (end, _) in end }
        if case .failure = outcome, let outcome { return outcome }
        let disk = end.failed.first { !$0.value.isOfBundle }?.value
        if let trouble = end.trouble ?? disk { throw trouble }
        guard let outcome else { preconditionFailure("a choice without an answer") }
        return outcome
    }

    /// Says in the last report that what held years back is forgotten; on a full disk it stays as it is.
    private func forgetDelays() {
        guard let report = PollReport.read(state, limits), report != report.afterReset else {
            return
        }
        _ = write(report.afterReset)
    }
}
