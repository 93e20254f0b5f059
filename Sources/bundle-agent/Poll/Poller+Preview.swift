import BundleFormat
import TUF

extension Poller {
    /// What a poll would do now: asks the repository and writes nothing, not even what it says.
    ///
    /// Takes no lock, so that it disturbs no poll; one at work at the same time may change the answer.
    ///
    /// - Returns: the plan.
    /// - Throws: ``AgentError`` where no plan can be made.
    func preview() throws(AgentError) -> UpdatePlan {
        let inventory = try gather(mending: false)
        var draft = PollDraft(started: clock(), repository: repository?.address, served: .init())
        draft.memory = Memory(state, limits)
        draft.machine = Machine.read(
            state, wave: options.wave, system: options.machineIDFile, writing: false)
        guard let repository else { return policy(inventory, .none, draft).plan() }
        _ = remembered(inventory, &draft)
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
        return policy(inventory, .fresh(offers), draft).plan()
    }
}
