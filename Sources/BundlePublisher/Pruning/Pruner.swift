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
        let reader = try LiveReader(destination, home: home, now: now)
        let (roots, found) = (reader.roots, try reader.read())
        guard let live = found.live, live.isInRepository,
            let timestamp = live.repository.role(.timestamp)
        else { throw found.problem ?? .place(destination.name, .noTimestamp) }
        guard found.roots.count == roots.files.count else {
            throw .place(
                destination.name,
                .rootsBehind(published: found.roots.count, ours: roots.files.count))
        }
        // A clock that is ahead would make every state old.
        try PublishPlanner.checkClock(
            newest: live.newestVersion, rootExpires: roots.newestMetadata().expires, now: now)
        let history = try RepositoryHistory.read(
            destination, roots: roots, newest: live.version, limit: .max)
        let previous = Set(history.entries.compactMap(\.previous))
        for case .untrusted(let version, let error) in history.problems
        where previous.contains(version) {
            throw .refused(.state(.untrusted(version, error)))
        }
        let life = try HomeConfiguration.read(home.configurationPath).expiryDays[.timestamp] ?? 0
        let plan = try PrunePlan(
            files: try destination.list(), viewerPage: try destination.viewerPage(),
            of: destination.name, states: history.entries, shown: shown(live, history),
            keepSeconds: Int64(keepDays) * 86_400,
            timestampSeconds: max(
                life * 86_400, timestamp.expires.unixSeconds - timestamp.version),
            now: now)
        try verify(plan, live.repository, roots)
        return plan
    }

    /// The zips of contents that lines of this checkout or of live show, and of what live was given.
    private func shown(
        _ live: LiveState, _ history: RepositoryHistory
    ) throws(PublishError) -> Set<String> {
        var shown: [BundleYear: Set<ContentVersion>] = live.given.mapValues { [$0.version] }
        let lines =
            try DecisionsFile(home: home).read(now: now).decisions.lines
            + (live.record?.decisions.lines ?? [])
        for line in lines {
            if case .rollback(let version) = line.decision {
                shown[line.year, default: []].insert(version)
            }
        }
        let zips =
            (live.record?.offered ?? [:]).flatMap { year, contents in
                contents.map { (year, $0.zip) }
            }
            + live.given.map { ($0, $1) }
            + history.entries.flatMap { $0.bundles.map { ($0, StoredZip($1)) } }
        return Set(
            zips.filter { shown[$0.0]?.contains($0.1.version) == true }.map { $0.1.path($0.0) })
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
