import JSON
import MatchKeys
import Time

/// Whether something that is absent may still come.
///
/// Absence alone says nothing: the details of a match follow its score within minutes, and those of a match of
/// 2015 never came. The age of a match tells which of the two it is.
package enum StillExpected {
    /// After this time nothing is expected any more: a few days, because off-season events enter results late.
    private static let secondsMax: Int64 = 3 * 86_400

    /// Whether a match is so new that its score or details may still come.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    /// - Returns: true for the first days after the match, or before it.
    package static func isExpected(_ match: Match, at now: Int64) -> Bool {
        guard let second = match.playedSecond ?? match.expectedSecond else {
            return isExpected(ofYear: match.year, at: now)
        }
        return now - secondsMax < second
    }

    /// Whether matches of an event may still come.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    /// - Returns: true until a few days after the event.
    package static func isExpected(of event: EventFacts?, year: Int, at now: Int64) -> Bool {
        guard let last = event?.days?.last, let limit = day(at: now - secondsMax) else {
            return isExpected(ofYear: year, at: now)
        }
        return (limit.year, limit.month, limit.day)
            <= (Int64(last.year), Int64(last.month), Int64(last.day))
    }

    /// Whether The Blue Alliance itself gets no news of an event.
    package static func isDown(_ event: EventKey, by status: JSON) -> Bool {
        if status["is_datafeed_down"]?.boolValue == true { return true }
        return (status["down_events"]?.arrayValue ?? []).contains {
            $0.stringValue == event.description
        }
    }

    private static func isExpected(ofYear year: Int, at now: Int64) -> Bool {
        day(at: now).map { $0.year <= Int64(year) } ?? true
    }

    private static func day(at seconds: Int64) -> (year: Int64, month: Int64, day: Int64)? {
        EventZone.utc.time(atSeconds: seconds).map { ($0.year, $0.month, $0.day) }
    }
}
