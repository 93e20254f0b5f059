import BundleFormat
import Files
import UpdatePolicy

/// Carries out plans: loads what a plan names and switches to it if that changes something.
struct PlanExecutor {
    let state: StateFolder
    let embedded: EmbeddedSet
    let limits: AgentLimits
    let options: Poller.Options
    /// Which bundles need not be read again.
    let verified: VerifiedBundles
    let clock: () -> Int64

    /// Loads what a plan names and switches to it; each year fails by itself.
    ///
    /// - Parameters:
    ///   - plan: the steps.
    ///   - inventory: what is on the disk.
    ///   - downloads: fetches bundles; nil if the plan fetches none.
    ///   - served: what is served now.
    /// - Returns: the outcome.
    func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ downloads: Downloads?, served: SetIndex
    ) -> PlanResult {
        let loading = YearLoading(
            loader: Loader(
                state: state, embedded: embedded, limits: limits, downloads: downloads,
                freeBytes: options.freeBytes),
            options: options, verified: verified, inventory: inventory)
        var result = PlanResult(plan: plan, failed: loading.load(plan.years), served: served)
        let filled = fill(plan, loading, &result.failed)
        let index = filled.index(failed: Set(result.failed.keys), nowUnixSeconds: clock())
        do throws(AgentError) {
            if index != plan.current {
                try mapFileErrors(to: AgentError.file) { () throws(FileError) in
                    try Launcher(state: state).launch(index, as: inventory.nextSetNumber)
                }
                result.hasSwitched = true
                addToHistory(filled, from: served, to: index)
            }
            result.served = index
        } catch {
            result.trouble = error
        }
        return result
    }

    /// Uses the embedded bundles for years that failed and have nothing else on the disk.
    ///
    /// If the failed step was itself an embedded bundle, it is tried a second time.
    ///
    /// - Parameters:
    ///   - plan: what to do.
    ///   - loading: loads the years.
    ///   - failed: the years that failed; a year that succeeds now is taken from it.
    /// - Returns: the plan, in which the bundles that were put in place count as present.
    private func fill(
        _ plan: UpdatePlan, _ loading: YearLoading, _ failed: inout [BundleYear: AgentError]
    ) -> UpdatePlan {
        let fillings = plan.fillings(of: Set(failed.keys), loading.inventory)
        guard !fillings.isEmpty else { return plan }
        // An error of filling says less than the error that made filling necessary.
        let unfilled = loading.load(fillings)
        var plan = plan
        for filling in fillings where unfilled[filling.year] == nil {
            guard let at = plan.years.firstIndex(where: { $0.year == filling.year }),
                let result = filling.step.result
            else { continue }
            guard plan.years[at].step.result?.version != result.version else {
                failed[filling.year] = nil
                continue
            }
            plan.years[at].present = SetIndex.Entry(
                version: result.version, origin: result.origin, sinceUnixSeconds: clock(),
                publishedUnixSeconds: result.published)
            plan.years[at].reason = filling.reason
        }
        return plan
    }

    /// Adds a switch to the history; the switch counts even if the history cannot be written.
    private func addToHistory(
        _ plan: UpdatePlan, from before: SetIndex, to after: SetIndex
    ) {
        let history = HistoryFile(state, limits)
        try? history.append(
            History.switches(
                known: (try? history.entries()) ?? [], before: before, after: after,
                plans: plan.years, nowUnixSeconds: clock()))
    }
}
