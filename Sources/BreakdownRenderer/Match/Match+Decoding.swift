import CEL
import JSON

extension Match {
    /// Reads a match; absent and null members become nil, and other types than expected are
    /// refused.
    ///
    /// A breakdown of another form refuses nothing: it counts as absent, and
    /// ``Match/breakdownError`` says why.
    ///
    /// - Parameters:
    ///   - json: one match in the form of API v3.
    ///   - year: the season, if it should win over the year in the key.
    /// - Throws: ``MatchError`` at the first value of a wrong type.
    public static func decode(_ json: JSON, year: Int? = nil) throws(MatchError) -> Match {
        do {
            let reader = MemberReader(try JSONCursor(json).object())
            return try reader.match(year: year)
        } catch {
            throw MatchError(path: error.path, problem: error.problem)
        }
    }
}

/// Reads the known members of one object and ignores every other member.
///
/// It builds paths only for errors: a program that draws thousands of matches a second would
/// otherwise spend a tenth of its time on them.
private final class MemberReader {
    let object: JSONObject
    /// The key of the object itself; empty for the match.
    private let name: String
    /// The key of the object around it; empty if that is the match.
    private let outerName: String

    init(_ object: JSONObject, named name: String = "", in outerName: String = "") {
        self.object = object
        self.name = name
        self.outerName = outerName
    }

    func match(year given: Int?) throws(JSONShapeError) -> Match {
        guard let key = try shortText("key") else {
            throw JSONShapeError(path: path("key"), problem: "expected a value, found none")
        }
        // An operator's default argument would lose the type of the error.
        let year: Int
        if let given { year = given } else { year = try season(of: key) }
        let alliances = try inner("alliances")
        let red = try alliances?.alliance(.red) ?? Alliance(teams: [], score: nil)
        let blue = try alliances?.alliance(.blue) ?? Alliance(teams: [], score: nil)
        let (breakdown, breakdownError) = breakdown()
        return Match(
            key: key,
            eventKey: try shortText("event_key") ?? Self.event(of: key),
            year: year,
            level: MatchLevel(code: try shortText("comp_level") ?? ""),
            setNumber: try count("set_number"),
            matchNumber: try count("match_number"),
            red: red,
            blue: blue,
            winner: try winner(red: red, blue: blue),
            time: time,
            breakdown: breakdown,
            breakdownError: breakdownError,
            json: object)
    }

    /// The breakdown, or why something else in its place is none.
    ///
    /// An empty list and an empty text say as little as null does.
    private func breakdown() -> (JSONObject?, MatchError?) {
        switch present("score_breakdown") {
        case .array([])?, .string("")?: return (nil, nil)
        default: break
        }
        do throws(JSONShapeError) {
            let breakdown = try inner("score_breakdown")
            for side in Side.allCases { _ = try breakdown?.inner(side.rawValue) }
            return (breakdown?.object, nil)
        } catch {
            return (nil, MatchError(path: error.path, problem: error.problem))
        }
    }

    private func alliance(_ side: Side) throws(JSONShapeError) -> Alliance? {
        guard let alliance = try inner(side.rawValue) else { return nil }
        // A score of -1 says that the match has not been played.
        let score = try alliance.integer("score").flatMap { $0 < 0 ? nil : $0 }
        return Alliance(
            teams: try alliance.teams(), score: score,
            disqualified: alliance.markedTeams("dq_team_keys", "dqs"),
            surrogates: alliance.markedTeams("surrogate_team_keys", "surrogates"),
            hasUnknownTeams: alliance.object["team_keys"] == .null)
    }

    /// The teams of a list that marks some of them; such a list is no reason to refuse a match.
    private func markedTeams(_ key: String, _ olderKey: String) -> [String] {
        guard case .array(let keys)? = object[key] ?? object[olderKey], !keys.isEmpty else {
            return []
        }
        return keys.prefix(RenderLimits.teamsMax).compactMap { Self.team($0) }
    }

