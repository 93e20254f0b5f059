import BundleFormat
import TUF

/// What a publish will do, decided and explained before anything is written.
package struct PublishPlan: Equatable {
    package struct Season: Equatable {
        package typealias Change = SeasonPublisher.Outcome.Change
        package let year: BundleYear
        package let change: Change
        package let old: ContentVersion?
        package let new: ContentVersion?
    }

    package enum Signing: Equatable {
        /// Everything is up to date and will be for long enough.
        case nothing
        /// New roots only: they name the same online key, which signs nothing anew.
        case roots
        /// The timestamp alone: less than half of its life is left.
        case timestamp
        case everything(Reason)
    }

    /// Why all metadata is signed anew.
    package enum Reason: String, Sendable {
        case first = "nothing was published here before"
        case content = "the content changed"
        case decisions = "a decision, or what is signed about a season, changed"
        /// Later publishes are compared with the commit.
        case commit = "the same contents are of another commit"
        case files = "a published zip was gone"
        case newKey = "the online key was replaced"
        case expiry = "the metadata's life is half over"
        case putBack = "the repository had an older state, or none that counts"
        case asked = "it was asked for"
    }

    package let seasons: [Season]
    package let signing: Signing
    /// The version of everything signed: the clock's Unix second, or the next free one.
    package let version: Int64
}

extension PublishPlan {
    /// Plans what is signed for an offering; nil signs live as it is.
    init(_ offering: Offering?, zips: Set<String>, _ facts: PublishFacts, isForced: Bool) {
        let seasons = Self.seasons(offering, zips, facts.live)
        self.seasons = seasons
        signing = Self.signing(seasons, offering, facts, isForced: isForced)
        version = facts.version
    }

    private static func seasons(
        _ offering: Offering?, _ zips: Set<String>, _ live: LiveState?
    ) -> [Season] {
        let old = live?.bundles ?? [:]
        let new = offering?.seasons ?? old
        let years = Set(old.keys).union(new.keys).union(offering?.recalls.withdrawn ?? [])
            .union(live?.recalls.withdrawn ?? [])
        return years.sorted().map { year in
            Season(
                year: year, change: change(year, old[year], new[year], offering, zips, live),
                old: old[year]?.custom.version, new: new[year]?.custom.version)
        }
    }

    private static func change(
        _ year: BundleYear, _ old: PublishedBundle?, _ new: PublishedBundle?,
        _ offering: Offering?, _ zips: Set<String>, _ live: LiveState?
    ) -> Season.Change {
        guard let offering else { return .unchanged }
        guard let new else {
            let isWithdrawn = offering.recalls.withdrawn.contains(year)
            let isSame =
                old == nil && live?.recalls.withdrawn.contains(year) == isWithdrawn
            return isSame ? .unchanged : isWithdrawn ? .withdrawn : .removed
        }
        guard let old else { return .added }
        if old.custom.version != new.custom.version { return .changed }
        let recalls = offering.recalls.recalled[year] ?? []
        if old.custom != new.custom || recalls != live?.recalls.recalled[year] ?? [] {
            return .revised
        }
        // A season that stays as it is, and whose zip is put back.
        return zips.contains(new.zipPath) ? .restored : .unchanged
    }

    private static func signing(
        _ seasons: [Season], _ offering: Offering?, _ facts: PublishFacts, isForced: Bool
    ) -> Signing {
        guard let live = facts.live else {
            let isThere = facts.repository.rootsThere.trusted > 0
            let isAnew = facts.repository.choice == .nothing
            return .everything(isAnew ? .asked : isThere ? .newKey : .first)
        }
        let hasNewRoots = facts.repository.rootsThere.count < facts.repository.roots.files.count
        let rootsAlone = hasNewRoots ? Signing.roots : .nothing
        guard facts.canSign else { return rootsAlone }
        let changes = Set(seasons.map(\.change)).subtracting([.unchanged])
        if changes == [.restored] { return .everything(.files) }
        if !changes.isSubset(of: [.revised, .restored]) { return .everything(.content) }
        if let offering, !changes.isEmpty || offering.differs(from: live) {
            let isCommitAlone = changes.isEmpty && offering.differsInOriginAlone(from: live)
            return .everything(isCommitAlone ? .commit : .decisions)
        }
        if !live.isInRepository { return .everything(.putBack) }
        if isForced { return .everything(.asked) }
        let roles = [TopLevelRole.targets, .snapshot].compactMap { live.report.status(of: $0) }
        if roles.contains(where: { $0.hasLess(than: 0.5, at: facts.now) }) {
            return .everything(.expiry)
        }
        if live.report.status(of: .timestamp)?.hasLess(than: 0.5, at: facts.now) ?? true {
            return .timestamp
        }
        return rootsAlone
    }
}

extension Offering {
    /// True if anything would be signed otherwise; the states before are no difference.
    fileprivate func differs(from live: LiveState) -> Bool {
        var record = record
        record.after = live.record.after
        return live.recordBytes == nil || live.record != record || recalls != live.recalls
            || seasons != live.bundles
    }

    /// True if the record would be the same with the commits and source files of the live state.
    fileprivate func differsInOriginAlone(from live: LiveState) -> Bool {
        var record = record
        record.after = live.record.after
        for year in record.given.keys {
            record.given[year]?.commit = live.record.given[year]?.commit
            record.given[year]?.source = live.record.given[year]?.source
        }
        return record == live.record
    }
}

extension RoleStatus {
    /// True if less than `part` of the time from signing to expiry is left; always once it is over.
    ///
    /// The version is the second it was signed.
    func hasLess(than part: Double, at now: UTCTime) -> Bool {
        let life = Double(expires.unixSeconds) - Double(version)
        return Double(expires.unixSeconds) - Double(now.unixSeconds) < life * part
    }
}
