import BundleFormat
import TUF

/// One change of what a repository offered of a season.
package struct SeasonEvent: Equatable {
    /// What happened.
    package enum Kind: String {
        case added, changed, removed
        /// A content that was offered before is offered again.
        case rolledBack = "rolled back"
        /// A content was taken back.
        case recalled
        /// A recall was taken back.
        case lifted
        /// A recall that only a replaced key had signed was dropped; no person lifted it.
        case dropped = "recall dropped"
        /// The rollout changed: other machines follow.
        case waves
        /// The same content counts as published anew.
        case renewed = "published again"
    }

    package let year: BundleYear
    package let kind: Kind
    /// From when on.
    package let since: UTCTime
    /// Until when; nil for what is live.
    package var until: UTCTime?
    /// What was offered; nil if nothing was any more.
    package let bundle: PublishedBundle?
    /// The contents that it recalls, or whose recall it lifts.
    package var recalls: [ContentVersion] = []
    /// True if the newest root still trusts a key that has signed it, at once or later while nothing changed.
    package var isStillTrusted: Bool

    /// The changes between a repository's states.
    ///
    /// - Parameter entries: the states, oldest first.
    /// - Returns: oldest first; of one state by year.
    package static func all(in entries: [RepositoryHistory.Entry]) -> [SeasonEvent] {
        var events: [SeasonEvent] = []
        /// The index of the newest event so far of each season.
        var newest: [BundleYear: Int] = [:]
        var seen: [BundleYear: Set<ContentVersion>] = [:]
        var before: [BundleYear: PublishedBundle] = [:]
        var rootsBefore = 0
        // What a publish has left that failed was never offered.
        for (entry, since) in offered(entries) {
            for year in Set(before.keys).union(entry.bundles.keys).sorted() {
                let new = entry.bundles[year]
                guard
                    let (kind, recalls) = change(
                        from: before[year], to: new, seen: seen[year] ?? [],
                        isKeyReplaced: entry.rootsTrusting > rootsBefore)
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
        from old: PublishedBundle?, to new: PublishedBundle?, seen: Set<ContentVersion>,
        isKeyReplaced: Bool
    ) -> (Kind, [ContentVersion])? {
        guard let new = new?.custom else { return old == nil ? nil : (.removed, []) }
        guard let old = old?.custom else { return (.added, []) }
        let recalls = new.recalled.filter { !old.recalled.contains($0) }
        if !recalls.isEmpty { return (.recalled, recalls) }
        if old.version != new.version {
            // `publish --again` takes a rollback back.
            let isAgain = old.rolledBack.contains(new.version)
            return (seen.contains(new.version) && !isAgain ? .rolledBack : .changed, [])
        }
        let lifted = old.recalled.filter { !new.recalled.contains($0) }
        if !lifted.isEmpty { return (isKeyReplaced ? .dropped : .lifted, lifted) }
        if old.rollout != new.rollout { return (.waves, []) }
        return old.published == new.published ? nil : (.renewed, [])
    }
}
