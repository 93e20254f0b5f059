import BundleFormat
import TUF

/// Decides what a publish does: a function of the content, what is live, and the clock.
enum PublishPlanner {
    /// How far the clock may be behind the last publish.
    ///
    /// Several publishes within a second use up the next seconds as versions.
    static let clockSlackSeconds: Int64 = 60
    /// If the last publish is older than this, the clock is wrong or the repository is abandoned.
    static let idleSecondsMax: Int64 = 3 * 366 * 86_400
    /// The earliest time that we believe.
    ///
    /// A clock without a battery starts in 1970.
    static let clockMin = UTCTime(unixSeconds: 1_767_225_600)  // 2026-01-01

    /// Plans a publish.
    ///
    /// - Parameters:
    ///   - content: the version of each season in the folder.
    ///   - live: what is published; nil for a first publish, and where nothing that is there counts.
    ///   - isFirst: whether the place has no root of ours yet.
    ///   - revised: seasons about which something else is signed.
    ///   - isForced: whether to sign everything anew even if nothing changed.
    ///   - isRewound: whether the timestamp there names an older state than what counts as live.
    ///   - canSign: whether the online key is there.
    ///   - taken: versions whose files the place has; see ``freeVersion(from:taken:)``.
    ///   - rootExpires: when the newest root expires.
    ///   - now: the clock.
    /// - Returns: the plan.
    /// - Throws: ``PublishError/clock(_:)`` if the clock, or what is live, is years off:
    ///   a version from the future could be taken back only by new keys.
    static func plan(
        content: [BundleYear: ContentVersion], live: LiveState?, isFirst: Bool = true,
        revised: Set<BundleYear> = [], isForced: Bool = false,
        isRewound: Bool = false, canSign: Bool = true, taken: Set<Int64> = [],
        rootExpires: UTCTime, now: UTCTime
    ) throws(PublishError) -> PublishPlan {
        let counts = live?.newRoots != .replacingOnlineKey
        try checkClock(
            newest: counts ? live.map(newestVersion) : nil, rootExpires: rootExpires, now: now,
            isForced: isForced)
        let seasons = Set(content.keys).union((live?.versions ?? [:]).keys).sorted().map { year in
            let (old, new) = (live?.versions[year], content[year])
            return PublishPlan.Season(
                year: year,
                change: change(
                    from: old, to: new, isMissing: live?.missing.contains(year) == true,
                    isRevised: revised.contains(year)),
                old: old, new: new)
        }
        return PublishPlan(
            seasons: seasons,
            signing: live.map { signing(seasons, $0, isForced, isRewound, canSign, now) }
                // Only what a replaced key has signed does not count.
                ?? .everything(isFirst ? .first : .onlineKey),
            version: freeVersion(
                from: max(now.unixSeconds, newestVersion(live) + 1), taken: taken))
    }

    /// Finds the first version whose names are free.
    ///
    /// Versions begin again at the clock after the online key was replaced, and a timestamp may be older than what was
    /// signed last. But caches keep what they once had under a name. If every version that the next publish would still go on from is taken, somebody has planted files:
    /// then the first version is used.
    ///
    /// - Parameters:
    ///   - first: the least version.
    ///   - taken: versions that the place has files of.
    /// - Returns: the version.
    private static func freeVersion(from first: Int64, taken: Set<Int64>) -> Int64 {
        (first..<first + clockSlackSeconds).first { !taken.contains($0) } ?? first
    }

    private static func change(
        from old: ContentVersion?, to new: ContentVersion?, isMissing: Bool,
        isRevised: Bool
    ) -> PublishPlan.Season.Change {
        switch (old, new) {
        case (nil, _): .added
        case (_, nil): .removed
        case (let old, let new):
            old != new ? .changed : isRevised ? .revised : isMissing ? .restored : .unchanged
        }
    }

    private static func signing(
        _ seasons: [PublishPlan.Season], _ live: LiveState, _ isForced: Bool,
        _ isRewound: Bool, _ canSign: Bool, _ now: UTCTime
    ) -> PublishPlan.Signing {
        if live.newRoots == .replacingOnlineKey { return .everything(.onlineKey) }
        let rootsAlone = live.newRoots == .keepingOnlineKey ? PublishPlan.Signing.roots : .nothing
        guard canSign else { return rootsAlone }
        let changes = Set(seasons.map(\.change)).subtracting([.unchanged])
        if changes == [.restored] { return .everything(.files) }
        if changes == [.revised] { return .everything(.entries) }
        if !changes.isEmpty { return .everything(.content) }
        if isRewound { return .everything(.rewound) }
        if isForced { return .everything(.asked) }
        if live.targets.hasLess(than: 0.5, at: now) || live.snapshot.hasLess(than: 0.5, at: now) {
            return .everything(.expiry)
        }
        if live.timestamp.hasLess(than: 0.5, at: now) { return .timestamp }
        return rootsAlone
    }

    /// The newest published version that agents remember; none if they forget it together with the key that
    /// signed it (fast-forward recovery, TUF specification 5.3.11).
    private static func newestVersion(_ live: LiveState?) -> Int64 {
        guard let live, live.newRoots != .replacingOnlineKey else { return 0 }
        return max(live.timestamp.version, live.snapshot.version, live.targets.version)
    }

    /// Throws if the clock cannot be right.
    ///
    /// - Parameters:
    ///   - version: the newest published version, which is the second of its publication; nil if none counts.
    ///   - rootExpires: when the newest root expires.
    ///   - now: the clock.
    ///   - isForced: whether the last publish may be long ago.
    /// - Throws: ``PublishError/clock(_:)``.
    static func checkClock(
        newest version: Int64?, rootExpires: UTCTime, now: UTCTime, isForced: Bool = false
    ) throws(PublishError) {
        guard now >= clockMin else {
            throw .clock(.tooEarly(now: now, min: clockMin))
        }
        guard now < rootExpires else {
            throw .clock(.rootExpired(at: rootExpires, now: now))
        }
        guard let version else { return }
        let newest = UTCTime(unixSeconds: version)
        guard newest <= now.advanced(bySeconds: clockSlackSeconds) else {
            throw .clock(.beforeLastPublish(newest, now: now))
        }
        guard isForced || now <= newest.advanced(bySeconds: idleSecondsMax) else {
            throw .clock(.longAfterLastPublish(newest, now: now))
        }
    }
}
