import BundleFormat
import Files
import UpdatePolicy

/// Carrying out a plan.
extension Poller {
    /// Loads what a plan names and, where that changes something, switches to it.
    package func carryOut(
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
            try mapFileErrors(to: AgentError.file) { () throws(FileError) in
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
        let files = DiskTurns()
        var end: AgentError?
        for plan in plans {
            if let end, plan.step != .keep {
                draft.failed[plan.year] = end
                continue
            }
            attempt(plan, &draft) { () throws(AgentError) in
                guard var staged = try loader.stage(plan) else { return }
                if let written = staged.written.take() { files.add(plan.year, written) }
                bundles.append((plan, staged))
                if isNew(plan, inventory) { tests?.add(plan.year, staged.folder) }
            }
            // Asked to end: no more downloads; what is loaded by now is still switched to.
            if let error = draft.failed[plan.year], error.family == .cancelled { end = error }
            tests?.look()
        }
        files.begin()
        tests?.finish()
        fail(plans, files.finish(), &draft)
        let names = DiskTurns()
        for (plan, staged) in bundles {
            attempt(plan, &draft) { () throws(AgentError) in
                names.add(plan.year, try loader.place(staged))
            }
        }
        fail(plans, names.finish(), &draft)
        for (plan, staged) in bundles where draft.failed[plan.year] == nil {
            verified.note(staged.year, staged.version)
            // What fails its test stays: it may pass another program's.
            guard let error = tests?.failed[plan.year] else { continue }
            attempt(plan, &draft) { () throws(AgentError) in throw error }
        }
    }

    /// Fails the years that the disk has not taken.
    private func fail(
        _ plans: [YearPlan], _ failures: [BundleYear: FileError], _ draft: inout PollDraft
    ) {
        for plan in plans {
            guard let failure = failures[plan.year] else { continue }
            attempt(plan, &draft) { () throws(AgentError) in throw .file(failure) }
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
        let history = HistoryFile(state, limits)
        try? history.append(
            History.switches(
                known: (try? history.entries()) ?? [], before: before, after: after,
                plans: plan.years, nowUnixSeconds: clock()))
    }
}
