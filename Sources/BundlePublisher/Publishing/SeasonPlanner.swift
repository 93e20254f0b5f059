import BundleFormat
import SeasonAuthoring
import TUF

/// Plans `publish`: it is given the seasons of HEAD, or of the folder.
package struct SeasonPlanner: PublishPlanner {
    package let seasons: SeasonSet
    /// The rollout with which new contents begin; nil for the configuration's.
    package var rollout: Rollout?
    /// Live contents that a person goes over.
    package var over: [VersionPrefix] = []
    package var recompiles = false
    /// Whether it begins again where nothing counts.
    package var isAnew = false
    /// Where agents find the repository: nothing is begun in an empty directory while a state is live there.
    package var address: Site?
    /// What was packed before the repository was locked.
    var packed: [BundleYear: PackedSeason] = [:]

    package init(_ seasons: SeasonSet) { self.seasons = seasons }

    private var given: GivenSeasons { GivenSeasons(seasons: seasons, recompiles: recompiles) }

    /// The same with the seasons packed that must be, so that the lock is not held meanwhile; throws their mistakes.
    func packed(for repository: LiveRepository) throws(PublishError) -> SeasonPlanner {
        var planner = self
        planner.packed = try seasons.pack(given.unknown(in: repository))
        return planner
    }

    func gather(into facts: inout PublishFacts) throws(PublishError) {
        try requireBeginning(facts)
        facts.given = try given.find(facts, packed: packed)
        try facts.lookAtDecided()
    }

    /// Throws if the publish would begin a history anew that goes on somewhere.
    private func requireBeginning(_ facts: PublishFacts) throws(PublishError) {
        let repository = facts.repository
        // Of a place that is only read, its problem says what to do.
        if repository.live == nil, facts.place is Site, let problem = repository.problem {
            throw problem
        }
        guard (repository.choice == .nothing) == isAnew else {
            throw isAnew
                ? PublishError(
                    "--anew: expected a repository in which nothing counts, found that it has a state or is empty",
                    remedy: "\(.publish) goes on from it")
                : .nothingCounts(repository.problem, facts.place.name)
        }
        guard repository.live == nil, !isAnew, repository.rootsThere.trusted == 0, let address,
            let state = try? LiveState.fetched(
                from: address.fetcher, at: address.name, firstRoot: repository.roots.first,
                now: facts.now)
        else { return }
        throw PublishError(
            "\(facts.place.name): expected the repository that is live at \(address.name) since "
                + "\(UTCTime(unixSeconds: state.version)), found an empty place",
            remedy:
                "fetch it first, for example the branch that is served there; for another repository remove "
                + "address: from configuration.yaml")
    }

    func decide(_ facts: PublishFacts) throws(PublishError) -> PublishDecision {
        var record = facts.record
        (record.decisions, record.after) = (facts.repository.decisions, facts.repository.before)
        var held: [HeldSeason] = []
        var zips: [String: [UInt8]] = [:]
        for (year, given) in (facts.given ?? [:]).inOrder {
            let (live, removed) = (record.given[year], record.removed[year])
            let before = live ?? removed
            let verdict = Guard.judge(
                given.claim, live: before, isRemoved: live == nil && removed != nil,
                isOver: before.map { live in over.contains { $0.means(live.version) } } ?? false)
            switch verdict {
            case .hold(let reason):
                guard let before else { continue }
                held.append(
                    HeldSeason(
                        year: year, live: before, isRemoved: live == nil, reason: reason,
                        isRemoval: given.content == nil))
            case .take(let commit):
                let isRotated = facts.repository.choice == .list
                record.take(
                    given.content, commit, year, begun: begun(facts), beginsAnew: isRotated,
                    at: facts.version)
                if let zip = given.zip, let content = given.content {
                    zips[content.zip.path(year)] = zip
                }
            }
        }
        let offering = Offering(facts.offering(record))
        var decision = PublishDecision(offering, zips: zips, facts)
        decision.held = held
        decision.notes += notes(decision.plan)
        return decision
    }

    private func begun(_ facts: PublishFacts) -> Rollout? {
        let rollout = rollout ?? facts.configuration.rollout
        return rollout.flatMap {
            Rollout.ofEveryone(unless: $0.waves, holdOffSeconds: $0.holdOffSeconds)
        }
    }

    private func notes(_ plan: PublishPlan) -> [Advice] {
        var notes: [Advice] = []
        if rollout != nil,
            !plan.seasons.contains(where: { [.added, .changed].contains($0.change) })
        {
            notes.append(
                "--waves and --hold-off are for new contents, and there are none; "
                    + "\(.waves(nil, "WAVES")) changes a rollout that has begun")
        }
        if let problem = seasons.problem { notes.append(Advice(problem.message)) }
        return notes
    }
}

extension SignedRecord {
    /// Takes what was given of a season; a content that was given before keeps its time and the rollout that it began with.
    fileprivate mutating func take(
        _ content: KnownContent?, _ commit: String?, _ year: BundleYear, begun: Rollout?,
        beginsAnew: Bool, at version: Int64
    ) {
        let live = given[year]
        guard var content else {
            guard var live else { return }
            live.commit = commit
            (removed[year], given[year]) = (live, nil)
            return
        }
        let isSame = content.version == live?.version
        content.since = isSame ? live?.since ?? version : version
        content.begun = isSame && !beginsAnew ? live?.begun : begun
        content.commit = commit
        (given[year], removed[year]) = (content, nil)
    }
}