    /// When the match was started, else when it is predicted, else when it is scheduled.
    private var time: MatchTime? {
        for key in ["actual_time", "predicted_time", "time"] {
            guard case .integer(let seconds)? = object[key] else { continue }
            return MatchTime(seconds: seconds, isActual: key == "actual_time")
        }
        return nil
    }

    /// `frc254` and 254 are team 254; a key of another form is shown as it is.
    ///
    /// - Returns: nil if it is no key.
    private static func team(_ json: JSON) -> String? {
        switch json {
        case .string(let key) where key.utf8.count <= RenderLimits.keyBytesMax:
            key.hasStart("frc") && key.utf8.count > 3
                ? String(Substring(key.utf8.dropFirst(3))) : key
        case .integer(let number) where number > 0: String(number)
        default: nil
        }
    }

    /// The teams; messages of a webhook, and the API before v3, have them as `teams`.
    private func teams() throws(JSONShapeError) -> [String] {
        let name = object["team_keys"] == nil ? "teams" : "team_keys"
        guard let json = present(name) else { return [] }
        guard case .array(let keys) = json else { throw mismatch(json, name, "a list") }
        var teams: [String] = []
        for (at, key) in keys.prefix(RenderLimits.teamsMax).enumerated() {
            guard let team = Self.team(key) else {
                throw JSONCursor(key, path: path(name).element(at)).mismatch("a team's key")
            }
            teams.append(team)
        }
        return teams
    }

    private func winner(red: Alliance, blue: Alliance) throws(JSONShapeError) -> Side? {
        if let json = present("winning_alliance") {
            if json.stringValue == "" { return nil }
            guard let side = json.stringValue.flatMap(Side.init(rawValue:)) else {
                throw mismatch(json, "winning_alliance", "\"red\", \"blue\" or \"\"")
            }
            return side
        }
        guard let red = red.score, let blue = blue.score, red != blue else { return nil }
        return red > blue ? .red : .blue
    }

    /// `2018necmp_qm4` is a match of the event `2018necmp`.
    private static func event(of key: String) -> String {
        String(Substring(key.utf8.prefix { $0 != UInt8(ascii: "_") }))
    }

    private func season(of key: String) throws(JSONShapeError) -> Int {
        guard let year = Int64(key.shortened(to: 4)), year >= 1000 else {
            throw mismatch(.string(key), "key", "a match key such as 2018necmp_qm4")
        }
        return Int(year)
    }
}

// MARK: - Members

extension MemberReader {
    /// The member, or nil if it is absent or null.
    private func present(_ key: String) -> JSON? {
        guard let json = object[key] else { return nil }
        if case .null = json { return nil }
        return json
    }

    private func inner(_ key: String) throws(JSONShapeError) -> MemberReader? {
        guard let json = present(key) else { return nil }
        guard case .object(let object) = json else { throw mismatch(json, key, "an object") }
        return MemberReader(object, named: key, in: name)
    }

    private func integer(_ key: String) throws(JSONShapeError) -> Int64? {
        guard let json = present(key) else { return nil }
        guard case .integer(let number) = json else { throw mismatch(json, key, "an integer") }
        return number
    }

    private func count(_ key: String) throws(JSONShapeError) -> Int? {
        guard let number = try integer(key) else { return nil }
        guard (0...99_999).contains(number) else {
            throw mismatch(.integer(number), key, "an integer from 0 to 99999")
        }
        return Int(number)
    }

    private func shortText(_ key: String) throws(JSONShapeError) -> String? {
        guard let json = present(key) else { return nil }
        guard case .string(let text) = json else { throw mismatch(json, key, "text") }
        guard text.utf8.count <= RenderLimits.keyBytesMax else {
            throw mismatch(json, key, "at most \(RenderLimits.keyBytesMax) bytes of text")
        }
        return text
    }

    private func path(_ key: String) -> JSONPath {
        var path = JSONPath.root
        if !outerName.isEmpty { path = path.member(outerName) }
        if !name.isEmpty { path = path.member(name) }
        return path.member(key)
    }

    private func mismatch(_ json: JSON, _ key: String, _ expected: String) -> JSONShapeError {
        JSONCursor(json, path: path(key)).mismatch(expected)
    }
}
