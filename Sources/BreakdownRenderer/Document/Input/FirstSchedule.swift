import CEL
import JSON

/// Who plays in which match: the entries of FIRST's schedule, or of its list of results.
struct FirstSchedule {
    private var entries: [String: Entry] = [:]
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
        guard let entry = Entry(json), entries.count < Self.entriesMax else { return }
        entries[Self.name(FirstEntry(json))] = entry
        year = Self.year(json) ?? year
        isUsed = false
    }

    /// What it says about a match.
    mutating func entry(of scores: FirstScores) -> Entry? {
        isUsed = true
        return entries[Self.name(scores.place)]
    }

    private static func name(_ entry: FirstEntry) -> String {
        let level =
            entry.isLevel("qual") ? "qual" : entry.isLevel("playoff") ? "playoff" : entry.level
        return "\(level) \(entry.number ?? 0)"
    }

    /// The year of `2024-03-22T09:03:00`; an event's season is the year in which it is played.
    private static func year(_ json: JSON) -> Int? {
        for name in ["startTime", "actualStartTime", "autoStartTime"] {
            guard let text = json[name]?.stringValue, text.utf8.dropFirst(4).first == 0x2D,
                let year = Int64(text.shortened(to: 4)), year >= 1992
            else { continue }
            return Int(year)
        }
        return nil
    }

    /// One match.
    struct Entry {
        private let json: JSON
        private let seats: [JSON]

        /// Reads an entry; nil if no team has a station.
        init?(_ json: JSON) {
            guard FirstSchedule.isEntry(json),
                let seats = FirstEntry.list("teams", "Teams", of: json)
            else { return nil }
            self.json = json
            self.seats = seats
        }

        /// The keys of a side's teams, in the order of their stations; nil if none is known yet.
        func teams(_ side: Side) -> JSON? { keys(of: side) { _ in true } }

        /// The keys of those that were disqualified.
        func disqualified(_ side: Side) -> JSON? {
            keys(of: side) { $0["dq"]?.boolValue == true }
        }

        /// The keys of the surrogates.
        func surrogates(_ side: Side) -> JSON? {
            keys(of: side) { $0["surrogate"]?.boolValue == true }
        }

        /// The final score, in lists of results.
        func score(_ side: Side) -> JSON? {
            json[side == .red ? "scoreRedFinal" : "scoreBlueFinal"]
        }

        private func keys(of side: Side, where isWanted: (JSON) -> Bool) -> JSON? {
            var found: [(station: String, key: String)] = []
            for seat in seats where isWanted(seat) {
                guard let station = seat["station"]?.stringValue, Side(word: station) == side,
                    let key = Self.key(seat["teamNumber"])
                else { continue }
                let at = found.firstIndex { station.isBefore($0.station) } ?? found.count
                found.insert((station, key), at: at)
            }
            return found.isEmpty ? nil : .array(found.map { .string($0.key) })
        }

        /// `frc254`; nil for the number 0, which stands for a team that is not known yet.
        private static func key(_ number: JSON?) -> String? {
            switch number {
            case .integer(let number)? where number > 0: "frc\(number)"
            case .string(let text)? where !text.isEmpty: text.hasStart("frc") ? text : "frc\(text)"
            default: nil
            }
        }
    }
}

extension String {
    /// Whether its bytes come before another text's.
    fileprivate func isBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
