/// The name of a match within its event, by how the event plays its playoffs.
///
/// | playoffs | key | name |
/// |---|---|---|
/// | brackets, averages, custom | `sf1m2` | Semifinal 1 Match 2 |
/// | double elimination of 8 or 4 alliances | `sf5m1` | Playoff Match 5 (Round 2, lower bracket) |
/// | the same, a replay | `sf5m2` | Playoff Match 5 Replay (Round 2, lower bracket) |
/// | legacy double elimination | `ef5m1` | Eighthfinal 5 Match 1 (lower bracket) |
/// | round robin | `sf1m7` | Round Robin Match 7 |
/// | unknown, from 2023 on | `sf5m1` | Playoff Match 5 |
struct MatchName {
    let level: MatchLevel
    let set: Int?
    let match: Int?
    let year: Int
    /// How the event plays its playoffs, if known.
    let playoffType: PlayoffType?

    /// Since this season events play double eliminations, except small and off-season events.
    static let firstYearOfDoubleElimination = 2023

    /// The name in words.
    var text: String {
        let plain = level.matchName(set: set, match: match)
        switch (playoffType, level.code) {
        case (.doubleEliminationOf8, "sf"), (.doubleEliminationOf4, "sf"):
            return doubleElimination ?? plain
        case (.legacyDoubleElimination, _):
            return legacyBracket.map { "\(plain) (\($0))" } ?? plain
        case (.roundRobin, "sf"): return match.map { "Round Robin Match \($0)" } ?? plain
        case (nil, "sf"):
            // A second match in a set is a replay, or part of a bracket: the data does not say.
            guard year >= Self.firstYearOfDoubleElimination, match == 1, let set else {
                return plain
            }
            return "Playoff Match \(set)"
        default: return plain
        }
    }

    private var doubleElimination: String? {
        guard let set, let match else { return nil }
        let replay =
            switch match {
            case 0, 1: ""
            case 2: " Replay"
            default: " Replay \(match - 1)"
            }
        let place = round.map { " (Round \($0.round), \($0.isUpper ? "upper" : "lower") bracket)" }
        return "Playoff Match \(set)\(replay)\(place ?? "")"
    }

    /// The round and the bracket of a set, from FIRST's game manuals since 2023.
    private var round: (round: Int, isUpper: Bool)? {
        if playoffType == .doubleEliminationOf4 {
            return switch set {
            case 1, 2: (1, true)
            case 3: (2, false)
            case 4: (2, true)
            case 5: (3, false)
            default: nil
            }
        }
        return switch set {
        case 1, 2, 3, 4: (1, true)
        case 5, 6: (2, false)
        case 7, 8: (2, true)
        case 9, 10: (3, false)
        case 11: (4, true)
        case 12: (4, false)
        case 13: (5, false)
        default: nil
        }
    }

    private var legacyBracket: String? {
        guard let set else { return nil }
        let upperSets: Int
        switch level.code {
        case "ef": upperSets = 4
        case "qf": upperSets = 2
        case "sf": upperSets = 1
        case "f": return set == 1 ? "lower bracket" : nil
        default: return nil
        }
        return set <= upperSets ? "upper bracket" : "lower bracket"
    }
}

/// A round of an event, by the key's word for it.
public struct MatchLevel: Equatable, Sendable {
    /// The word: `qm`, `ef`, `qf`, `sf`, `f`; other words are kept.
    public let code: String

    /// The round in words; an unknown word is shown as it is.
    public var name: String {
        switch code {
        case "qm": "Qualification"
        case "ef": "Eighthfinal"
        case "qf": "Quarterfinal"
        case "sf": "Semifinal"
        case "f": "Final"
        case "pm", "p": "Practice"
        case "": "Match"
        default: code
        }
    }

    /// The match in words: `Qualification 4`, `Semifinal 1 Match 6`, `Final 2`.
    ///
    /// - Parameters:
    ///   - set: the set within a playoff round, if known.
    ///   - match: the match within the set, if known.
    func matchName(set: Int?, match: Int?) -> String {
        // Every event has one final and one qualification, so their set number says nothing.
        let isOneSet = code != "ef" && code != "qf" && code != "sf"
        return switch (set, match) {
        case (let set?, let match?) where !isOneSet || set > 1: "\(name) \(set) Match \(match)"
        case (_, let match?): "\(name) \(match)"
        case (_, nil): name
        }
    }
}
