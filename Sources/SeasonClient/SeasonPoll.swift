import BundleFormat
import Time
import TUF

/// One poll without I/O: the host asks ``next()``, fetches, answers, and asks again until it is done.
///
/// ```swift
/// let poll = SeasonPoll(facts)
/// while true {
///     switch poll.next() {
///     case .fetch(let requests): poll.answer(await fetchAll(requests))
///     case .done(let result): return store(result)
///     }
/// }
/// ```
///
/// It takes the same steps as the Linux agent (``PollSteps``); only their effects are in memory.
public final class SeasonPoll {
    private let facts: PollFacts
    private let answers = GivenAnswers()
    private let progress = RootWalk.Progress()

    /// Begins a poll; nothing is asked yet.
    public init(_ facts: PollFacts) {
        self.facts = facts
    }

    /// What the host must do next.
    public func next() -> PollStep {
        answers.run(progress) { run() }.map { .done($0) } ?? .fetch(answers.wanted)
    }

    /// Gives the answers to the requests of the last ``next()``, in their order; false if there are more or fewer of them.
    @discardableResult
    public func answer(_ given: [HostAnswer]) -> Bool { answers.add(given) }

    private func run() -> PollResult {
        let (now, random, levelMax) = (facts.nowUnixSeconds, facts.random, facts.levelMax)
        let kept = KeptFiles(facts)
        let effects = MemoryEffects(facts, kept, answers)
        var reader = RepositoryReader(
            repository: TrustedRepository(
                packagedRoot: facts.packagedRoot,
                mirrors: [Mirror(address: facts.repository, fetcher: answers)]),
            metadata: effects.metadata, limits: .standard, levelMax: { _ in levelMax },
            now: UTCTime(unixSeconds: now))
        reader.years = facts.years
        reader.progress = progress
        var steps = PollSteps(
            RolloutMember(id: facts.machineID, wave: facts.wave), tester: KeptFiles.tester,
            clock: { now }, random: { random }, effects, reader: reader,
            from: PollProgress(
                memory: kept.memory, served: kept.served, repository: facts.repository,
                isKnown: kept.isKnown, unixSeconds: now))
        steps.run()
        steps.finish()
        var report = steps.progress.report(finishedUnixSeconds: now, after: kept.lastPoll)
        report.downloadedBytes = answers.bytes
        return PollResult(
            report.bounded(.standard), served: steps.progress.served, effects, facts, kept)
    }
}

/// What a poll needs next, or what has come of it.
public enum PollStep {
    /// Fetch these files, side by side, and call ``SeasonPoll/answer(_:)`` with one answer for each.
    case fetch([FetchRequest])
    /// Keep the changes, then show what is served.
    case done(PollResult)
}
