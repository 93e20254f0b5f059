import BundleFormat
import BundlePublisher
import JSON
import TUF

/// What was live when, for people and for machines.
enum RepositoryHistoryText {
    /// A table, newest first, and where the record begins.
    static func lines(_ events: [SeasonEvent], _ history: RepositoryHistory) -> String {
        let rows = events.reversed().map { event in
            [
                "\(event.year)", event.bundle?.custom.version.short ?? "–", event.since.description,
                event.until?.description ?? "live", event.words,
            ]
        }
        let table = RepositoryStatusText.table(
            [["season", "version", "since", "until", "what"]] + rows)
        let remarks = [beginning(history)] + history.problems.map { "left out: \(words($0))" }
        return "\(table)\n\n\(remarks.harmlessLines)"
    }

    /// Where the record begins.
    static func beginning(_ history: RepositoryHistory) -> String {
        guard let first = history.entries.first else { return "no record" }
        return history.isPruned
            ? "the record begins at \(first.since): what was before is pruned"
            : "the record goes back to the first publish, at \(first.since)"
    }

    /// Why the metadata of a state was not used.
    static func words(_ problem: StateFiles.Problem) -> String {
        switch problem {
        case .incomplete(let version):
            "\(version).targets.json: expected its snapshot beside it, found none"
        case .untrusted(let version, let error): "\(version).targets.json: \(error)"
        }
    }

    /// One object: `events`, newest first, `isPruned`, `since` and `problems`.
    static func json(_ events: [SeasonEvent], _ history: RepositoryHistory) -> JSON {
        [
            "since": history.entries.first.map { .string($0.since.description) } ?? nil,
            "isPruned": .bool(history.isPruned),
            "events": .array(events.reversed().map(json)),
            "problems": .array(history.problems.map { .string(words($0)) }),
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
