import BreakdownRenderer
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
