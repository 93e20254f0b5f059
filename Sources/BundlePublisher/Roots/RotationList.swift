import BundleFormat
import SeasonAuthoring
import TUF

/// What `keys rotate-online` lists in `decisions.txt`: everything that the key had signed that is replaced.
///
/// A person reads the list and removes what a thief of the key has decided; what stays counts after the rotation.
struct RotationList {
    let home: Home
    let now: UTCTime

    /// The list; nil if there was nothing to list.
    ///
    /// A list that is there gets only what came since.
    ///
    /// - Parameter place: the repository; nil, and if it cannot be read, what this home has seen.
    func content(
        _ place: (any PublishDestination)?, roots: RootChain
    ) throws(PublishError) -> (content: DecisionsFile.Content?, warnings: [Advice]) {
        let there = try DecisionsFile(home: home).read(now: now)
        var warnings: [Advice] = []
        var found: LiveRepository?
        if let place {
            do throws(PublishError) {
                found = try LiveRepository(place, home: home, roots: roots, now: now)
            } catch {
                // A thief may have signed metadata that we cannot read. We replace the key all the same.
                warnings.append(
                    "\(error.message); \(DecisionsFile.name) lists what this home has seen")
            }
        } else {
            warnings.append(
                "no repository is named: \(DecisionsFile.name) lists what this home has seen")
        }
        // A place with nothing in it leaves what this home has seen.
        let nowhere = FolderDestination(directory: "\(home.path)/no-repository")
        let repository =
            if let found { found } else {
                try LiveRepository(nowhere, home: home, roots: roots, now: now)
            }
        var state = repository.live
        if state == nil { state = try repository.replacedKeyState() }
        guard let state else { return (there, warnings) }
        var record = state.listed
        record.decisions = record.decisions.union(
            repository.live == nil ? Decisions() : repository.decisions)
        // What cannot be read is lost with its key, and must not stand in the way.
        let upTo = max(state.version, repository.newestThere ?? 0)
        let content = Self.adding(record, upTo: upTo, to: there, now: now)
        return (content, warnings)
    }

    /// Adds what was signed after the list's state.
    static func adding(
        _ record: SignedRecord, upTo: Int64, to there: DecisionsFile.Content?, now: UTCTime
    ) -> DecisionsFile.Content {
        let last = there?.upTo ?? 0
        var content = there ?? DecisionsFile.Content(upTo: upTo, record: SignedRecord())
        content.upTo = max(last, upTo)
        // A thief's version may be years ahead: it would count over everything that is decided until then.
        let latest = min(now.unixSeconds, content.upTo)
        func dated(_ known: KnownContent) -> KnownContent {
            var known = known
            (known.since, known.begun) = (min(known.since, latest), nil)
            return known
        }
        for signed in record.decisions.all where signed.since > last {
            content.record.decisions.add(
                SignedDecision(
                    signed.decision, since: min(signed.since, latest), why: signed.why))
        }
        for (year, known) in record.given where known.since > last {
            (content.record.given[year], content.record.removed[year]) = (dated(known), nil)
        }
        for (year, known) in record.removed where record.given[year] == nil {
            let isOld = content.record.given[year] == nil && known.since <= last
            if !isOld {
                (content.record.removed[year], content.record.given[year]) = (dated(known), nil)
            }
        }
        for (year, list) in record.offered {
            // What the list had as given may have been replaced since; what a person removed from it stays out.
            let listed = Set((there?.record.contents(year) ?? []).map(\.version))
            let new = list.filter {
                $0.since > last || there == nil || listed.contains($0.version)
            }.map(dated)
            content.record.offered[year] = Array(
                (new + (content.record.offered[year] ?? [])).withoutRepeats
                    .prefix(SignedRecord.offeredMax))
        }
        content.record.keepNamed(
            among: record.named.merging(content.record.named) { $0 + $1 }.mapValues {
                $0.map(dated)
            })
        return content
    }
}
