import CEL
import JSON

/// Who plays in which match: the entries of FIRST's schedule, or of its list of results.
struct FirstSchedule {
    private var entries: [JSON] = []
    /// The index of the entry of each match.
    private var places: [String: Int] = [:]
    /// The season, if a time of the schedule tells it.
    private(set) var year: Int?
    private var isUsed = false

    /// An event has 200 matches: prevents an endless schedule from filling the memory.
    private static let entriesMax = 5_000

    /// Whether it has matches, and none of them was asked for.
    var isUnused: Bool { !entries.isEmpty && !isUsed }

    /// Whether a value is an entry: its teams have stations.
    static func isEntry(_ json: JSON) -> Bool {
        FirstEntry.list("teams", "Teams", of: json)?.contains { $0["station"] != nil } == true
    }

    /// Adds an entry; it replaces an earlier one of the same match.
    mutating func add(_ json: JSON) {
        guard entries.count < Self.entriesMax else { return }
        places[Self.name(FirstEntry(json))] = entries.count
        entries.append(json)
        year = Self.year(json) ?? year
        isUsed = false
    }

    /// What it says about a match.
    mutating func entry(of scores: FirstScores) -> JSON? {
        isUsed = true
        return places[Self.name(scores.place)].map { entries[$0] }
    }

    /// Levels have longer names in some answers: `qual`, `Qualification`.
    private static func name(_ entry: FirstEntry) -> String {
        "\(entry.level.inSmallLetters.shortened(to: 4)) \(entry.number ?? 0)"
    }

    /// The year of `2024-03-22T09:03:00`; an event's season is the year in which it is played.
    private static func year(_ json: JSON) -> Int? {
        let time = json["startTime"] ?? json["actualStartTime"] ?? json["autoStartTime"]
        return time?.stringValue.flatMap { Int64($0.shortened(to: 4)) }
            .flatMap { $0 >= 1992 ? Int($0) : nil }
    }

    /// Adds the keys of a side's teams, in the order of their stations; none if no team is known yet.
    static func addTeams(of side: Side, in entry: JSON, to alliance: inout JSONObject) {
        var (teams, disqualified, surrogates): ([JSON], [JSON], [JSON]) = ([], [], [])
        let seats = FirstEntry.list("teams", "Teams", of: entry) ?? []
        for number in 1...9 {
            let end = String(number)
            for seat in seats {
                guard let station = seat["station"]?.stringValue, station.hasEnd(end),
                    Side(word: station) == side, let key = key(seat["teamNumber"])
                else { continue }
                teams.append(key)
                if seat["dq"]?.boolValue == true { disqualified.append(key) }
                if seat["surrogate"]?.boolValue == true { surrogates.append(key) }
            }
        }
        guard !teams.isEmpty else { return }
        alliance["team_keys"] = .array(teams)
        alliance["dq_team_keys"] = .array(disqualified)
        alliance["surrogate_team_keys"] = .array(surrogates)
    }

    /// `frc254`; nil for the number 0, which stands for a team that is not known yet.
    private static func key(_ number: JSON?) -> JSON? {
        switch number {
        case .integer(let number)? where number > 0: .string("frc\(number)")
        case .string(let text)? where !text.isEmpty: .string(text)
        default: nil
        }
    }
}
