import JSON
import MatchKeys

/// A match as a line of a list shows it.
package struct ListedMatch {
    /// How far a match is.
    package enum State: String {
        /// Nothing says that it was played.
        case unplayed
        /// It was played, and its score is not there.
        case unscored
        /// It has a score; its details are not there.
        case scored
        /// It has a score and its details.
        case complete
    }

    package let match: Match
    /// How its event plays its playoffs, if known.
    package let playoffType: PlayoffType?

    /// Collects the parts.
    package init(_ match: Match, playoffType: PlayoffType?) {
        self.match = match
        self.playoffType = playoffType
    }

    /// How far it is.
    package var state: State {
        guard match.isPlayed else { return .unplayed }
        guard match.hasScore else { return .unscored }
        // Seasons before 2015 have no details, so none are expected.
        return hasDetails || match.year < 2015 ? .complete : .scored
    }

    /// Whether its table has rows.
    package var hasDetails: Bool { match.breakdown?.isEmpty == false }

    /// What is absent of a match that was played, in words.
    ///
    /// - Parameter now: seconds since 1970: of an old match, nothing comes any more.
    /// - Returns: `its details are not there yet`; nil if nothing is absent.
    package func absence(at now: Int64) -> String? {
        let absent: String
        switch state {
        case .unplayed, .complete: return nil
        case .unscored: absent = "score"
        case .scored: absent = "details"
        }
        guard StillExpected.isExpected(match, at: now) else {
            return "The Blue Alliance has no \(absent) of it"
        }
        return "its \(absent) \(state == .scored ? "are" : "is") not there yet"
    }

    /// The key without its event: `qm12`, `sf5m1`.
    package var shortKey: String {
        guard let underscore = match.key.lastIndex(of: "_") else { return match.key }
        return String(match.key[match.key.index(after: underscore)...])
    }

    /// The name in few columns: `Qual 12`, `Playoff 5`, `Semi 1-2`, `Final 1`.
    package var shortName: String {
        let (set, number) = (match.setNumber ?? 1, match.matchNumber ?? 1)
        switch match.level.code {
        case "qm": return "Qual \(number)"
        case "f": return set > 1 ? "Final \(set)-\(number)" : "Final \(number)"
        case "sf" where isDoubleElimination:
            return number > 1 ? "Playoff \(set) replay" : "Playoff \(set)"
        case "sf" where playoffType == .roundRobin: return "Round robin \(number)"
        case "sf": return "Semi \(set)-\(number)"
        case "qf": return "Quarter \(set)-\(number)"
        case "ef": return "Eighth \(set)-\(number)"
        default: return shortKey
        }
    }

    private var isDoubleElimination: Bool {
        switch playoffType {
        case .doubleEliminationOf8, .doubleEliminationOf4: true
        // As the match's own heading does.
        case nil: match.year >= 2023 && match.matchNumber == 1
        default: false
        }
    }

    /// All matches of an event, in play order.
    ///
    /// - Parameters:
    ///   - year: the season, if it should win over the year in the keys.
    package static func all(
        _ list: [JSON], playoffType: PlayoffType?, year: Int? = nil
    ) -> (matches: [ListedMatch], unreadable: UnreadableMatches) {
        var unreadable = UnreadableMatches()
        var found: [ListedMatch] = []
        for (at, element) in list.enumerated() {
            let match: Match
            do throws(MatchError) {
                match = try Match.decode(element, year: year)
            } catch {
                unreadable.append(element, at: at, error)
                continue
            }
            found.append(ListedMatch(match, playoffType: playoffType))
        }
        return (PlayOrder.sorted(found), unreadable)
    }
}

/// The order in which the matches of an event are played.
///
/// Keys tell it only roughly: the replay `sf1m2` of a double elimination is played right after `sf1m1`, and a
/// repeated qualification match in the evening. So times decide, and keys only where there is no time.
package enum PlayOrder {
    /// Sorts matches: those with a result by when they were played, then the others by when they are expected.
    ///
    /// A played match without the time of its start stands behind the match before it in the schedule, because an
    /// event may be hours late.
    package static func sorted(_ matches: [ListedMatch]) -> [ListedMatch] {
        // A key of another form, such as a practice match's, comes first.
        let keyed = ordered(matches, by: matches.map { MatchKey($0.match.key)?.playOrder ?? -1 })
        let played = keyed.filter { $0.state != .unplayed }
        let coming = keyed.filter { $0.state == .unplayed }
        return placed(placed(played) { $0.match.scheduledSecond }) { $0.match.playedSecond }
            + placed(coming) { $0.match.expectedSecond }
    }

    /// The matches around the last one that was played, for a screen that cannot be scrolled.
    ///
    /// - Parameters:
    ///   - matches: in play order.
    ///   - count: rows of the screen; a third of them is for matches to come.
    /// - Returns: places in the list; at most as many.
    package static func window(in matches: [ListedMatch], count: Int) -> Range<Int> {
        let count = max(0, min(count, matches.count))
        let played = matches.count { $0.state != .unplayed }
        let coming = min(matches.count - played, max(count / 3, count - played))
        let end = played + coming
        return end - count..<end
    }

    /// Sorts by a time; a match without one keeps its place behind the match before it.
    private static func placed(
        _ matches: [ListedMatch], at time: (ListedMatch) -> Int64?
    ) -> [ListedMatch] {
        // Those without any match before them come first.
        var last = Int64.min
        var times: [Int64] = []
        for match in matches {
            last = time(match) ?? last
            times.append(last)
        }
        return ordered(matches, by: times)
    }

    /// Sorts by numbers; equal ones stay in their order.
    private static func ordered(_ matches: [ListedMatch], by numbers: [Int64]) -> [ListedMatch] {
        let places = matches.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        return places.map { matches[$0] }
    }
}

/// The matches that a list of an event leaves out, because their form is not a match's.
package struct UnreadableMatches: Equatable {
    private struct Entry: Equatable {
        /// The match's key, or its place in the list: `match 3`.
        let name: String
        let reason: String
    }

    private var entries: [Entry] = []

    /// Begins with no match left out.
    package init() {}

    /// Matches that a sentence names one by one.
    private static let namedMax = 5

    /// Whether every match can be read.
    package var isEmpty: Bool { entries.isEmpty }

    /// Adds a match.
    ///
    /// - Parameters:
    ///   - place: its place in the list, from 0.
    mutating func append(_ json: JSON, at place: Int, _ error: MatchError) {
        let key = json["key"]?.stringValue.flatMap { MatchKey($0) }
        entries.append(
            Entry(name: key?.description ?? "match \(place + 1)", reason: error.description))
    }

    /// Which matches are left out and why, one sentence for each reason.
    ///
    /// - Returns: `2024necmp: left out 2024necmp_qm3: match.alliances.red.score: expected …, found …`.
    package func sentences(of event: EventKey) -> [String] {
        var reasons: [String] = []
        for entry in entries where !reasons.contains(entry.reason) { reasons.append(entry.reason) }
        return reasons.map { reason in
            let all = entries.filter { $0.reason == reason }.map { $0.name }
            let named = all.prefix(Self.namedMax).joined(separator: ", ")
            let more = all.count - Self.namedMax
            return "\(event): left out \(named)\(more > 0 ? " and \(more) more" : ""): \(reason)"
        }
    }
}
