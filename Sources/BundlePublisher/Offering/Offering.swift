import BundleFormat
import TUF

/// What is signed about all seasons: a pure function of contents, decisions, facts and the clock.
package struct Offering: Equatable {
    package private(set) var seasons: [BundleYear: PublishedBundle] = [:]
    /// The contents that no machine may serve, and the seasons without any that it may.
    package private(set) var recalls: RecallList
    /// The lines, the given contents and what was offered before.
    package private(set) var record: SignedRecord
    /// Replacements whose zip is gone: their seasons stay as they are.
    package private(set) var missing: [BundleYear: ContentVersion] = [:]

    package init(_ facts: OfferingFacts) {
        record = facts.record
        recalls = RecallList(recalled: record.decisions.recalled)
        for (year, given) in record.given { decide(year, given, facts) }
        for (year, old) in facts.live where seasons[year]?.custom.version != old.custom.version {
            let now = seasons[year]?.custom.version
            let earlier = [OfferedContent(old)] + (record.offered[year] ?? [])
            record.offered[year] = Array(
                earlier.filter { $0.version != now }.withoutRepeats.prefix(SignedRecord.offeredMax))
        }
    }

    private mutating func decide(_ year: BundleYear, _ given: StoredZip, _ facts: OfferingFacts) {
        let shown = facts.decisions.shown(year, given: given.version)
        guard !facts.decisions.isRecalled(year, shown) else { return withdraw(year) }
        if shown == given.version {
            seasons[year] = entry(
                year, given, begun: facts.rollout, commit: record.commit?.id, facts)
        } else if let other = facts.replacements[year]?[shown] {
            seasons[year] = entry(year, other.zip, begun: nil, commit: other.commit, facts)
        } else {
            missing[year] = shown
            let live = facts.live[year]
            if let live, !facts.decisions.isRecalled(year, live.custom.version) {
                seasons[year] = entry(
                    year, StoredZip(live), begun: nil, commit: live.custom.commit, facts)
            } else if live != nil || facts.withdrawn.contains(year)
                || facts.decisions.isRecalled(year, given.version)
            {
                withdraw(year)
            }
        }
    }

    private mutating func withdraw(_ year: BundleYear) { recalls.withdrawn.insert(year) }

    /// The entry of a content; since when it is offered and how its rollout began come from live, if that has it.
    private func entry(
        _ year: BundleYear, _ zip: StoredZip, begun: Rollout?, commit: String?,
        _ facts: OfferingFacts
    ) -> PublishedBundle {
        let live = facts.live[year].flatMap { $0.custom.version == zip.version ? $0.custom : nil }
        let rollout = facts.decisions.rollout(
            year, zip.version, begun: live.map { $0.rollout?.begun } ?? begun)
        return zip.target(
            TargetCustom(
                year: year, version: zip.version,
                published: live?.published ?? facts.now.description,
                rollout: rollout, commit: live.map(\.commit) ?? commit, format: zip.format))
    }
}

extension Rollout {
    /// The rollout before a line stopped it; nil if every machine followed at once.
    fileprivate var begun: Rollout? {
        guard isStopped else { return self }
        return self == Rollout.everyone.stopped ? nil : resumed
    }
}
