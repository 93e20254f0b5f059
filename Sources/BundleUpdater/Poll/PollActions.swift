import BundleFormat
import Files
import TUF
import UpdatePolicy

/// The effects of a poll's steps: ``DiskActions`` changes the machine, ``PreviewActions`` only computes the result.
protocol PollActions {
    /// Reads what is on the disk.
    func gather() throws(AgentError) -> Inventory

    /// Reads what is on the disk for the first time in a poll.
    func gatherFirst() throws(AgentError) -> Inventory

    /// Loads what a plan names and switches to it.
    ///
    /// - Parameters:
    ///   - plan: what to do.
    ///   - inventory: what is on the disk.
    ///   - downloads: fetches bundles; nil if the plan fetches none.
    ///   - served: what is served now.
    /// - Returns: the outcome.
    func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ downloads: Downloads?, served: SetIndex
    ) -> PlanResult

    /// Deletes what a plan names; what cannot be deleted stays for the next plan.
    func reap(_ plan: ReapPlan)

    /// Writes the files of the memory that have changed.
    func save(_ memory: Memory) throws(AgentError)

    /// Writes the new metadata.
    func commit(_ metadata: OverlayStore) throws(AgentError)
}

/// Changes the state folder, which is locked.
struct DiskActions: PollActions {
    let executor: PlanExecutor
    let session: StateSession
    let gathering: InventoryGathering

    func gather() throws(AgentError) -> Inventory {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try gathering.gather(embedded: executor.embedded)
        }
    }

    /// Reads what is on the disk, and records which bundles were read.
    func gatherFirst() throws(AgentError) -> Inventory {
        let inventory = try gather()
        executor.verified.write(keeping: inventory)
        return inventory
    }

    func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ downloads: Downloads?, served: SetIndex
    ) -> PlanResult {
        executor.carryOut(plan, inventory, downloads, served: served)
    }

    func reap(_ plan: ReapPlan) { Reaper(state: executor.state).reap(plan) }

    func save(_ memory: Memory) throws(AgentError) { try session.save(memory) }

    func commit(_ metadata: OverlayStore) throws(AgentError) {
        do throws(StoreError) {
            try metadata.commit()
        } catch {
            throw .update(.store(error))
        }
    }
}

/// Changes nothing: each plan counts as carried out.
final class PreviewActions: PollActions {
    private var inventory: Inventory
    private let clock: () -> Int64

    /// Begins with the disk's content.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - clock: the time, in seconds since 1970.
    init(_ inventory: Inventory, clock: @escaping () -> Int64) {
        self.inventory = inventory
        self.clock = clock
    }

    func gather() -> Inventory { inventory }

    func gatherFirst() -> Inventory { inventory }

    func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ downloads: Downloads?, served: SetIndex
    ) -> PlanResult {
        self.inventory = inventory.following(plan, nowUnixSeconds: clock())
        return PlanResult(
            plan: plan, served: self.inventory.current?.index ?? served,
            hasSwitched: self.inventory != inventory)
    }

    func reap(_ plan: ReapPlan) {}

    func save(_ memory: Memory) {}

    func commit(_ metadata: OverlayStore) {}
}
