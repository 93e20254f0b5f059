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
        let keyed = byKey(matches)
        let played = placed(
            placed(keyed.filter { $0.state != .unplayed }, at: { $0.match.scheduledSecond }),
            at: { $0.match.playedSecond })
        let coming = keyed.filter { $0.state == .unplayed }
        return played + placed(coming, at: { $0.match.expectedSecond })
    }

    /// Sorts by a time; a match without one keeps its place behind the match before it.
    private static func placed(
        _ matches: [ListedMatch], at time: (ListedMatch) -> Int64?
    ) -> [ListedMatch] {
        // Those without any match before them come first.
        var last = Int64.min
        var timed: [(time: Int64, place: Int)] = []
        for (place, match) in matches.enumerated() {
            last = time(match) ?? last
            timed.append((last, place))
        }
        return timed.sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map { matches[$0.place] }
    }

    /// Sorts by round, match and set.
    private static func byKey(_ matches: [ListedMatch]) -> [ListedMatch] {
        matches.map { (order: MatchKey($0.match.key), listed: $0) }.sorted { left, right in
            switch (left.order, right.order) {
            case (let left?, let right?): left < right
            // A key of another form, such as a practice match's, comes first.
            case (nil, _?): true
            case (_?, nil): false
            case (nil, nil): left.listed.match.key < right.listed.match.key
            }
        }.map { $0.listed }
    }
}
