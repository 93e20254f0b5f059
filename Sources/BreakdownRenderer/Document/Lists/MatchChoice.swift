import MatchKeys

/// The wanted ones among an event's matches.
package struct MatchChoice: Equatable {
    /// Only this number of matches with a result, those that were played last; nil for all matches.
    package var last: Int?
    /// Only this team's: `254`, `9971B`.
    package var team: String?
    /// Only this round's.
    package var level: MatchKey.Level?

    /// Without arguments every match is wanted.
    package init(last: Int? = nil, team: String? = nil, level: MatchKey.Level? = nil) {
        self.last = last
        self.team = team
        self.level = level
    }

    /// Whether every match is wanted.
    package var isEverything: Bool { self == MatchChoice() }

    /// Chooses among matches in play order.
    ///
    /// - Returns: the wanted ones, in the same order.
    package func choose(_ matches: [ListedMatch]) -> [ListedMatch] {
        var chosen = matches
        if let level { chosen = chosen.filter { $0.match.level.code == level.rawValue } }
        if let team {
            chosen = chosen.filter { ($0.match.red.teams + $0.match.blue.teams).contains(team) }
        }
        guard let last else { return chosen }
        return chosen.filter { $0.match.hasResult }.suffix(last)
    }

    /// A team's number as people type it.
    ///
    /// - Parameter text: `254`, `frc254` or `9971b`.
    /// - Returns: the number as matches have it; nil for anything else.
    package static func team(_ text: String) -> String? {
        let bytes = text.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        let number = bytes.starts(with: "FRC".utf8) ? bytes.dropFirst(3) : bytes[...]
        let digits = number.prefix { (0x30...0x39).contains($0) }
        let letters = number.dropFirst(digits.count)
        guard (1...6).contains(digits.count), letters.count <= 1,
            letters.allSatisfy({ (0x41...0x5A).contains($0) })
        else { return nil }
        return String(decoding: number, as: UTF8.self)
    }
}
