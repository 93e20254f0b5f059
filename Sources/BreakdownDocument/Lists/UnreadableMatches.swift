import BreakdownRenderer
import JSON
import MatchKeys

/// The matches that a list of an event leaves out, because their form is not a match's.
package struct UnreadableMatches: Equatable {
    private struct Entry: Equatable {
        /// The match's key, or its place in the list: `match 3`.
        let name: String
        let reason: String
    }

    private var entries: [Entry] = []

    /// Begins with no match left out.
    package init() {}

    /// Matches that a sentence names one by one.
    private static let namedMax = 5

    /// Whether every match can be read.
    package var isEmpty: Bool { entries.isEmpty }

    /// Adds a match.
    ///
    /// - Parameters:
    ///   - place: its place in the list, from 0.
    mutating func append(_ json: JSON, at place: Int, _ error: MatchError) {
        let key = json["key"]?.stringValue.flatMap { MatchKey($0) }
        entries.append(
            Entry(name: key?.description ?? "match \(place + 1)", reason: error.description))
    }

    /// Which matches are left out and why, one sentence for each reason.
    ///
    /// - Returns: `2024necmp: left out 2024necmp_qm3: match.alliances.red.score: expected …, found …`.
    package func sentences(of event: EventKey) -> [String] {
        var reasons: [String] = []
        for entry in entries where !reasons.contains(entry.reason) { reasons.append(entry.reason) }
        return reasons.map { reason in
            let all = entries.filter { $0.reason == reason }.map { $0.name }
            let named = all.prefix(Self.namedMax).joined(separator: ", ")
            let more = all.count - Self.namedMax
            return "\(event): left out \(named)\(more > 0 ? " and \(more) more" : ""): \(reason)"
        }
    }
}
