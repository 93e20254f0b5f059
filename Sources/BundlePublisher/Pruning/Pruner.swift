import BundleFormat
import SeasonAuthoring
import TUF

/// Removes files that no machine can ask for any more: gather, plan, verify what stays, remove.
package struct Pruner {
    let destination: any PublishDestination
    let home: Home
    /// Days that a state's files stay after it went out of use.
    let keepDays: Int
    let isRehearsal: Bool
    let now: UTCTime

    package init(
        destination: any PublishDestination, home: Home, keepDays: Int, isRehearsal: Bool = false,
        now: UTCTime
    ) {
        (self.destination, self.home, self.keepDays) = (destination, home, keepDays)
        (self.isRehearsal, self.now) = (isRehearsal, now)
    }

    /// Plans, shows the plan, and removes; if it does not understand a file, it removes nothing.
    package func run(
        isDryRun: Bool, _ show: (PrunePlan) -> Void
    ) throws(PublishError) -> PrunePlan {
        try requirePublished(destination)
        func prune() throws(PublishError) -> PrunePlan {
            let plan = try verifiedPlan()
            show(plan)
            if !isDryRun { try destination.remove(plan.removed.map(\.path)) }
            return plan
        }
        guard !isDryRun else {
            try destination.requireFree(for: [])
            return try prune()
        }
        return try destination.withLock(prune)
    }

    private func verifiedPlan() throws(PublishError) -> PrunePlan {
        let found = try LiveRepository(
            destination, home: home, isRehearsal: isRehearsal, now: now)
        let roots = found.roots
        guard let live = found.live, live.isInRepository,
            let timestamp = live.report.status(of: .timestamp)
        else { throw found.problem ?? .unpublished(destination.name) }
        guard found.rootsThere.count == roots.files.count else {
            throw PublishError(
                "\(destination.name): expected root \(roots.files.count), found \(found.rootsThere.count)",
                remedy: "publish the new root first")
        }
        // A clock that is ahead would make every state old.
        try PublishClock.check(
            newest: live.newestVersion, rootExpires: roots.next().expires, now: now)
        let history = try RepositoryHistory.read(destination, roots: roots, newest: live.version)
        let previous = Set(history.entries.compactMap(\.previous))
        for problem in history.problems
        where problem.isComplete && previous.contains(problem.version) {
            throw .refused(
                "\(problem.message); nothing was removed",
                "it was changed: restore it, or move it away and find out who did that")
        }
        let life = try HomeConfiguration.read(home).expiryDays[.timestamp] ?? 0
        let plan = try PrunePlan(
            files: try destination.list(), viewerPage: try destination.viewerPage(),
            states: history.entries, shown: shown(found),
            keepSeconds: Int64(keepDays) * 86_400,
            timestampSeconds: max(life * 86_400, timestamp.expires.unixSeconds - timestamp.version),
            now: now)
        try verify(plan, live, roots)
        return plan
    }

    /// The zips of contents that were given, or that a decision shows.
    private func shown(_ found: LiveRepository) -> Set<String> {
        var paths: Set<String> = []
        for (year, content) in found.record.given { paths.insert(content.zip.path(year)) }
        for signed in found.decisions.all {
            guard case .rollback(let version?) = signed.decision.action else { continue }
            let year = signed.decision.year
            for content in found.known(year) where content.version == version {
                paths.insert(content.zip.path(year))
            }
        }
        return paths
    }

    /// Throws unless new clients and an up-to-date client find all that they need among the files that stay.
    private func verify(
        _ plan: PrunePlan, _ live: LiveState, _ roots: RootChain
    ) throws(PublishError) {
        let rest = HidingFetcher(hiding: plan.removed.map(\.path), of: destination.fetcher)
        let seen = try LiveState.fetched(
            from: rest, at: destination.name, firstRoot: roots.first, now: now)
        guard let seen, seen.targets == live.targets else {
            throw .refused("\(destination.name): what would stay is not what is live")
        }
        for target in seen.targets { _ = try seen.download(target) }
    }
}
