import BundleFormat
import SeasonAuthoring
import TUF

/// Decides what a publish signs: a function of the offering, what is live, and the clock.
struct PublishPlanner {
    /// What is to be live; nil leaves it as it is.
    var offering: Offering?
    /// Nil if nothing that is there counts.
    var live: LiveState?
    var hasRoot = false
    var lacksRoot = false
    var restored: Set<BundleYear> = []
    var isForced = false
    var canSign = true
    let rootExpires: UTCTime
    let now: UTCTime

    /// How far the clock may be behind the last publish.
    ///
    /// Several publishes within a second use up the next seconds as versions.
    static let clockSlackSeconds: Int64 = 60
    /// If the last publish is older than this, the clock is wrong or the repository is abandoned.
    static let idleSecondsMax: Int64 = 3 * 366 * 86_400
    /// The earliest time that we believe.
    ///
    /// A clock without a battery starts in 1970.
    private static let clockMin = UTCTime(unixSeconds: 1_767_225_600)  // 2026-01-01

    /// Plans a publish; throws if the clock, or what is live, is years off.
    ///
    /// A version from the future could be taken back only by new keys.
    func plan(
        isFree: (Int64) throws(PublishError) -> Bool = { _ in true }
    ) throws(PublishError) -> PublishPlan {
        try Self.checkClock(
            newest: live.map(\.newestVersion), rootExpires: rootExpires, now: now,
            isForced: isForced)
        let seasons = seasons
        let signing = signing(seasons)
        var version = max(now.unixSeconds, (live?.newestVersion ?? 0) + 1)
        if case .everything = signing {
            let first = version
            while version < first + Self.clockSlackSeconds, try !isFree(version) { version += 1 }
        }
        return PublishPlan(seasons: seasons, signing: signing, version: version)
    }

    private var seasons: [PublishPlan.Season] {
        let old = live?.bundles ?? [:]
        let new = offering?.seasons ?? old
        let years = Set(old.keys).union(new.keys).union(offering?.recalls.withdrawn ?? [])
            .union(live?.recalls.withdrawn ?? [])
        return years.sorted().map { year in
            PublishPlan.Season(
                year: year, change: change(year, old[year], new[year]),
                old: old[year]?.custom.version, new: new[year]?.custom.version)
        }
    }

    private func change(
        _ year: BundleYear, _ old: PublishedBundle?, _ new: PublishedBundle?
    ) -> PublishPlan.Season.Change {
        guard let offering else { return .unchanged }
        guard let new else {
            let isSame = old == nil && live?.recalls.withdrawn.contains(year) == true
            return isSame
                ? .unchanged : offering.recalls.withdrawn.contains(year) ? .withdrawn : .removed
        }
        guard let old else { return .added }
        if old.custom.version != new.custom.version { return .changed }
        let recalls = offering.recalls.recalled[year] ?? []
        if old.custom != new.custom || recalls != live?.recalls.recalled[year] ?? [] {
            return .revised
        }
        return restored.contains(year) ? .restored : .unchanged
    }

    private func signing(_ seasons: [PublishPlan.Season]) -> PublishPlan.Signing {
        guard let live else { return .everything(hasRoot ? .nothingCounts : .first) }
        let rootsAlone = lacksRoot ? PublishPlan.Signing.roots : .nothing
        guard canSign else { return rootsAlone }
        let changes = Set(seasons.map(\.change)).subtracting([.unchanged])
        if changes == [.restored] { return .everything(.files) }
        if !changes.isSubset(of: [.revised, .restored]) { return .everything(.content) }
        if let offering, !changes.isEmpty || offering.differs(from: live) {
            let isCommitAlone = changes.isEmpty && offering.differsInCommitAlone(from: live)
            return .everything(isCommitAlone ? .commit : .decisions)
        }
        if !live.isInRepository { return .everything(.putBack) }
        if isForced { return .everything(.asked) }
        let roles = [TopLevelRole.targets, .snapshot].compactMap { live.repository.role($0) }
        if roles.contains(where: { $0.hasLess(than: 0.5, at: now) }) {
            return .everything(.expiry)
        }
        if live.repository.role(.timestamp)?.hasLess(than: 0.5, at: now) ?? true {
            return .timestamp
        }
        return rootsAlone
    }

    static func checkClock(
        newest version: Int64?, rootExpires: UTCTime, now: UTCTime, isForced: Bool = false
    ) throws(PublishError) {
        try requireBelievable(now)
        guard now < rootExpires else {
            throw PublishError(
                "root: expected one that is valid now, found that it expired at \(rootExpires); "
                    + "the clock says \(now)",
                remedy: "set the clock if it is wrong; otherwise sign a new root with "
                    + "\(.keys("renew-root"))")
        }
        guard let version else { return }
        let newest = UTCTime(unixSeconds: version)
        guard newest <= now.advanced(bySeconds: clockSlackSeconds) else {
            throw PublishError(
                "clock: expected a time after the last publish at \(newest), found \(now)",
                remedy: "set the clock; if it is right, the last publish had a wrong one: "
                    + "wait until \(newest), or give agents a new online key: "
                    + "\(.keys("rotate-online"))")
        }
        guard isForced || now <= newest.advanced(bySeconds: idleSecondsMax) else {
            throw PublishError(
                "clock: expected at most three years after the last publish at \(newest), found \(now)",
                remedy: "set the clock; if it is right: \(.refresh("--force"))")
        }
    }

    /// Throws if the clock shows a time that we do not believe.
    static func requireBelievable(_ now: UTCTime) throws(PublishError) {
        guard now < clockMin else { return }
        throw PublishError(
            "clock: expected \(clockMin) or later, found \(now)", remedy: "set the clock")
    }
}

extension LiveState {
    /// The newest version that machines may have heard of.
    var newestVersion: Int64 {
        [TopLevelRole.timestamp, .snapshot, .targets].compactMap { repository.role($0)?.version }
            .max() ?? 0
    }
}

extension Offering {
    /// True if anything would be signed otherwise.
    fileprivate func differs(from live: LiveState) -> Bool {
        live.recordBytes == nil || live.record != record || recalls != live.recalls
            || seasons != live.bundles
    }

    /// True if the record would be the same with the commit of the live state.
    fileprivate func differsInCommitAlone(from live: LiveState) -> Bool {
        var record = record
        record.commit = live.record?.commit
        return record == live.record
    }
}
