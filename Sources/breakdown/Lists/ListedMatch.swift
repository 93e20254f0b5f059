import BreakdownRenderer
import JSON
import MatchKeys

/// A match as a line of a list shows it.
struct ListedMatch {
    /// How far a match is.
    enum State: String {
        /// It has no score.
        case unplayed
        /// It has a score; its details are not there yet.
        case scored
        /// It has a score and its details.
        case complete
    }

    /// The match.
    let match: Match
    /// How its event plays its playoffs, if known.
    let playoffType: PlayoffType?

    /// Collects the parts.
    init(_ match: Match, playoffType: PlayoffType?) {
        self.match = match
        self.playoffType = playoffType
    }

    /// How far it is.
    var state: State {
        guard match.isPlayed else { return .unplayed }
        // Seasons before 2015 have no details, so nobody waits for them.
        let hasDetails = match.breakdown.map { !$0.isEmpty } ?? (match.year < 2015)
        return hasDetails ? .complete : .scored
    }

    /// The key without its event: `qm12`, `sf5m1`.
    var shortKey: String {
        guard let underscore = match.key.lastIndex(of: "_") else { return match.key }
        return String(match.key[match.key.index(after: underscore)...])
    }

    /// The name in few columns: `Qual 12`, `Playoff 5`, `Semi 1-2`, `Final 1`.
    var shortName: String {
        let (set, number) = (match.setNumber ?? 1, match.matchNumber ?? 1)
        switch match.level.code {
        case "qm": return "Qual \(number)"
        case "f": return set > 1 ? "Final \(set)-\(number)" : "Final \(number)"
        case "sf" where isDoubleElimination:
            return number > 1 ? "Playoff \(set) replay" : "Playoff \(set)"
        case "sf" where playoffType == .roundRobin: return "Round robin \(number)"
        case "sf": return "Semi \(set)-\(number)"
        case "qf": return "Quarter \(set)-\(number)"
        case "ef": return "Eighth \(set)-\(number)"
        default: return shortKey
        }
    }

    private var isDoubleElimination: Bool {
        switch playoffType {
        case .doubleEliminationOf8, .doubleEliminationOf4: true
        // As the match's own heading does.
        case nil: match.year >= 2023 && match.matchNumber == 1
        default: false
        }
    }

    /// All matches of an event, in play order.
    ///
    /// - Parameters:
    ///   - list: the elements of the API's answer.
    ///   - playoffType: how the event plays its playoffs, if known.
    /// - Returns: the matches, and how many cannot be read.
    static func all(
        _ list: [JSON], playoffType: PlayoffType?
    ) -> (matches: [ListedMatch], unreadable: Int) {
        var unreadable = 0
        var found: [(order: MatchKey?, listed: ListedMatch)] = []
        for element in list {
            guard let match = try? Match.decode(element) else {
                unreadable += 1
                continue
            }
            found.append((MatchKey(match.key), ListedMatch(match, playoffType: playoffType)))
        }
        found.sort { left, right in
            switch (left.order, right.order) {
            case (let left?, let right?): left < right
            // A key of another form, such as a practice match's, comes first.
            case (nil, _?): true
            case (_?, nil): false
            case (nil, nil): left.listed.match.key < right.listed.match.key
            }
        }
        return (found.map(\.listed), unreadable)
    }
}
