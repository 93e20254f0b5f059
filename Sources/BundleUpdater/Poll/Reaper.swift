import Files
import UpdatePolicy

/// Carries out deletions.
package struct Reaper {
    package let state: StateFolder

    /// Deletes what a plan names; if something cannot be deleted, the next plan names it again.
    ///
    /// - Parameter plan: what goes.
    package func reap(_ plan: ReapPlan) {
        for deletion in plan.deletions {
            try? state.remove(deletion.path)
        }
    }
}
