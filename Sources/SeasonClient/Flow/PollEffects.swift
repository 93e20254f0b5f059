import BundleFormat
import TUF

/// What a poll changes and reads: the agent's effects have a folder and processes, a replay's have memory alone, and
/// those of a dry run change nothing.
///
/// They decide nothing; ``PollSteps`` does.
package protocol PollEffects: AnyObject {
    /// Reads what is there, and changes nothing of it.
    func gather() throws(AgentError) -> Inventory

    /// Brings back what is damaged or gone and can be had without network, and counts it as whole.
    func restore(_ inventory: inout Inventory)

    /// Brings bundles to their places, after every check and test; all years wait for the disk together.
    ///
    /// It returns the years that failed, each with its first error.
    func load(
        _ plans: [YearPlan], _ inventory: Inventory, _ downloads: Downloads?
    ) -> [BundleYear: AgentError]

    /// Brings one bundle to its place, where no switch follows.
    func bring(_ plan: YearPlan, _ downloads: Downloads) throws(AgentError)

    /// Serves a set from now on, in one step; after an error the old one is served.
    ///
    /// The number is greater than those of all sets that exist. `before` is what is served until then; the plans have the
    /// reasons of the years.
    func switchTo(
        _ index: SetIndex, as number: Int, before: SetIndex, _ plans: [YearPlan]
    ) throws(AgentError)

    /// Deletes what a plan names; what cannot be deleted stays for the next plan.
    func reap(_ plan: ReapPlan)

    /// Writes the files of the memory that have changed.
    func save(_ memory: Memory) throws(AgentError)

    /// Writes the new metadata to the store below it.
    func commit(_ metadata: OverlayStore) throws(AgentError)

    /// Begins to limit the time of transfers and tests, if `isLimited`; else ends it.
    func limitTime(_ isLimited: Bool)

    /// Whether the host has asked the poll to end.
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

    /// Begins with what is there.
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
