import BundleFormat
import SeasonAuthoring
import TUF

/// What a publish signs follows from the offering, the live state, and the clock.
extension Publisher.Report {
    /// Plans the publish; throws if the clock, or the live state, is years off.
    func planned() throws(PublishError) -> PublishPlan {
        let newest = live?.newestVersion
        try PublishClock.check(
            newest: newest, rootExpires: rootExpires, now: now, isForced: publisher.isForced)
        let seasons = seasons
        let signing = signing(seasons)
        var version = firstVersion
        if case .everything = signing {
            let end = firstVersion + PublishClock.slackSeconds
            while version < end, try !isFree(version) { version += 1 }
        }
        return PublishPlan(seasons: seasons, signing: signing, version: version)
    }

    /// The earliest version that this publish may have; its time is when new contents are published.
    ///
    /// Two publishes within a second thus have two times, and a season's newer content has the later one.
    var firstVersion: Int64 { max(now.unixSeconds, (live?.newestVersion ?? 0) + 1) }

    private func isFree(_ version: Int64) throws(PublishError) -> Bool {
        for role in ["targets", "snapshot"] {
            let path = "metadata/\(version).\(role).json"
            guard try publisher.destination.lengthBytes(of: path) == nil else { return false }
        }
        return true
    }

    private var seasons: [PublishPlan.Season] {
        let (old, new) = (live?.bundles ?? [:], bundles)
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
        // A season that stays as it is, and whose zip is put back.
        return zips[new.zipPath] == nil ? .unchanged : .restored
    }

    private func signing(_ seasons: [PublishPlan.Season]) -> PublishPlan.Signing {
        guard let live else {
            // Nothing that could be offered counts: the decision waits in the file.
            guard offering != nil else { return .nothing }
            return .everything(rootsThere.trusted > 0 ? .nothingCounts : .first)
        }
        let rootsAlone = rootsThere.count < roots.files.count ? PublishPlan.Signing.roots : .nothing
        guard publisher.key != nil || publisher.isDryRun else { return rootsAlone }
        let changes = Set(seasons.map(\.change)).subtracting([.unchanged])
        if changes == [.restored] { return .everything(.files) }
        if !changes.isSubset(of: [.revised, .restored]) { return .everything(.content) }
        if let offering, !changes.isEmpty || offering.differs(from: live) {
            let isCommitAlone = changes.isEmpty && offering.differsInCommitAlone(from: live)
            return .everything(isCommitAlone ? .commit : .decisions)
        }
        if !live.isInRepository { return .everything(.putBack) }
        if publisher.isForced { return .everything(.asked) }
        let roles = [TopLevelRole.targets, .snapshot].compactMap { live.report.status(of: $0) }
        if roles.contains(where: { $0.hasLess(than: 0.5, at: now) }) {
            return .everything(.expiry)
        }
        if live.report.status(of: .timestamp)?.hasLess(than: 0.5, at: now) ?? true {
            return .timestamp
        }
        return rootsAlone
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
