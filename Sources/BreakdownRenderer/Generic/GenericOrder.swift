import CEL

/// The order of the generic table's rows.
package enum GenericOrder {
    /// The part of a table to which a row belongs.
    private enum Phase: Int {
        case auto, teleop, endgame, other, fouls, ranking, total

        var name: String {
            switch self {
            case .auto: "Autonomous"
            case .teleop: "Teleop"
            case .endgame: "Endgame"
            case .other: "The match"
            case .fouls: "Fouls and adjustments"
            case .ranking: "Ranking points"
            case .total: "Total"
            }
        }
    }

    /// The name of the part of the game that a key's words name.
    package static func phaseName(_ words: [String]) -> String { phase(words).0.name }

    /// ``sorted(_:words:isTotal:)`` of the generic table's rows.
    static func sorted(_ rows: [GenericRow]) -> [GenericRow] {
        sorted(rows, words: { $0.topWords }, isTotal: { $0.kind == .total })
    }

    /// The rows by phase, a phase's total after its rows, rows about one thing together; otherwise
    /// in their own order.
    package static func sorted<Row>(
        _ rows: [Row], words: (Row) -> [String], isTotal: (Row) -> Bool
    ) -> [Row] {
        // The first word that does not name the phase identifies the thing. Its rows stand where
        // its first row would stand.
        var places: [[UInt8]: Int] = [:]
        var keyed: [(phase: Int, isTotal: Bool, thing: Int)] = []
        keyed.reserveCapacity(rows.count)
        for (at, row) in rows.enumerated() {
            let words = words(row)
            let (phase, prefixLength) = phase(words)
            let thing = words.dropFirst(prefixLength).first ?? ""
            // By UTF-8, because `String` would fold equivalent spellings into one.
            let place = Array("\(phase.rawValue) \(thing)".utf8)
            if places[place] == nil { places[place] = at }
            keyed.append((phase.rawValue, isTotal(row), places[place] ?? at))
        }
        return
            keyed.indices
            .sorted {
                let (left, right) = (keyed[$0], keyed[$1])
                return (left.phase, left.isTotal ? 1 : 0, left.thing, $0)
                    < (right.phase, right.isTotal ? 1 : 0, right.thing, $1)
            }
            .map { rows[$0] }
    }

    /// The phase that a key's words name, and how many of them name it.
    private static func phase(_ words: [String]) -> (Phase, prefixLength: Int) {
        switch words.first {
        case "auto", "autonomous": return (.auto, 1)
        case "teleop": return (.teleop, 1)
        case "endgame": return (.endgame, 1)
        case "end" where words.dropFirst().first == "game": return (.endgame, 2)
        case "rp": return (.ranking, 1)
        case "total":
            switch words.dropFirst().first {
            case "points" where words.count == 2: return (.total, 1)
            case "auto": return (.auto, 2)
            case "teleop": return (.teleop, 2)
            case "endgame": return (.endgame, 2)
            default: return (.other, 1)
            }
        default: break
        }
        let isFoul = words.contains { word in
            word.hasStart("foul") || word.hasStart("penalt") || word.hasStart("adjust")
        }
        return (isFoul ? .fouls : .other, 0)
    }
}
