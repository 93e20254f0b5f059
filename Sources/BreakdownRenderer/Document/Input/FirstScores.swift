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
        guard let list = FirstEntry.list("alliances", "Alliances", of: json) else { return nil }
        let hasKey = json["key"] != nil
        guard
            list.contains(where: { $0["alliance"] != nil })
                || !hasKey && FirstEntry(json).isNumbered
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
        of event: EventFacts?, year: Int, listed: FirstSchedule.Entry?
    ) throws(MatchError) -> JSON {
        var breakdown = JSONObject()
        var given = JSONObject()
        let listed = FirstSchedule.Entry(entry) ?? listed
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
        for side in Side.allCases {
            var members = JSONObject()
            let scores = breakdown[side.rawValue]
            members["score"] =
                scores?["totalPoints"] ?? scores?["total_points"] ?? listed?.score(side) ?? .null
            members["team_keys"] = listed?.teams(side) ?? .null
            members["dq_team_keys"] = listed?.disqualified(side)
            members["surrogate_team_keys"] = listed?.surrogates(side)
            given[side.rawValue] = .object(members)
        }
        for (name, value) in common { breakdown[name] = value }
        let name = FirstName(place, event?.playoffType, year: year)
        var match = JSONObject()
        let eventKey = event?.key ?? String(year)
        match["key"] = entry["key"] ?? .string("\(eventKey)_\(name.shortKey)")
        match["event_key"] = entry["event_key"] ?? .string(eventKey)
        match["comp_level"] = .string(name.level)
        match["set_number"] = name.set.map { .integer($0) } ?? .null
        match["match_number"] = name.number.map { .integer($0) } ?? .null
        match["alliances"] = .object(given)
        if let winner {
            match["winning_alliance"] = .string(winner.rawValue)
        } else if !name.hasWinner {
            match["winning_alliance"] = ""
        }
        match["score_breakdown"] = breakdown.isEmpty ? .null : .object(breakdown)
        return .object(match)
    }

    /// What is said once for both alliances; The Blue Alliance has it beside the sides, with small letters:
    /// `coopertitionPoints` becomes `coopertition_points`.
    private var common: [(String, JSON)] {
        var found: [(String, JSON)] = []
        for member in entry.objectValue?.members ?? [] where !Self.isPlace(member.key) {
            switch member.value {
            case .null, .array, .object: continue
            default: found.append((Self.withSmallLetters(member.key), member.value))
            }
        }
        return found
    }

    /// Whether a member says which match this is and how it ended.
    private static func isPlace(_ key: String) -> Bool {
        for name in [
            "matchLevel", "tournamentLevel", "level", "matchNumber", "winningAlliance",
            "WinningAlliance", "description", "field", "key", "event_key", "startTime",
            "autoStartTime", "actualStartTime", "postResultTime", "isReplay", "matchVideoLink",
        ] where key.hasSameCodePoints(as: name) {
            return true
        }
        return key.hasStart("score")
    }

    private static func withSmallLetters(_ key: String) -> String {
        var bytes: [UInt8] = []
        for byte in key.utf8 {
            guard (0x41...0x5A).contains(byte) else {
                bytes.append(byte)
                continue
            }
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "_")) }
            bytes.append(byte + 0x20)
        }
        return String(decoding: bytes, as: UTF8.self)
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
        let bytes = word.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        for side in Side.allCases where bytes.starts(with: side.rawValue.utf8) {
            let rest = bytes.dropFirst(side.rawValue.utf8.count)
            guard rest.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            self = side
            return
        }
        return nil
    }
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

    /// Whether the round has this name.
    func isLevel(_ name: String) -> Bool {
        level.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }.starts(with: name.utf8)
    }

    /// A list, which older answers write with a capital letter.
    static func list(_ name: String, _ older: String, of json: JSON) -> [JSON]? {
        guard case .object(let object) = json else { return nil }
        return (object[name] ?? object[older])?.arrayValue
    }
}
