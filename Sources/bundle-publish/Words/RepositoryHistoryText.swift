import BundleFormat
import BundlePublisher
import JSON
import TUF

/// What was live when, for people and for machines.
struct RepositoryHistoryText {
    /// The changes, oldest first.
    let events: [SeasonEvent]
    let history: RepositoryHistory
    /// All decisions that some state has signed, newest first.
    let decisions: [SignedDecision]
    /// Those that count; the others are shown in brackets.
    let counting: Decisions
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
        return table + "\n\n" + Self.table(decisions, counting) + remarks.harmlessLines
    }

    /// Decisions with their reasons; nothing if there are none.
    static func table(_ decisions: [SignedDecision], _ counting: Decisions) -> String {
        guard !decisions.isEmpty else { return "" }
        let rows = decisions.map { signed in
            [
                "\(signed.decision.year)", UTCTime(unixSeconds: signed.since).description,
                counting.has(signed) ? signed.decision.short : "(\(signed.decision.short))",
                signed.why,
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
            "decisions": .array(decisions.map { Self.json($0, counting) }),
            "problems": .array(
                (history.problems.map(\.message) + [problem].compactMap { $0 }).map { .string($0) }),
        ]
    }

    static func json(_ signed: SignedDecision, _ counting: Decisions) -> JSON {
        [
            "year": .integer(Int64(signed.decision.year.number)),
            "decision": .string(signed.decision.text),
            "since": .string(UTCTime(unixSeconds: signed.since).description),
            "why": .string(signed.why), "counts": .bool(counting.has(signed)),
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
