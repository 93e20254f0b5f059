import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// One publish: gather facts, decide, sign, verify, write.
package struct Publisher {
    package enum Work {
        case publish(SeasonPlanner)
        case decide(DecisionPlanner)
        /// The live state as it is: signatures are renewed, and new roots published.
        case refresh(isForced: Bool)
    }

    /// The place from which agents, or their web server, read.
    package let destination: any PublishDestination
    package let home: Home
    /// The online key, or nil: a root that keeps the key can be published without it.
    package let key: SigningKey?
    package let work: Work
    package let now: UTCTime
    /// True if it stops before anything is written.
    package var isDryRun = false
    /// True for another place than the home's own: nothing is remembered of it.
    package var isRehearsal = false
    package var roots: RootChain?
    package var viewerFolder: String?

    package init(
        _ work: Work, destination: any PublishDestination, home: Home, key: SigningKey?,
        now: UTCTime, isDryRun: Bool = false, isRehearsal: Bool = false,
        viewerFolder: String? = nil
    ) {
        (self.work, self.destination, self.home, self.key) = (work, destination, home, key)
        (self.now, self.isDryRun, self.isRehearsal) = (now, isDryRun, isRehearsal)
        self.viewerFolder = viewerFolder
    }

    /// Publishes; after an error, what was live stays live.
    package func run() throws(PublishError) -> PublishReport {
        try home.refuseLinks()
        if (try? Files.kind(home.keysPath)) ?? nil != nil {
            try destination.requireApart(from: home.keysPath, "the private keys")
        }
        if case .publish = work {} else { try requirePublished(destination) }
        let planner = try planner()
        guard !isDryRun else {
            // The lock makes the same check.
            try destination.requireFree(for: [])
            return try publish(planner)
        }
        home.removeLeftovers()
        return try destination.withLock { () throws(PublishError) in try publish(planner) }
    }

    /// Reads the live state and decides; writes nothing and signs nothing.
    package func plan() throws(PublishError) -> PublishReport {
        let planner = try planner()
        let facts = try facts(planner)
        return PublishReport(facts, try planner.decide(facts))
    }

    private func planner() throws(PublishError) -> any PublishPlanner {
        switch work {
        case .decide(let planner): return planner
        case .refresh(let isForced): return RefreshPlanner(isForced: isForced)
        case .publish(let planner):
            return try planner.packed(
                for: LiveRepository(
                    destination, home: home, roots: roots, isRehearsal: isRehearsal, now: now))
        }
    }

    private func facts(_ planner: any PublishPlanner) throws(PublishError) -> PublishFacts {
        var isForced = false
        if case .refresh(true) = work { isForced = true }
        var facts = try PublishFacts(self, isForced: isForced)
        try planner.gather(into: &facts)
        return facts
    }

    private func publish(_ planner: any PublishPlanner) throws(PublishError) -> PublishReport {
        let facts = try facts(planner)
        var report = PublishReport(facts, try planner.decide(facts))
        // Without a key a dry run reports what would happen, and cannot try it.
        let signed =
            isDryRun && key == nil ? nil : try SignedState(report.decision, facts, key: key)
        let writer = signed.map {
            PublishWriter(signed: $0, facts: facts, viewerFolder: viewerFolder)
        }
        if let signed {
            let lost = try PublishVerifier(signed: signed, facts: facts).verify()
            report.notes += lost.map {
                "\($0.publishedPath) is gone or damaged, so machines cannot download it; publish puts it back "
                    + "from a folder of seasons that has that content"
            }
            try writer?.requireFree(isDryRun: isDryRun)
        }
        guard !isDryRun else { return report }
        try destination.remove(facts.repository.rootsThere.falsePaths)
        if let writer { report.written = try writer.write() }
        if let error = facts.repository.remember(signed?.remembered(facts)) {
            report.notes.append(
                "\(error): this home cannot remember what it has seen, so it does not notice an older copy"
            )
        }
        return report
    }
}

/// Throws if nothing was ever published: a command for a repository does not create one.
package func requirePublished(_ destination: any PublishDestination) throws(PublishError) {
    guard try destination.exists() else {
        throw PublishError(
            "\(destination.name): expected a published repository, found nothing",
            remedy: "publish into it with \(.publish)")
    }
}

/// What a command has done and why, for people and programs.
package struct PublishReport {
    package let facts: PublishFacts
    package let decision: PublishDecision
    package internal(set) var notes: [Advice]
    /// The paths written, below the directory, in order; none in a dry run.
    package internal(set) var written: [String] = []

    init(_ facts: PublishFacts, _ decision: PublishDecision) {
        (self.facts, self.decision) = (facts, decision)
        notes = decision.notes
    }

    package var plan: PublishPlan { decision.plan }
    package var place: String { facts.place.name }
    package var live: LiveState? { facts.live }

    /// The bundles that are live after it.
    package var bundles: [BundleYear: PublishedBundle] {
        decision.offering?.seasons ?? live?.bundles ?? [:]
    }

    /// The new entry of each season whose content or entry changed.
    package var entries: [BundleYear: TargetCustom] {
        bundles.mapValues(\.custom).filter { $1 != live?.bundles[$0]?.custom }
    }

    /// What was given of each season, after it.
    package var given: [BundleYear: KnownContent] {
        decision.offering?.record.given ?? facts.record.given
    }
}
