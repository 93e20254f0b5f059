import BundleFormat
import Files
import UpdatePolicy

/// What a poll would do.
package struct PollPreview: Equatable, Sendable {
    /// All its plans as one; what it does without network where the repository's word is not to be had.
    package let plan: UpdatePlan
    /// Why that word is not to be had; nil where it was.
    package let trouble: AgentError?
    /// Whether a copy was asked.
    package let isOfCopy: Bool

    /// How the poll would end, as far as that can be known before anything is fetched.
    package var exitStatus: Int32 {
        if let trouble { return trouble.family.ofCopy(isOfCopy).exitStatus }
        return plan.years.compactMap { $0.reason.obstacle?.exitStatus }.max() ?? ExitStatus.done
    }

    /// What is in the way, in a sentence; nil where nothing is.
    package var problem: String? {
        trouble.map { isOfCopy ? CopyProblem.sentence(for: $0) : $0.description }
    }
}

extension Poller {
    /// Tells what a poll would do now: asks the repository and writes nothing, not even what it says.
    ///
    /// It takes the steps of a poll; only their effects are left out. It takes no lock, so that it disturbs no
    /// poll; a poll at the same time may change the answer.
    ///
    /// - Returns: the plan, and what is in the way.
    /// - Throws: ``AgentError`` where no plan can be made.
    package func preview() throws(AgentError) -> PollPreview {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            // A folder that is not there yet is made by the poll; anything else in its place ends it.
            guard try Files.kind(state.path) != nil else { return }
            _ = try Folder(state.path, followingLink: true)
        }
        let gathering = gathering(
            VerifiedBundles(state, limits, clock: options.fileClock), mends: false)
        let inventory = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try gathering.gather(embedded: embedded)
        }
        let actions = PreviewActions(inventory, clock: clock)
        // A preview has no time limit: no program waits for a table meanwhile.
        let outcome = steps(actions, machine: machine(writing: false), patience: nil).run(
            Standing(
                memory: Memory(state, limits),
                served: inventory.current?.index ?? SetIndex()))
        return PollPreview(
            plan: .merged(outcome.results.map(\.plan)), trouble: outcome.trouble,
            isOfCopy: repository?.isCopy ?? false)
    }
}
