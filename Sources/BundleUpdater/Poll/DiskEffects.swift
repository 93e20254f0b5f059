import BundleFormat
import Files
import SeasonClient

/// Changes the state folder, which is locked.
final class DiskEffects: PollEffects {
    private let session: StateSession
    private let gathering: InventoryGathering
    private let loader: Loader
    private let options: Poller.Options
    private let clock: () -> Int64

    init(
        _ session: StateSession, _ gathering: InventoryGathering, _ loader: Loader,
        _ options: Poller.Options, clock: @escaping () -> Int64
    ) {
        self.session = session
        self.gathering = gathering
        self.loader = loader
        self.options = options
        self.clock = clock
    }

    /// Reads what is on the disk.
    func gather() throws(AgentError) -> Inventory {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try gathering.gather(embedded: loader.embedded)
        }
    }

    func restore(_ inventory: inout Inventory) {
        BundleRestoring(loader: loader, writes: true).restore(&inventory)
    }

    func load(
        _ plans: [YearPlan], _ inventory: Inventory, _ downloads: Downloads?
    ) -> [BundleYear: AgentError] {
        var loader = loader
        loader.downloads = downloads
        return YearLoading(loader: loader, options: options, inventory: inventory).load(plans)
    }

    func bring(_ plan: YearPlan, _ downloads: Downloads) throws(AgentError) {
        var loader = loader
        loader.downloads = downloads
        guard let staged = try loader.stage(plan) else { return }
        try loader.settle(staged)
    }

    /// Switches, and adds the switch to the history; it counts even if the history cannot be written.
    func switchTo(
        _ index: SetIndex, as number: Int, before: SetIndex, _ plans: [YearPlan]
    ) throws(AgentError) {
        let (state, limits) = (loader.state, loader.limits)
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try state.switchTo(index, as: number)
        }
        let history = HistoryFile(state, limits)
        try? history.append(
            History.switches(
                known: (try? history.entries()) ?? [], before: before, after: index, plans: plans,
                nowUnixSeconds: clock()))
    }

    func reap(_ plan: ReapPlan) {
        for path in plan.deletions { try? loader.state.remove(path) }
    }

    func save(_ memory: Memory) throws(AgentError) { try session.save(memory) }

    func limitTime(_ isLimited: Bool) {
        isLimited ? options.firstPoll.begin() : options.firstPoll.end()
    }

    var isCancelled: Bool { options.isCancelled() }
}
