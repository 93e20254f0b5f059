import BundleFormat
import Files
import TUF
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
    /// What a poll would do now: asks the repository and writes nothing, not even what it says.
    ///
    /// It makes the plans that a poll makes, each on what the one before would leave. Takes no lock, so that it
    /// disturbs no poll; one at work at the same time may change the answer.
    ///
    /// - Returns: the plan, and what is in the way.
    /// - Throws: ``AgentError`` where no plan can be made.
    package func preview() throws(AgentError) -> PollPreview {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            // A folder that is not there yet is made by the poll; anything else in its place ends it.
            guard try Files.kind(state.path) != nil else { return }
            _ = try Folder(state.path, followingLink: true)
        }
        var inventory = try gather(mending: false)
        var draft = PollDraft(
            started: clock(), repository: repository?.address,
            served: inventory.current?.index ?? SetIndex())
        draft.memory = Memory(state, limits)
        draft.machine = Machine.read(
            state, wave: options.wave, system: options.machineIDFile, writing: false)
        var plans: [UpdatePlan] = []
        func follow(_ plan: UpdatePlan) {
            inventory = inventory.following(plan, nowUnixSeconds: clock())
            plans.append(plan)
        }
        let word = remembered(inventory, &draft)
        // A first poll begins with the network.
        let isFirst = inventory.sets.isEmpty && inventory.currentNumber == nil
        if !isFirst || repository == nil { follow(policy(inventory, word, draft).plan()) }
        guard let repository else {
            return PollPreview(plan: .merged(plans), trouble: nil, isOfCopy: false)
        }
        do throws(AgentError) {
            let offers = try ask(repository, inventory, &draft)
            if policy(inventory, .fresh(offers), draft).servesWithdrawn {
                follow(policy(inventory, .remembered(offers), draft).plan())
            }
            follow(policy(inventory, .fresh(offers), draft).plan(within: options.room(limits)))
        } catch {
            if isFirst { follow(policy(inventory, remembered(inventory, &draft), draft).plan()) }
            return PollPreview(
                plan: .merged(plans), trouble: error, isOfCopy: repository.isCopy)
        }
        return PollPreview(plan: .merged(plans), trouble: nil, isOfCopy: repository.isCopy)
    }

    private func ask(
        _ repository: Repository, _ inventory: Inventory, _ draft: inout PollDraft
    ) throws(AgentError) -> Offers {
        var updater = updater(
            repository, OverlayStore(over: MetadataFolder(path: state.metadata)))
        let refresh: RefreshReport
        do throws(UpdateError) {
            refresh = try self.refresh(&updater, repository, Mirrors(repository.mirrors))
        } catch {
            throw .update(error)
        }
        let offers = try learn(refresh, updater, inventory, &draft) ?? Offers([])
        draft.memory.trials.notice(
            offers, draft.machine, nowUnixSeconds: clock(), random: options.random)
        return offers
    }
}
