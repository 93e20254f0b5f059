import BundleFormat
import TUF

/// One change of what a repository offered of a season.
package struct SeasonEvent: Equatable {
    package enum Kind: String {
        case added, changed, removed
        /// A content that was offered before is offered again.
        case shownAgain = "shown again"
        case recalled
        case lifted
        /// A recall that a replaced key had signed is not signed by the new one.
        case dropped = "recall dropped"
        /// A new key signs a content again that an older one had signed.
        case returned = "signed again by a new key"
        /// The content is recalled, and nothing is offered instead.
        case withdrawn
        /// The rollout changed: other machines follow.
        case waves
        /// The same content counts as published anew.
        case renewed = "published again"
    }

    package let year: BundleYear
    package let kind: Kind
    package let since: UTCTime
    /// Until when; nil for what is live.
    package var until: UTCTime?
    /// What was offered; nil if nothing was any more.
    package let bundle: PublishedBundle?
    /// The contents that it recalls, or whose recall it lifts.
    package var recalls: [ContentVersion] = []
    /// True if the newest root still trusts a key that has signed it, at once or later while nothing changed.
    package var isStillTrusted: Bool

    /// The changes between a repository's states, oldest first; of one state by year.
    package static func all(in entries: [RepositoryHistory.Entry]) -> [SeasonEvent] {
        var events: [SeasonEvent] = []
        /// The index of the newest event so far of each season.
        var newest: [BundleYear: Int] = [:]
        var seen: [BundleYear: Set<ContentVersion>] = [:]
        var before: [BundleYear: PublishedBundle] = [:]
        var recallsBefore = RecallList()
        var rootsBefore = 0
        // What a publish has left that failed was never offered.
        for (entry, since) in offered(entries) {
            let years = Set(before.keys).union(entry.bundles.keys)
                .union(entry.recalls.recalled.keys).union(recallsBefore.recalled.keys)
            for year in years.sorted() {
                let new = entry.bundles[year]
                guard
                    let (kind, recalls) = change(
                        from: before[year], to: new,
                        recalls: (
                            recallsBefore.recalled[year] ?? [], entry.recalls.recalled[year] ?? []
                        ),
                        isWithdrawn: entry.recalls.withdrawn.contains(year),
                        seen: seen[year] ?? [],
                        isKeyReplaced: rootsBefore > 0 && entry.rootsTrusting > rootsBefore)
                else {
                    // After a key was replaced, the new one signs again what stays.
                    if entry.isStillTrusted, let at = newest[year] {
                        events[at].isStillTrusted = true
                    }
                    continue
                }
                if let at = newest[year] { events[at].until = since }
                newest[year] = events.count
                events.append(
                    SeasonEvent(
                        year: year, kind: kind, since: since, until: nil, bundle: new,
                        recalls: recalls, isStillTrusted: entry.isStillTrusted))
                if let new { seen[year, default: []].insert(new.custom.version) }
            }
            before = entry.bundles
            recallsBefore = entry.recalls
            rootsBefore = entry.rootsTrusting
        }
        return events
    }

    /// The states that were live, each with its beginning.
    ///
    /// A clock may have been ahead when a key signed a state that was replaced since. Such a state began at the latest with the
    /// next one.
    private static func offered(
        _ entries: [RepositoryHistory.Entry]
    ) -> [(entry: RepositoryHistory.Entry, since: UTCTime)] {
        var states = entries.filter(\.wasLive).map { (entry: $0, since: $0.since) }
        for at in states.indices.dropLast().reversed() {
            states[at].since = min(states[at].since, states[at + 1].since)
        }
        return states
    }

    private static func change(
        from old: PublishedBundle?, to new: PublishedBundle?,
        recalls: (old: Set<ContentVersion>, new: Set<ContentVersion>), isWithdrawn: Bool,
        seen: Set<ContentVersion>, isKeyReplaced: Bool
    ) -> (Kind, [ContentVersion])? {
        func sorted(_ versions: Set<ContentVersion>) -> [ContentVersion] {
            versions.sorted { $0.hex < $1.hex }
        }
        let recalled = recalls.new.subtracting(recalls.old)
        if !recalled.isEmpty { return (.recalled, sorted(recalled)) }
        let lifted = recalls.old.subtracting(recalls.new)
        let (old, new) = (old?.custom, new?.custom)
        if old?.version == new?.version, !lifted.isEmpty {
            return (isKeyReplaced ? .dropped : .lifted, sorted(lifted))
        }
        guard let new else { return old == nil ? nil : (isWithdrawn ? .withdrawn : .removed, []) }
        guard let old, old.version == new.version else {
            guard seen.contains(new.version) else { return (old == nil ? .added : .changed, []) }
            return (
                isKeyReplaced ? .returned : !lifted.isEmpty ? .lifted : .shownAgain, sorted(lifted)
            )
        }
        if old.rollout != new.rollout { return (.waves, []) }
        guard old.published != new.published else { return nil }
        return (isKeyReplaced ? .returned : .renewed, [])
    }
}
