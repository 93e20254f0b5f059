import BundleFormat
import TUF

/// The chain of a poll: gather → ask → plan → load → test → switch → reap.
///
/// The agent, pages and apps take these steps, each with its own ``PollEffects``.
///
/// What is there is gathered once, and computed after each plan. It is gathered again only after a failed year or switch,
/// which may have left anything, after a search, and before the last step deletes what is no longer needed.
///
/// A poll makes two plans, because what is served must be whole even while the network takes minutes or fails: one
/// from what the repository said before, one from its answer. If the answer takes back what is served, a plan without
/// downloads comes between them, because a removal must not wait for a download. A first poll begins with the answer.
package struct PollSteps {
    let machine: RolloutMember
    /// The program that tests bundles; nil for none.
    let tester: String?
    let budget: DiskBudget
    let setsMax: Int
    /// The time, in seconds since 1970.
    let clock: () -> Int64
    /// From 0 up to, but not including, 1; evenly spread.
    let random: () -> Double
    let report: (DownloadProgress) -> Void

    let effects: any PollEffects
    /// Reads what the repository says; nil if none is configured.
    let reader: RepositoryReader?
    package internal(set) var progress: PollProgress
    /// What is there now; nil if it must be gathered.
    private var known: Inventory?

    package init(
        _ machine: RolloutMember, tester: String?, budget: DiskBudget = DiskBudget(),
        setsMax: Int = AgentLimits.standard.setsMax, clock: @escaping () -> Int64,
        random: @escaping () -> Double, report: @escaping (DownloadProgress) -> Void = { _ in },
        _ effects: any PollEffects, reader: RepositoryReader?, from progress: PollProgress
    ) {
        self.machine = machine
        self.tester = tester
        self.budget = budget
        self.setsMax = setsMax
        self.clock = clock
        self.random = random
        self.report = report
        self.effects = effects
        self.reader = reader
        self.progress = progress
    }

    package mutating func run() {
        guard let found = inventory() else { return }
        let isFirst = found.sets.isEmpty && found.currentNumber == nil
        if isFirst, reader != nil, !followFirst() { return }
        prepare()
        follow()
    }

    /// Serves a whole set: the part of a poll that needs no network.
    package mutating func prepare() {
        guard progress.trouble == nil, let inventory = inventory() else { return }
        let word = recall()
        carryOut(policy(inventory, word).plan())
    }

    /// Saves what the poll has learnt; what cannot be deleted stays until the next poll; it does no harm.
    package mutating func finish() {
        if progress.hasLeftovers || !progress.forgotten.isEmpty, let inventory = try? gather() {
            reap(inventory, spared: progress.awaited)
        }
        do throws(AgentError) {
            try effects.save(progress.memory)
        } catch {
            progress.trouble = progress.trouble ?? error
        }
    }

    /// What is there, after damage was repaired as far as possible; nil if it cannot be read, which ends the poll.
    mutating func inventory() -> Inventory? {
        if let known { return known }
        do throws(AgentError) {
            // A leftover may lie where a bundle is restored, so leftovers are deleted first.
            var found = try gather()
            effects.restore(&found)
            progress.repairs += found.repairs
            known = found
        } catch {
            progress.trouble = progress.trouble ?? error
        }
        return known
    }

    /// Makes the next ``inventory()`` gather again, after a change that no plan describes.
    mutating func forgetInventory() { known = nil }

    /// Gathers what is there, and deletes the leftovers of interrupted runs and failed steps.
    private func gather() throws(AgentError) -> Inventory {
        let found = try effects.gather()
        effects.reap(.leftovers(found))
        return found
    }

    /// `downloads` has the zips whose unfinished downloads stay; nil for all of them.
    func reap(
        _ inventory: Inventory, for plan: UpdatePlan = UpdatePlan(years: []),
        spared: [BundleYear: ContentVersion], downloads: Set<String>? = nil
    ) {
        let kept = budget.kept(
            inventory, setsMax: setsMax, wanted: plan.years.compactMap { $0.step.offer },
            spared: spared)
        effects.reap(
            .unneeded(
                inventory, setsMax: kept.sets, wanted: plan.wanted, spared: kept.spared,
                forgotten: progress.forgotten, downloads: downloads))
    }

    func policy(_ inventory: Inventory, _ word: RepositoryWord) -> SelectionPolicy {
        let memory = progress.memory
        return SelectionPolicy(
            inventory: inventory, word: word, choices: memory.choices, trials: memory.trials,
            vouched: memory.vouched, machine: machine, tester: tester,
            nowUnixSeconds: clock())
    }

    /// Asks the repository before the embedded bundles are in place.
    ///
    /// So a machine that has never served anything writes every season only once, if its network is good. Until then, or
    /// until the time is over, it serves nothing. Years that fail are filled with the embedded bundles.
    ///
    /// It returns whether the poll goes on as any other poll; if not, it is done.
    private mutating func followFirst() -> Bool {
        effects.limitTime(true)
        follow()
        effects.limitTime(false)
        if !effects.isCancelled, progress.errors.contains(where: { $0.family == .cancelled }) {
            progress.trouble = nil
            return true
        }
        // The repository was just asked, and is not asked again at once.
        guard let trouble = progress.trouble, !progress.hasSwitched else { return false }
        progress.trouble = nil
        prepare()
        progress.trouble = progress.trouble ?? trouble
        return false
    }

    /// Loads what a plan names and switches to it; each year fails by itself.
    mutating func carryOut(_ plan: UpdatePlan, _ downloads: Downloads? = nil) {
        guard let inventory = inventory() else { return }
        let failed = effects.load(plan.years, inventory, downloads)
        progress.plans.append(plan)
        progress.failed = failed
        let filled = fill(plan, inventory)
        let index = filled.index(failed: Set(progress.failed.keys), nowUnixSeconds: clock())
        if !failed.isEmpty {
            progress.hasLeftovers = true
            known = nil
        }
        do throws(AgentError) {
            if index != plan.current {
                try effects.switchTo(
                    index, as: inventory.nextSetNumber, before: progress.served, filled.years)
                progress.hasSwitched = true
                progress.hasLeftovers = true
            }
            progress.served = index
            known = known?.following(plan, nowUnixSeconds: clock())
        } catch {
            known = nil
            progress.trouble = error
        }
        progress.remember(tester: tester, nowUnixSeconds: clock())
    }

    /// Uses the embedded bundles for years that failed and have nothing else on the disk.
    ///
    /// If the failed step was itself an embedded bundle, it is tried a second time. It returns the plan, in which the
    /// bundles that were put in place count as present.
    private mutating func fill(_ plan: UpdatePlan, _ inventory: Inventory) -> UpdatePlan {
        let fillings = plan.fillings(of: Set(progress.failed.keys), inventory)
        guard !fillings.isEmpty else { return plan }
        // An error of filling says less than the error that made filling necessary.
        let unfilled = effects.load(fillings, inventory, nil)
        var plan = plan
        for filling in fillings where unfilled[filling.year] == nil {
            guard let at = plan.years.firstIndex(where: { $0.year == filling.year }),
                let result = filling.step.result
            else { continue }
            guard plan.years[at].step.result?.version != result.version else {
                progress.failed[filling.year] = nil
                continue
            }
            plan.years[at].present = SetIndex.Entry(
                version: result.version, origin: result.origin, sinceUnixSeconds: clock(),
                publishedUnixSeconds: result.published)
            plan.years[at].reason = filling.reason
        }
        return plan
    }
}
