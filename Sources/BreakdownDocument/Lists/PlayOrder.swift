import BreakdownRenderer
import MatchKeys

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
