import BundleFormat
import JSON
import TUF

/// What was live when, for people and for machines.
enum HistoryText {
    /// A table, newest first, and where the record begins.
    static func lines(_ events: [SeasonEvent], _ history: RepositoryHistory) -> String {
        let rows = events.reversed().map { event in
            [
                "\(event.year)", event.bundle?.custom.version.short ?? "–", event.since.description,
                event.until?.description ?? "live", words(event),
            ]
        }
        let table = StatusText.table([["season", "version", "since", "until", "what"]] + rows)
        let remarks = [beginning(history)] + history.problems.map { "left out: \($0.text)" }
        return "\(table)\n\n\(remarks.harmlessLines)"
    }

    /// What happened, in a few words.
    static func words(_ event: SeasonEvent) -> String {
        var words = event.kind.rawValue
        switch event.kind {
        case .recalled, .lifted:
            words += " " + event.recalls.map(\.short).joined(separator: ", ")
        case .dropped:
            words += " " + event.recalls.map(\.short).joined(separator: ", ")
            words += ", with the key that signed it"
        case .waves, .added, .changed:
            if let rollout = event.bundle?.custom.rollout, !rollout.waves.isEmpty {
                words += (event.kind == .waves ? " " : ", waves ") + WaveList.words(rollout)
            } else if event.kind == .waves {
                words += " all"
            }
        case .removed, .rolledBack, .renewed: break
        }
        if let commit = event.bundle?.custom.commit { words += ", commit \(commit.prefix(12))" }
        return words + (event.isStillTrusted ? "" : ", by a key that was replaced since")
    }

    /// Where the record begins.
    static func beginning(_ history: RepositoryHistory) -> String {
        guard let first = history.entries.first else { return "no record" }
        return history.isPruned
            ? "the record begins at \(first.since): what was before is pruned"
            : "the record goes back to the first publish, at \(first.since)"
    }

    /// One object: `events`, newest first, `isPruned`, `since` and `problems`.
    static func json(_ events: [SeasonEvent], _ history: RepositoryHistory) -> JSON {
        [
            "since": history.entries.first.map { .string($0.since.description) } ?? nil,
            "isPruned": .bool(history.isPruned),
            "events": .array(events.reversed().map(json)),
            "problems": .array(history.problems.map { .string($0.text) }),
        ]
    }

    private static func json(_ event: SeasonEvent) -> JSON {
        [
            "year": .integer(Int64(event.year.number)),
            "what": .string(event.kind.rawValue),
            "since": .string(event.since.description),
            "until": event.until.map { .string($0.description) } ?? nil,
            "entry": event.bundle?.custom.json ?? nil,
            "bytes": event.bundle.map { .integer(Int64($0.target.lengthBytes)) } ?? nil,
            "recalls": .array(event.recalls.map { .string($0.hex) }),
            "isStillTrusted": .bool(event.isStillTrusted),
        ]
    }
}
