import Files

/// Carries out deletions.
struct Reaper {
    let state: StateFolder

    /// Deletes what a plan names; what resists is named by the next plan again.
    ///
    /// - Parameter plan: what goes.
    func reap(_ plan: ReapPlan) {
        for deletion in plan.deletions {
            try? state.remove(deletion.path)
        }
    }
}
