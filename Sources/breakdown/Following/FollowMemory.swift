import BreakdownRenderer
import JSON

/// What was said about each match of an event, so that only changes are said.
struct FollowMemory {
    private var told: [String: ReportedMatch] = [:]

    /// The most keys that are remembered: no event has so many matches.
    private static let keysMax = 5_000

    /// A match about which something else is to be said than before.
    struct News {
        let listed: ListedMatch
        /// What was said before; nil if the match is new.
        let earlier: ReportedMatch?

        /// What was wrong in what was said before: `corrected: 32–71 (was 32–41)`; nil if nothing was.
        var change: String? {
            earlier.flatMap { ReportedMatch.correction(of: $0, to: ReportedMatch(listed)) }
        }

        /// The same as a sentence below a table: `Qual 20 corrected: 32–71 (was 32–41)`.
        var note: String? { change.map { "\(listed.shortName) \($0)" } }

        /// The member `replaces` of a line of JSON: null for a new match.
        var replaces: JSON { earlier?.json ?? .null }
    }

    /// Finds what is new since the last call, and remembers it.
    ///
    /// The data is not append-only: a score is corrected, details change or go away, and a match returns to
    /// unplayed because it is played again. Each of these is news, with what was said before. A match that
    /// vanishes from the list is not: a list without it says nothing about it. When it comes back, it is
    /// compared with what was said.
    ///
    /// - Parameter matches: the matches of the event, in play order.
    /// - Returns: those that differ from what was said, in the same order.
    mutating func news(in matches: [ListedMatch]) -> [News] {
        matches.compactMap { listed in
            let key = listed.match.key
            let (earlier, now) = (told[key], ReportedMatch(listed))
            guard earlier != now else { return nil }
            guard earlier != nil || told.count < Self.keysMax else { return nil }
            told[key] = now
            return News(listed: listed, earlier: earlier)
        }
    }
}
