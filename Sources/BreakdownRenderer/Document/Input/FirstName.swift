import CEL

/// What The Blue Alliance calls a match of FIRST's API: its round, its set and its number in it.
///
/// FIRST numbers the matches of the playoffs through; how an event plays them tells the round.
struct FirstName {
    /// The key's word for the round: `qm`, `sf`; FIRST's own word if the round is unknown.
    let level: String
    private(set) var set: Int64?
    private(set) var number: Int64?
    /// Whether the match has a winner: where averages decide, only a final has one.
    let hasWinner: Bool

    /// Names a match.
    ///
    /// - Parameters:
    ///   - playoffType: how the event plays its playoffs; if that is unknown, the season tells it as far as it can.
    init(_ entry: FirstEntry, _ playoffType: PlayoffType?, year: Int) {
        number = entry.number
        let type = playoffType ?? Self.usualType(year)
        let word = entry.level.inSmallLetters
        if word.hasStart("qual") {
            level = "qm"
            set = 1
        } else if word.hasStart("practice") {
            level = "pm"
        } else if word.hasStart("playoff"), let number = entry.number, (1...999).contains(number),
            let place = Self.place(number, type)
        {
            (level, set, self.number) = (place.level, place.set, place.number)
        } else {
            level = entry.level.isEmpty ? "Match" : entry.level
        }
        hasWinner = type != .averages || level == "f"
    }

    /// The key behind the event's: `qm12`, `sf5m1`, `playoff5`.
    var shortKey: String {
        let word = level.inSmallLetters
        let number = number.map { String($0) } ?? ""
        guard level != "qm", let set else { return word + number }
        return "\(word)\(set)m\(number)"
    }

    private static func usualType(_ year: Int) -> PlayoffType? {
        if year >= MatchName.firstYearOfDoubleElimination { return .doubleEliminationOf8 }
        // In this season averages decided; in the others brackets had two to sixteen alliances.
        return year == 2015 ? .averages : nil
    }

    private typealias Place = (level: String, set: Int64, number: Int64)

    /// The place of a playoff match; nil if the kind of playoffs does not tell it.
    private static func place(_ number: Int64, _ type: PlayoffType?) -> Place? {
        switch type {
        case .bracketOf16: bracket(number - 1, sets: 8)
        case .bracketOf8: bracket(number - 1, sets: 4)
        // FIRST numbers these from 1, or as the last rounds of a larger bracket.
        case .bracketOf4: bracket((number - 1) % 12, sets: 2)
        case .bracketOf2: bracket((number - 1) % 18, sets: 1)
        case .averages:
            number <= 8
                ? ("qf", 1, number)
                : number <= 14 ? ("sf", 1, number - 8) : ("f", 1, number - 14)
        case .roundRobin: number <= 15 ? ("sf", 1, number) : ("f", 1, number - 15)
        case .doubleEliminationOf8: number <= 13 ? ("sf", number, 1) : ("f", 1, number - 13)
        case .doubleEliminationOf4: number <= 5 ? ("sf", number, 1) : ("f", 1, number - 5)
        case .bestOf5, .bestOf3: ("f", 1, number)
        case .legacyDoubleElimination, .custom, nil: nil
        }
    }

    /// Each set of a bracket's round has up to three matches, and the sets take turns.
    private static func bracket(_ number: Int64, sets: Int64) -> Place {
        guard sets > 1 else { return ("f", 1, number + 1) }
        guard number < 3 * sets else { return bracket(number - 3 * sets, sets: sets / 2) }
        let level = sets == 8 ? "ef" : sets == 4 ? "qf" : "sf"
        return (level, number % sets + 1, number / sets + 1)
    }
}
