import BundleFormat
import TUF

/// What is signed about all seasons: a pure function of given contents, decisions, facts and the clock.
struct Offering: Equatable {
    package struct Facts {
        /// The decisions, the contents that are given, and those that seasons showed before the live one.
        package var record: SignedRecord
        package var live: [BundleYear: PublishedBundle] = [:]
        package var withdrawn: Set<BundleYear> = []
        package var known: [BundleYear: [KnownContent]] = [:]
        /// The SHA-256 of zips that are whole in the repository; those that are given need not be here.
        var zipsThere: Set<String> = []
        /// The version of the state that is signed: a content that is shown anew counts as published then.
        package let version: Int64
    }

    private(set) var seasons: [BundleYear: PublishedBundle] = [:]
    /// The contents that no machine may serve, and the seasons without any that it may.
    private(set) var recalls: RecallList
    private(set) var record: SignedRecord
    /// Replacements whose zip is gone: their seasons stay as they are.
    private(set) var missing: [BundleYear: ContentVersion] = [:]

    init(_ facts: Facts) {
        record = facts.record
        recalls = RecallList(recalled: record.decisions.recalled)
        for (year, given) in record.given { decide(year, given, facts) }
        for (year, old) in facts.live where seasons[year]?.custom.version != old.custom.version {
            let now = seasons[year]?.custom.version
            let present =
                facts.content(old.custom.version, year)
                ?? KnownContent(StoredZip(old), since: old.since, commit: old.custom.commit)
            let earlier = [present] + (record.offered[year] ?? [])
            record.offered[year] = Array(
                earlier.filter { $0.version != now || now != record.given[year]?.version }
                    .withoutRepeats.prefix(SignedRecord.offeredMax))
        }
        record.keepNamed(among: facts.known)
    }

    private mutating func decide(_ year: BundleYear, _ given: KnownContent, _ facts: Facts) {
        let decisions = record.decisions
        let present = facts.live[year].flatMap { facts.content($0.custom.version, year) }
        switch decisions.end(year, from: given.version) {
        case .nothing: recalls.withdrawn.insert(year)
        case .circle: stay(year, given, present, facts)
        case .content(let version) where decisions.isRecalled(year, version):
            showNewest(year, present, facts)
        case .content(given.version): show(given, year, facts)
        case .content(let version):
            if let other = facts.content(version, year), facts.zipsThere.contains(other.zip.sha256)
            {
                show(other, year, facts)
            } else {
                missing[year] = version
                stay(year, given, present, facts)
            }
        }
    }

    /// Leaves a season as it is; it is withdrawn if its content is recalled.
    private mutating func stay(
        _ year: BundleYear, _ given: KnownContent, _ present: KnownContent?, _ facts: Facts
    ) {
        if record.decisions.isRecalled(year, (present ?? given).version) {
            recalls.withdrawn.insert(year)
        } else if let present {
            show(present, year, facts)
        } else if facts.withdrawn.contains(year) {
            recalls.withdrawn.insert(year)
        }
    }

    /// Shows the newest content, the present one included, that nothing recalls or replaces.
    private mutating func showNewest(_ year: BundleYear, _ present: KnownContent?, _ facts: Facts) {
        let decisions = record.decisions
        let newest = ([present].compactMap { $0 } + (record.offered[year] ?? [])).first {
            !decisions.isRecalled(year, $0.version) && !decisions.isReplaced(year, $0.version)
                && ($0.version == present?.version || facts.zipsThere.contains($0.zip.sha256))
        }
        guard let newest else {
            recalls.withdrawn.insert(year)
            return
        }
        show(newest, year, facts)
    }

    /// Signs the entry of a content; since when it is shown comes from live, if that shows it.
    private mutating func show(_ content: KnownContent, _ year: BundleYear, _ facts: Facts) {
        let live = facts.live[year].flatMap { $0.custom.version == content.version ? $0 : nil }
        let published = UTCTime(unixSeconds: facts.version).description
        let rollout = record.decisions.rollout(year, content.version, begun: content.begun)
        seasons[year] = content.zip.target(
            TargetCustom(
                year: year, version: content.version,
                published: live?.custom.published ?? published, rollout: rollout,
                commit: live.map(\.custom.commit) ?? content.commit, format: content.zip.format))
    }
}

extension Offering.Facts {
    /// What is known of a content: given, or shown before.
    func content(_ version: ContentVersion, _ year: BundleYear) -> KnownContent? {
        ((known[year] ?? []) + record.contents(year)).first { $0.version == version }
    }
}
