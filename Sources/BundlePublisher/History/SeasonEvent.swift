import BundleFormat
import TUF

package struct SeasonEvent: Equatable {
    package enum Kind: String {
        case added, changed, removed
        /// A content that was offered before is offered again.
        case shownAgain = "shown again"
        case recalled
        case lifted
        /// A recall that a superseded key had signed is not signed by the new one.
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
    /// Until when; nil for the content that is live.
    package var until: UTCTime?
    /// What was offered; nil if nothing was any more.
    package let bundle: PublishedBundle?
    /// The contents that it recalls, or whose recall it lifts.
    package var recalls: [ContentVersion] = []
    /// True if the newest root still trusts a key that has signed it, at once or later while nothing changed.
    package var isStillTrusted: Bool

    package var words: String {
        var words = kind.rawValue
        switch kind {
        case .recalled, .lifted:
            words += " " + recalls.map(\.short).joined(separator: ", ")
        case .dropped:
            words += " " + recalls.map(\.short).joined(separator: ", ")
            words += ", with the key that signed it"
        case .waves, .added, .changed:
            if let rollout = bundle?.custom.rollout, !rollout.waves.isEmpty {
                words += kind == .waves ? " " : ", waves "
                words += rollout.isStopped ? "stopped" : WaveList(rollout.waves).text
            } else if kind == .waves {
                words += " all"
            }
        case .removed, .shownAgain, .renewed, .returned, .withdrawn: break
        }
        if let commit = bundle?.custom.commit { words += ", commit \(commit.prefix(12))" }
        return words + (isStillTrusted ? "" : ", by a key that was replaced since")
    }

    /// The changes between a repository's states, oldest first; of one state by year.
    package static func all(in entries: [RepositoryHistory.Entry]) -> [SeasonEvent] {
        var events: [SeasonEvent] = []
        /// The index of the newest event so far of each season.
        var newest: [BundleYear: Int] = [:]
        var seen: [BundleYear: Set<ContentVersion>] = [:]
        var before: RepositoryHistory.Entry?
        // What a publish has left that failed was never offered.
        for (entry, since) in offered(entries) {
            let years = [before, entry].compactMap { $0 }.reduce(into: Set<BundleYear>()) {
                $0.formUnion($1.bundles.keys)
                $0.formUnion($1.recalls.recalled.keys)
            }
            for year in years.sorted() {
                let new = entry.bundles[year]
                guard
                    let (kind, recalls) = change(
                        of: year, from: before, to: entry, seen: seen[year] ?? [])
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
                        year: year, kind: kind, since: since, bundle: new, recalls: recalls,
                        isStillTrusted: entry.isStillTrusted))
                if let new { seen[year, default: []].insert(new.custom.version) }
            }
            before = entry
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
        of year: BundleYear, from before: RepositoryHistory.Entry?,
        to entry: RepositoryHistory.Entry, seen: Set<ContentVersion>
    ) -> (Kind, [ContentVersion])? {
        let isKeyReplaced = before.map { entry.rootsTrusting > $0.rootsTrusting } ?? false
        let recalls = entry.recalls.recalled[year] ?? []
        let recallsBefore = before?.recalls.recalled[year] ?? []
        let recalled = recalls.subtracting(recallsBefore).sorted { $0.hex < $1.hex }
        if !recalled.isEmpty { return (.recalled, recalled) }
        let lifted = recallsBefore.subtracting(recalls).sorted { $0.hex < $1.hex }
        let (old, new) = (before?.bundles[year]?.custom, entry.bundles[year]?.custom)
        if old?.version == new?.version, !lifted.isEmpty {
            return (isKeyReplaced ? .dropped : .lifted, lifted)
        }
        guard let new else {
            let isWithdrawn = entry.recalls.withdrawn.contains(year)
            return old == nil ? nil : (isWithdrawn ? .withdrawn : .removed, [])
        }
        guard let old, old.version == new.version else {
            guard seen.contains(new.version) else { return (old == nil ? .added : .changed, []) }
            return (isKeyReplaced ? .returned : !lifted.isEmpty ? .lifted : .shownAgain, lifted)
        }
        if old.rollout != new.rollout { return (.waves, []) }
        guard old.published != new.published else { return nil }
        return (isKeyReplaced ? .returned : .renewed, [])
    }
}
