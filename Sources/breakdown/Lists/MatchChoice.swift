import BreakdownRenderer
import MatchKeys

/// The wanted ones among an event's matches.
struct MatchChoice: Equatable {
    /// Only this number of matches with a result, those that were played last; nil for all matches.
    var last: Int?
    /// Only this team's: `254`, `9971B`.
    var team: String?
    /// Only this round's.
    var level: MatchKey.Level?

    /// Whether every match is wanted.
    var isEverything: Bool { self == MatchChoice() }

    /// Chooses among matches in play order.
    ///
    /// - Returns: the wanted ones, in the same order.
    func choose(_ matches: [ListedMatch]) -> [ListedMatch] {
        var chosen = matches
        if let level { chosen = chosen.filter { $0.match.level.code == level.rawValue } }
        if let team {
            chosen = chosen.filter { ($0.match.red.teams + $0.match.blue.teams).contains(team) }
        }
        guard let last else { return chosen }
        return chosen.filter(\.match.hasResult).suffix(last)
    }

    /// A team's number as people type it.
    ///
    /// - Parameter text: `254`, `frc254` or `9971b`.
    /// - Returns: the number as matches have it; nil for anything else.
    static func team(_ text: String) -> String? {
        let text = text.lowercased()
        let number = text.hasPrefix("frc") ? text.dropFirst(3) : text[...]
        let digits = number.prefix { $0.isASCII && $0.isNumber }
        let letters = number.dropFirst(digits.count)
        guard (1...6).contains(digits.count), letters.count <= 1,
            letters.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        return digits + letters.uppercased()
    }
}
