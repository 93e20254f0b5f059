import JSON

/// What a stream has said about a match: everything that its line or its table showed.
package struct ReportedMatch: Hashable {
    let state: ListedMatch.State
    let winner: Side?
    let red: Alliance
    let blue: Alliance
    let rankingPoints: [Int64?]
    /// Stands for the breakdown, which is too large to be kept for each match of an event.
    private let detailsHash: Int?

    /// What there is to say about a match; nil for a match without a result.
    package init?(_ listed: ListedMatch) {
        let match = listed.match
        guard match.hasResult else { return nil }
        state = listed.state
        winner = match.winner
        (red, blue) = (match.red, match.blue)
        rankingPoints = Side.allCases.map { match.rankingPoints($0) }
        detailsHash = listed.hasDetails ? match.breakdown.map { Self.hash(.object($0)) } : nil
    }

    /// `32–71`; `no score` if there is none.
    private var score: String {
        guard let red = red.score, let blue = blue.score else { return "no score" }
        return "\(red)–\(blue)"
    }

    /// `red wins`, `no winner`.
    private var outcome: String { winner.map { "\($0.rawValue) wins" } ?? "no winner" }

    /// What now differs from what was said, in words; nil if only something absent was added.
    ///
    /// - Parameters:
    ///   - later: what is there now; nil if the match has no result any more.
    /// - Returns: `corrected: 32–71 (was 32–41)`.
    package static func correction(of earlier: ReportedMatch, to later: ReportedMatch?) -> String? {
        guard let later else { return "taken back: it has no result now (was \(earlier.score))" }
        if earlier.red.score != nil || earlier.blue.score != nil {
            if earlier.score != later.score {
                return "corrected: \(later.score) (was \(earlier.score))"
            }
            if earlier.winner != later.winner {
                return "corrected: \(later.score), \(later.outcome) (was \(earlier.outcome))"
            }
        }
        if earlier.detailsHash != later.detailsHash, earlier.detailsHash != nil {
            let change = later.detailsHash == nil ? "taken back" : "corrected"
            return "\(change): its details" + same(earlier, later)
        }
        if earlier.teams != later.teams {
            return "corrected: its teams" + same(earlier, later)
        }
        return nil
    }

    private static func same(_ earlier: ReportedMatch, _ later: ReportedMatch) -> String {
        earlier.score == later.score ? " (the score is still \(later.score))" : ""
    }

    private var teams: [[String]] {
        [red, blue].flatMap { [$0.teams, $0.disqualified, $0.surrogates] }
    }

    /// The result as an object.
    package var json: JSON {
        func side(_ alliance: Alliance, _ points: Int64?) -> JSON {
            [
                "score": alliance.score.map { .integer($0) } ?? nil,
                "ranking_points": points.map { .integer($0) } ?? nil,
            ]
        }
        return [
            "state": .string(state.rawValue), "winner": winner.map { .string($0.rawValue) } ?? nil,
            "alliances": [
                "red": side(red, rankingPoints[0]), "blue": side(blue, rankingPoints[1]),
            ],
        ]
    }

    /// A hash of a value; the order of an object's members has no meaning.
    private static func hash(_ json: JSON) -> Int {
        var hasher = Hasher()
        switch json {
        case .null: hasher.combine(0)
        case .bool(let truth): hasher.combine(truth)
        case .integer(let number): hasher.combine(number)
        case .bigInteger(let digits): hasher.combine(digits)
        case .double(let number): hasher.combine(number)
        case .string(let text): hasher.combine(text)
        case .array(let elements): for element in elements { hasher.combine(hash(element)) }
        case .object(let object):
            let members = object.members.map { member in
                var hasher = Hasher()
                hasher.combine(member.key)
                hasher.combine(hash(member.value))
                return hasher.finalize()
            }
            hasher.combine(members.sorted())
        }
        return hasher.finalize()
    }
}
