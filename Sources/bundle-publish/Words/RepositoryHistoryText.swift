import BundleFormat
import BundlePublisher
import JSON
import TUF

/// What was live when, for people and for machines.
struct RepositoryHistoryText {
    /// The changes, oldest first.
    let events: [SeasonEvent]
    let history: RepositoryHistory
    /// The decisions of this checkout, newest first.
    let decisions: [ExplainedDecision]
    /// Why what the repository has now does not count; nil if it does.
    let problem: String?

    /// A table, newest first, the decisions with their reasons, and where the record begins.
    var lines: String {
        let rows = events.reversed().map { event in
            [
                "\(event.year)", event.bundle?.custom.version.hex ?? "–", event.since.description,
                event.until?.description ?? "live", event.words,
            ]
        }
        let table = RepositoryStatusText.table(
            [["season", "version", "since", "until", "what"]] + rows)
        let remarks =
            [beginning] + history.problems.map { "left out: \($0.message)" }
            + [problem].compactMap { $0 }
        return table + "\n\n" + Self.table(decisions) + remarks.harmlessLines
    }

    /// Decisions with their reasons; nothing if there are none.
    static func table(_ decisions: [ExplainedDecision]) -> String {
        guard !decisions.isEmpty else { return "" }
        let rows = decisions.map { decision in
            [
                "\(decision.line.year)", decision.line.time.description,
                decision.counts ? decision.words : "(\(decision.words))", decision.reason,
            ]
        }
        return RepositoryStatusText.table([["season", "decided", "decision", "why"]] + rows)
            + "\n\n"
    }

    /// Where the record begins.
    private var beginning: String {
        guard let first = history.entries.first(where: \.wasLive) else { return "no record" }
        return history.isPruned
            ? "the record begins at \(first.since): older states are pruned"
            : "the record goes back to the first publish, at \(first.since)"
    }

    var json: JSON {
        [
            "since": history.entries.first(where: \.wasLive).map { .string($0.since.description) }
                ?? nil,
            "isPruned": .bool(history.isPruned),
            "events": .array(events.reversed().map(Self.json)),
            "decisions": .array(decisions.map(Self.json)),
            "problems": .array(
                (history.problems.map(\.message) + [problem].compactMap { $0 }).map { .string($0) }),
        ]
    }

    static func json(_ decision: ExplainedDecision) -> JSON {
        [
            "line": .string(decision.line.text), "why": .string(decision.reason),
            "counts": .bool(decision.counts),
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
