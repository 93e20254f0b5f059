import BreakdownRenderer

/// The matches of an event that were shown already, so that each is shown once.
struct FollowMemory {
    private var known: [String: ListedMatch.State] = [:]

    /// The most keys that are remembered: no event has so many matches.
    private static let keysMax = 5_000

    /// Finds what is new since the last call, and remembers it.
    ///
    /// A match that vanishes and comes back is not new. A match whose details arrive after its score
    /// is new twice: once with the score, once with the details.
    ///
    /// - Parameter matches: all matches of the event, in play order.
    /// - Returns: those with a new score or new details.
    mutating func news(in matches: [ListedMatch]) -> [ListedMatch] {
        matches.filter { listed in
            let key = listed.match.key
            let rank = Self.rank(listed.state)
            guard rank > known[key].map(Self.rank) ?? 0 else { return false }
            guard known[key] != nil || known.count < Self.keysMax else { return false }
            known[key] = listed.state
            return true
        }
    }

    private static func rank(_ state: ListedMatch.State) -> Int {
        switch state {
        case .unplayed: 0
        case .scored: 1
        case .complete: 2
        }
    }
}
