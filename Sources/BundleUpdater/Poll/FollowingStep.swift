import BundleFormat
import TUF
import UpdatePolicy

/// Asks the repository and does what it says, each year by itself.
struct FollowingStep {
    let reader: RepositoryReader
    let planner: Planner
    let options: Poller.Options
    let limits: AgentLimits

    private var actions: any PollActions { planner.actions }

    /// What the repository says, after that is on the disk.
    struct News {
        let offers: Offers
        /// The client with the new metadata; it fetches the bundles.
        let updater: Updater
    }

    /// Asks the repository, removes what was withdrawn, and installs what is offered.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - standing: what holds on the machine.
    /// - Returns: the outcome; if the step ended early, the set in use at that moment stays in use.
    func run(_ inventory: Inventory, _ standing: Standing) -> StepOutcome {
        let mirrors = Mirrors(reader.repository.mirrors)
        var (outcome, news) = ask(mirrors, inventory, standing)
        if let news {
            let (withdrawn, found) = withdraw(news, inventory, after: outcome)
            outcome =
                withdrawn.trouble == nil
                ? install(news, mirrors, found, after: withdrawn) : withdrawn
            if outcome.trouble == nil, let problem = news.offers.recallsProblem {
                outcome.trouble = .recallList(problem)
            }
        }
        outcome.mirrors = mirrors.records
        return outcome
    }

    /// Asks the mirrors and keeps what they say.
    ///
    /// It writes the memory before the metadata. So the machine always knows which key vouches for its metadata.
    func ask(
        _ mirrors: Mirrors, _ inventory: Inventory, _ standing: Standing
    ) -> (StepOutcome, News?) {
        var outcome = StepOutcome(standing: standing)
        let metadata = OverlayStore(over: reader.metadata)
        let answer: RepositoryReader.Answer
        do throws(AgentError) {
            answer = try reader.ask(mirrors, storing: metadata)
        } catch {
            // What was verified before the failure is kept; the failure itself is reported.
            if metadata.hasChanges, reader.continuesTrust,
                (try? actions.commit(metadata)) != nil
            {
                let lesson = reader.recall(inventory, standing)
                outcome.standing = lesson.standing
                outcome.repairs = lesson.dropped
            }
            return (outcome.ended(by: error), nil)
        }
        do throws(AgentError) {
            let lesson = try reader.learn(answer, inventory, standing)
            guard let offers = lesson.offers else {
                preconditionFailure("a refresh without targets")
            }
            outcome.standing = lesson.standing
            outcome.repairs = lesson.dropped
            try actions.save(outcome.standing.memory)
            try actions.commit(metadata)
            outcome.answer = answer.trusted
            outcome.standing.memory.trials.drawWaits(
                offers, planner.machine, nowUnixSeconds: planner.clock(), random: options.random)
            return (outcome, News(offers: offers, updater: answer.updater))
        } catch {
            return (outcome.ended(by: error), nil)
        }
    }

    /// Removes what the publisher has withdrawn.
    ///
    /// This comes before the downloads, because they may fail.
    ///
    /// - Returns: the outcome, and what is on the disk then.
    private func withdraw(
        _ news: News, _ inventory: Inventory, after outcome: StepOutcome
    ) -> (StepOutcome, Inventory) {
        guard
            planner.policy(inventory, .fresh(news.offers), outcome.standing).servesWithdrawn
        else { return (outcome, inventory) }
        let plan = planner.policy(inventory, .remembered(news.offers), outcome.standing).plan()
        let withdrawn = planner.carryOut(plan, inventory, after: outcome)
        guard withdrawn.trouble == nil else { return (withdrawn, inventory) }
        do throws(AgentError) {
            return (withdrawn, try actions.gather())
        } catch {
            return (withdrawn.ended(by: error), inventory)
        }
    }

    /// Installs what is offered, as far as the disk limit allows.
    private func install(
        _ news: News, _ mirrors: Mirrors, _ inventory: Inventory, after outcome: StepOutcome
    ) -> StepOutcome {
        let budget = options.room(limits)
        let policy = planner.policy(inventory, .fresh(news.offers), outcome.standing)
        let plan = policy.plan(within: budget)
        reapBeforeFetching(plan, news.offers, inventory, outcome.standing, budget)
        let downloads = Downloads(
            plan, updater: news.updater, mirrors: mirrors, report: options.progress)
        var installed = planner.carryOut(plan, inventory, downloads, after: outcome)
        installed.setSources(downloads.sources)
        return installed
    }

    /// Deletes what neither the plan nor a kept set needs, because a full disk may need that room.
    private func reapBeforeFetching(
        _ plan: UpdatePlan, _ offers: Offers, _ inventory: Inventory, _ standing: Standing,
        _ budget: DiskBudget
    ) {
        let withoutRoom = plan.years.filter { $0.obstacle == .state }
            .compactMap { offers.accepted[$0.year]?.sha256 }
        let kept = budget.kept(
            inventory, setsMax: limits.setsMax, wanted: plan.years.compactMap { $0.step.offer },
            spared: standing.memory.trials.spared)
        actions.reap(
            .unneeded(
                inventory, setsMax: kept.sets, wanted: plan.wanted, spared: kept.spared,
                forgotten: standing.forgotten,
                downloads: offers.missing(from: inventory).subtracting(withoutRoom)))
    }
}
