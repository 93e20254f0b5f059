import BundleFormat
import TUF

/// Removes files that no machine can ask for any more: gather, plan, verify what stays, remove.
package struct Pruner {
    package let destination: any PublishDestination
    package let home: Home
    /// Days that a state's files stay after it went out of use.
    package let keepDays: Int
    package let now: UTCTime
    package var isDryRun = false

    /// Describes a pruning; reads nothing yet.
    package init(
        destination: any PublishDestination, home: Home, keepDays: Int, now: UTCTime,
        isDryRun: Bool = false
    ) {
        self.destination = destination
        self.home = home
        self.keepDays = keepDays
        self.now = now
        self.isDryRun = isDryRun
    }

    /// Prunes.
    ///
    /// - Parameter show: gets the plan after it is verified and before anything is removed.
    /// - Returns: the plan.
    /// - Throws: ``PublishError``; if it does not understand a file, nothing was removed.
    package func run(_ show: (PrunePlan) -> Void) throws(PublishError) -> PrunePlan {
        try requirePublished(destination)
        guard !isDryRun else {
            try destination.requireUsable()
            let plan = try verifiedPlan()
            show(plan)
            return plan
        }
        let plan = try destination.withLock { () throws(PublishError) in
            let plan = try verifiedPlan()
            show(plan)
            try destination.remove(plan.removed.map(\.path))
            return plan
        }
        guard let plan else {
            throw .place(destination.name, .busy)
        }
        return plan
    }

    /// Plans, and verifies what would stay.
    private func verifiedPlan() throws(PublishError) -> PrunePlan {
        let roots = try home.roots()
        guard
            let (live, count) = try LiveRepository.readPublished(
                destination, roots: roots, now: now),
            let timestamp = live.role(.timestamp)
        else { throw .place(destination.name, .noTimestamp) }
        guard count == roots.files.count else {
            throw .place(destination.name, .rootsBehind(published: count, ours: roots.files.count))
        }
        // A clock that is ahead would make every state old.
        let versions = [TopLevelRole.timestamp, .snapshot, .targets].compactMap {
            live.role($0)?.version
        }
        try PublishPlanner.checkClock(
            newest: versions.max(), rootExpires: roots.newestMetadata().expires, now: now)
        let history = try RepositoryHistory.read(
            destination, roots: roots, live: live, limit: .max)
        let files = try destination.list()
        let kept = Set(files.compactMap { KeptTimestamp.version(of: $0.path) })
        for case .untrusted(let version, let error) in history.problems {
            guard try mayHaveBeenLive(version, kept, roots) else { continue }
            throw .refused(.state(.untrusted(version, error)))
        }
        let life = try HomeConfiguration.read(home.configurationPath).expiryDays[.timestamp] ?? 0
        let plan = try PrunePlan(
            files: files, viewerPage: try destination.viewerPage(),
            of: destination.name, states: history.entries,
            keepSeconds: Int64(keepDays) * 86_400,
            timestampSeconds: max(
                life * 86_400, timestamp.expires.unixSeconds - timestamp.version),
            now: now)
        try verify(plan, live, roots)
        return plan
    }

    /// True if a state that we cannot read may have been live, so that machines may still ask for its files.
    ///
    /// What never was live may be of a command that failed: if it was to replace the online key, the new key is gone. What a
    /// replaced key has signed, whoever had it, is out of use since then. Publishers before 0.8 kept no timestamps: before the
    /// first that is kept, every state may have been live.
    private func mayHaveBeenLive(
        _ version: Int64, _ kept: Set<Int64>, _ roots: RootChain
    ) throws(PublishError) -> Bool {
        guard kept.contains(version) else { return version < kept.min() ?? .max }
        let past = try RepositoryHistory.past(roots, of: destination)
        let trusting = try KeptTimestamp(destination: destination).bytes(version)
            .flatMap(past.rootsTrusting)
        return trusting == nil || trusting == roots.files.count
    }

    /// Throws unless new clients and an up-to-date client find all that they need among the files that stay.
    private func verify(
        _ plan: PrunePlan, _ live: LiveRepository, _ roots: RootChain
    ) throws(PublishError) {
        let below = { (folder: String) in
            Set(
                plan.removed.map(\.path).filter { $0.hasPrefix(folder) }
                    .map { String($0.dropFirst(folder.count)) })
        }
        let rest = HidingFetcher(
            hiding: below("metadata/"), andTargets: below("targets/"), of: destination.fetcher)
        let seen = try LiveRepository.read(
            rest, at: destination.name, firstRoot: roots.first, now: now)
        guard let seen, seen.targets == live.targets else {
            throw .refused(.pruningChangesLive(place: destination.name))
        }
        for target in seen.targets { _ = try seen.download(target) }
    }
}
