import CEL
import JSON
import Text

/// A match as FIRST's own API and its field system give it: an entry of `MatchScores`.
///
/// Its alliances are a list, and it names neither its event nor its season nor its teams. An event and a schedule
/// in the same input do.
struct FirstScores {
    private let entry: JSON
    private let alliances: [JSON]

    /// Recognises the form.
    ///
    /// - Parameter json: any value; the result is nil if it is something else.
    init?(_ json: JSON) {
        guard let list = FirstEntry.list("alliances", "Alliances", of: json),
            list.contains(where: { $0["alliance"] != nil })
                || json["key"] == nil && FirstEntry(json).isNumbered
        else { return nil }
        entry = json
        alliances = list
    }

    /// Where the match is in its event.
    var place: FirstEntry { FirstEntry(entry) }

    /// The match in the form of API v3.
    ///
    /// - Parameters:
    ///   - event: the event, if it is known.
    ///   - year: the season.
    ///   - listed: what a schedule says about the match.
    /// - Throws: ``MatchError`` if an alliance is neither red nor blue.
    func match(
        of event: EventFacts?, year: Int, listed: JSON?
    ) throws(MatchError) -> JSON {
        var breakdown = try breakdown()
        let listed = FirstSchedule.isEntry(entry) ? entry : listed
        var given = JSONObject()
        for side in Side.allCases {
            let scores = breakdown[side.rawValue]
            var members = JSONObject()
            members["score"] =
                scores?["totalPoints"] ?? scores?["total_points"]
                ?? listed?[side == .red ? "scoreRedFinal" : "scoreBlueFinal"] ?? .null
            if let listed { FirstSchedule.addTeams(of: side, in: listed, to: &members) }
            if members["team_keys"] == nil { members["team_keys"] = .null }
            given[side.rawValue] = .object(members)
        }
        // The Blue Alliance has these beside the sides.
        breakdown["coopertition"] = entry["coopertition"]
        breakdown["coopertition_points"] =
            entry["coopertition_points"] ?? entry["coopertitionPoints"]
        let name = FirstName(place, event?.playoffType, year: year)
        let eventKey = event?.key ?? String(year)
        var match = JSONObject()
        match["key"] = entry["key"] ?? .string("\(eventKey)_\(name.shortKey)")
        match["event_key"] = .string(eventKey)
        match["comp_level"] = .string(name.level)
        match["set_number"] = name.set.map { .integer($0) }
        match["match_number"] = name.number.map { .integer($0) }
        match["alliances"] = .object(given)
        match["winning_alliance"] =
            winner.map { .string($0.rawValue) } ?? (name.hasWinner ? nil : .string(""))
        match["score_breakdown"] = .object(breakdown)
        return .object(match)
    }

    private func breakdown() throws(MatchError) -> JSONObject {
        var breakdown = JSONObject()
        for (at, alliance) in alliances.enumerated() {
            guard let side = alliance["alliance"]?.stringValue.flatMap({ Side(word: $0) }),
                var scores = alliance.objectValue
            else {
                let path = JSONPath.root.member("alliances").element(at).member("alliance")
                throw MatchError(
                    subject: "MatchScores", path: path, problem: "expected \"Red\" or \"Blue\"")
            }
            scores["alliance"] = nil
            breakdown[side.rawValue] = .object(scores)
        }
        return breakdown
    }

    /// The winner, if it is said: as a word, or as its number.
    private var winner: Side? {
        switch entry["winningAlliance"] ?? entry["WinningAlliance"] {
        case .string(let word)?: Side(word: word)
        case .integer(1)?: .red
        case .integer(2)?: .blue
        default: nil
        }
    }
}

extension Side {
    /// Reads FIRST's word for a side or for a station of it: `Red`, `Blue2`.
    init?(word: String) {
        let word = word.inSmallLetters
        if word.hasStart("red") {
            self = .red
        } else if word.hasStart("blue") {
            self = .blue
        } else {
            return nil
        }
    }
}

extension String {
    /// The text in lower case; only letters of ASCII change.
    var inSmallLetters: String { String(decoding: utf8.map(smallLetter), as: UTF8.self) }
}

/// The round and the number of a match of FIRST's API.
struct FirstEntry {
    /// `Qualification`, `Playoff`, `Practice`, as it stands there.
    let level: String
    /// The number; playoff matches are numbered through all rounds.
    let number: Int64?

    init(_ json: JSON) {
        level = (json["matchLevel"] ?? json["tournamentLevel"] ?? json["level"])?.stringValue ?? ""
        number = json["matchNumber"]?.integerValue
    }

    /// Whether anything is there.
    var isNumbered: Bool { !level.isEmpty || number != nil }

    /// A list, which older answers write with a capital letter.
    static func list(_ name: String, _ older: String, of json: JSON) -> [JSON]? {
        (json[name] ?? json[older])?.arrayValue
    }
}
