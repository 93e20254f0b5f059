import BundleArchive
import BundleFormat
import Files

/// Carrying out a plan.
extension Poller {
    /// Descriptors of bundles from which on they wait for the disk together, while the next are written: an
    /// eighth of what a process may mostly have.
    private static let descriptorsMax = 128

    /// Loads what a plan names and, where that changes something, switches to it.
    func carryOut(
        _ plan: UpdatePlan, _ inventory: Inventory, _ downloads: Downloads?,
        _ draft: inout PollDraft
    ) throws(AgentError) {
        draft.begin(plan)
        var plan = plan
        let loader = Loader(
            state: state, embedded: embedded, limits: limits, downloads: downloads,
            freeBytes: options.freeBytes)
        load(plan.years, loader, inventory, &draft)
        fill(&plan, loader, inventory, &draft)
        let index = plan.index(failed: Set(draft.failed.keys), nowUnixSeconds: clock())
        if index != plan.current {
            try onDisk { () throws(FileError) in
                try Launcher(state: state).launch(index, as: inventory.nextSetNumber)
            }
            draft.hasSwitched = true
            note(plan, from: draft.served, to: index)
        }
        draft.served = index
    }

    /// Carries out the steps of years, which wait for the disk and are tested together; each fails alone.
    private func load(
        _ plans: [YearPlan], _ loader: Loader, _ inventory: Inventory, _ draft: inout PollDraft
    ) {
        let tests = options.selfTest.map { SelfTestRun($0, isCancelled: isCutShort) }
        var bundles: [(plan: YearPlan, staged: Loader.Staged)] = []
        var written: [(plan: YearPlan, bundle: WrittenBundle)] = []
        var turn: (plans: [YearPlan], disk: WrittenBundle.Synchronization)?
        func endTurn() {
            for (plan, failure) in zip(turn?.plans ?? [], turn?.disk.end() ?? []) {
                attempt(plan, &draft) { () throws(AgentError) in
                    if let failure { throw .archive(failure) }
                }
            }
            turn = nil
        }
        func beginTurn() {
            endTurn()
            turn = (written.map(\.plan), WrittenBundle.Synchronization(written.map(\.bundle)))
            written = []
        }
        var end: AgentError?
        for plan in plans {
            if let end, plan.step != .keep {
                draft.failed[plan.year] = end
                continue
            }
            attempt(plan, &draft) { () throws(AgentError) in
                guard var staged = try loader.stage(plan) else { return }
                if let bundle = staged.written.take() { written.append((plan, bundle)) }
                bundles.append((plan, staged))
                if isNew(plan, inventory) { tests?.add(plan.year, staged.folder) }
            }
            let held = written.reduce(0) { $0 + $1.bundle.descriptorCount }
            if held > Self.descriptorsMax { beginTurn() }
            // Asked to end: no more downloads; what is loaded by now is still switched to.
            if let error = draft.failed[plan.year], error.family == .cancelled { end = error }
            tests?.look()
        }
        beginTurn()
        tests?.finish()
        endTurn()
        var places: [(plan: YearPlan, names: DiskWait.Group)] = []
        for (plan, staged) in bundles where draft.failed[plan.year] == nil {
            attempt(plan, &draft) { () throws(AgentError) in
                places.append((plan, try loader.place(staged)))
            }
        }
        for (place, failure) in zip(places, DiskWait(places.map(\.names)).end()) {
            attempt(place.plan, &draft) { () throws(AgentError) in
                if let failure { throw .file(failure) }
            }
        }
        for (plan, staged) in bundles where draft.failed[plan.year] == nil {
            verified.note(staged.year, staged.version)
            // What fails its test stays: it may pass another program's.
            guard let error = tests?.failed[plan.year] else { continue }
            attempt(plan, &draft) { () throws(AgentError) in throw error }
        }
    }

    private func attempt(
        _ plan: YearPlan, _ draft: inout PollDraft, _ body: () throws(AgentError) -> Void
    ) {
        guard draft.failed[plan.year] == nil else { return }
        do throws(AgentError) {
            try body()
        } catch {
            draft.failed[plan.year] = error
            draft.noteTrial(
                plan, error, tester: options.selfTest?.identity, nowUnixSeconds: clock())
        }
    }

    /// Puts what is inside the program in place for years that failed and of which nothing else is there; a
    /// second time, where that is what failed.
    private func fill(
        _ plan: inout UpdatePlan, _ loader: Loader, _ inventory: Inventory, _ draft: inout PollDraft
    ) {
        var fillings: [YearPlan] = []
        for failed in plan.years where draft.failed[failed.year] != nil && failed.present == nil {
            guard let version = inventory.embedded[failed.year],
                failed.candidates.contains(where: { $0.version == version && $0.isSecondBest })
            else { continue }
            let published = inventory.embeddedPublished[failed.year]
            let step: YearPlan.Step =
                inventory.has(failed.year, version)
                ? .activate(version, .embedded, publishedUnixSeconds: published)
                : .place(version, publishedUnixSeconds: published)
            fillings.append(
                YearPlan(year: failed.year, present: nil, step: step, reason: .embeddedFills))
        }
        guard !fillings.isEmpty else { return }
        // Failures of their own say less than why they are needed.
        var scratch = draft
        scratch.failed = [:]
        load(fillings, loader, inventory, &scratch)
        for filling in fillings where scratch.failed[filling.year] == nil {
            guard let at = plan.years.firstIndex(where: { $0.year == filling.year }),
                let result = filling.step.result
            else { continue }
            guard plan.years[at].step.result?.version != result.version else {
                draft.failed[filling.year] = nil
                continue
            }
            plan.years[at].present = SetIndex.Entry(
                version: result.version, origin: result.origin, sinceUnixSeconds: clock(),
                publishedUnixSeconds: result.published)
            plan.years[at].reason = filling.reason
        }
    }

    /// Whether a bundle was never served here, so that it is to be tested; what is inside the program came
    /// with its tests.
    private func isNew(_ plan: YearPlan, _ inventory: Inventory) -> Bool {
        guard let result = plan.step.result else { return false }
        return inventory.embedded[plan.year] != result.version
            && !inventory.sets.contains {
                $0.index?.entries[plan.year]?.version == result.version
            }
    }

    /// Adds a switch to the history; a history that cannot be written keeps nothing from being served.
    private func note(_ plan: UpdatePlan, from before: SetIndex, to after: SetIndex) {
        let history = History(state, limits)
        try? history.append(
            History.switches(
                known: (try? history.entries()) ?? [], before: before, after: after,
                plans: plan.years, nowUnixSeconds: clock()))
    }
}
