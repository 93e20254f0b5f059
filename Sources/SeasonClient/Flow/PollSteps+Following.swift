import BundleFormat
import TUF

/// Asking the repository, and doing what it says, each year by itself.
extension PollSteps {
    /// What the repository says, which the machine has stored, and the client that fetches the bundles.
    typealias News = (offers: Offers, updater: Updater)

    /// Asks the repository, removes what was withdrawn, and installs what is offered.
    mutating func follow() {
        guard progress.trouble == nil, let reader else { return }
        let mirrors = Mirrors(reader.repository.mirrors)
        if let news = ask(mirrors) {
            withdraw(news.offers)
            install(news, mirrors)
            if progress.trouble == nil, let problem = news.offers.recallsProblem {
                progress.trouble = .recallList(problem)
            }
        }
        progress.mirrors = mirrors.records
    }

    mutating func recall() -> RepositoryWord {
        guard let reader, let inventory = inventory(),
            let offers = reader.recall(inventory, &progress)
        else { return .none }
        return .remembered(offers)
    }

    /// Writes the memory before the metadata, so that the machine always knows which key vouches for its metadata.
    mutating func ask(_ mirrors: Mirrors) -> News? {
        guard let reader, let inventory = inventory() else { return nil }
        let metadata = OverlayStore(over: reader.metadata)
        do throws(AgentError) {
            let answer = try ask(reader, mirrors, metadata)
            guard let offers = try reader.learn(answer, inventory, &progress) else {
                preconditionFailure("a refresh without targets")
            }
            try effects.save(progress.memory)
            try effects.commit(metadata)
            progress.answer = answer.trusted
            progress.memory.trials.drawWaits(
                offers, machine, nowUnixSeconds: clock(), random: random)
            return (offers, answer.updater)
        } catch {
            progress.trouble = error
            return nil
        }
    }

    /// Asks the mirrors; what was verified before a failure is kept, and the failure itself is reported.
    private mutating func ask(
        _ reader: RepositoryReader, _ mirrors: Mirrors, _ metadata: OverlayStore
    ) throws(AgentError) -> RepositoryReader.Answer {
        do throws(AgentError) {
            return try reader.ask(mirrors, storing: metadata)
        } catch {
            if metadata.hasChanges, reader.continuesTrust,
                (try? effects.commit(metadata)) != nil
            {
                _ = recall()
            }
            throw error
        }
    }

    /// Stops serving what the publisher has withdrawn, or what only a superseded key has signed.
    private mutating func withdraw(_ offers: Offers) {
        guard let inventory = inventory(), policy(inventory, .fresh(offers)).servesWithdrawn
        else { return }
        carryOut(policy(inventory, .remembered(offers)).plan())
    }

    /// Installs what is offered, as far as the disk limit allows.
    private mutating func install(_ news: News, _ mirrors: Mirrors) {
        guard progress.trouble == nil, let inventory = inventory() else { return }
        let plan = policy(inventory, .fresh(news.offers)).plan(within: budget)
        // A full disk may need the room of what neither the plan nor a kept set needs. An unfinished download stays if the
        // year only waits for a time.
        let unwanted = plan.years
            .filter { $0.trouble == .state && $0.reportedReason.againUnixSeconds == nil }
            .compactMap { news.offers.accepted[$0.year]?.sha256 }
        reap(
            inventory, for: plan, spared: progress.memory.trials.spared,
            downloads: news.offers.missing(from: inventory).subtracting(unwanted))
        let downloads = Downloads(plan, updater: news.updater, mirrors: mirrors, report: report)
        carryOut(plan, downloads)
        for (year, source) in downloads.sources { progress.sources[year] = source }
    }
}
