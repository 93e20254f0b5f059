import BundleFormat
import TUF

/// What a poll changes and reads: on a disk, in memory for a replay, nothing for a dry run; ``PollSteps`` decides.
package protocol PollEffects: AnyObject {
    /// Reads what is there, and changes nothing of it.
    func gather() throws(AgentError) -> Inventory

    /// Brings back what is damaged or gone and can be had without network, and counts it as whole.
    func restore(_ inventory: inout Inventory)

    /// All years wait for the disk together; returns the years that failed, each with its first error.
    func load(
        _ plans: [YearPlan], _ inventory: Inventory, _ downloads: Downloads?
    ) -> [BundleYear: AgentError]

    /// Brings one bundle to its place, where no switch follows.
    func bring(_ plan: YearPlan, _ downloads: Downloads) throws(AgentError)

    /// Serves a set from now on, in one step, under a number greater than all; after an error the old one is served.
    func switchTo(
        _ index: SetIndex, as number: Int, before: SetIndex, _ plans: [YearPlan]
    ) throws(AgentError)

    /// Deletes what a plan names; what cannot be deleted stays for the next plan.
    func reap(_ plan: ReapPlan)

    func save(_ memory: Memory) throws(AgentError)

    /// Writes the new metadata to the store below it.
    func commit(_ metadata: OverlayStore) throws(AgentError)

    /// Begins to limit the time of transfers and tests, if `isLimited`; else ends it.
    func limitTime(_ isLimited: Bool)

    var isCancelled: Bool { get }
}

extension PollEffects {
    package func commit(_ metadata: OverlayStore) throws(AgentError) {
        do throws(StoreError) {
            try metadata.commit()
        } catch {
            throw .update(.store(error))
        }
    }
}

/// Changes nothing: each plan counts as carried out.
package final class PreviewEffects: PollEffects {
    private let inventory: Inventory

    package init(_ inventory: Inventory) { self.inventory = inventory }

    package func gather() -> Inventory { inventory }
    package func restore(_ inventory: inout Inventory) {}
    package func load(
        _ plans: [YearPlan], _ inventory: Inventory, _ downloads: Downloads?
    ) -> [BundleYear: AgentError] { [:] }
    package func bring(_ plan: YearPlan, _ downloads: Downloads) {}
    package func switchTo(
        _ index: SetIndex, as number: Int, before: SetIndex, _ plans: [YearPlan]
    ) {}
    package func reap(_ plan: ReapPlan) {}
    package func save(_ memory: Memory) {}
    package func commit(_ metadata: OverlayStore) {}
    package func limitTime(_ isLimited: Bool) {}
    package var isCancelled: Bool { false }
}
