import CEL
import Time

/// When a match was or will be played.
public struct MatchTime: Equatable, Sendable {
    /// Seconds since 1970, UTC.
    public let seconds: Int64
    /// Whether the match was started at this time; otherwise it is predicted or scheduled for it.
    public let isActual: Bool

    /// The local date and time, `6 Apr 2024, 14:32`.
    ///
    /// - Returns: nil if the zone is unknown here.
    func text(in zone: EventZone) -> String? {
        guard let time = zone.time(atSeconds: seconds) else { return nil }
        let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
        return "\(CalendarDay(time).text), \(time.hour):\(minute)"
    }
}

/// A day of the Gregorian calendar.
public struct CalendarDay: Equatable, Comparable, Sendable {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Reads `2024-04-06`.
    ///
    /// - Parameter text: a date of RFC 3339.
    ///   The result is nil for another form, and for a day that does not exist.
    public init?(text: String) {
        let parts = text.pieces(between: "-", omittingEmpty: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            parts[2].utf8.count == 2, let year = Int64(parts[0]), let month = Int64(parts[1]),
            let day = Int64(parts[2]), year >= 1, (1...12).contains(month), day >= 1,
            day <= CivilTime.length(ofMonth: month, year: year)
        else { return nil }
        (self.year, self.month, self.day) = (Int(year), Int(month), Int(day))
    }

    /// The day that a local clock shows.
    init(_ time: CivilTime) {
        (year, month, day) = (Int(time.year), Int(time.month), Int(time.day))
    }

    /// Whether one day is before another.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The day for people: `6 Apr 2024`.
    public var text: String { "\(day) \(monthName) \(year)" }

    /// The days from one to another: `3–6 Apr 2024`, `30 Mar – 2 Apr 2024`.
    package static func text(from first: CalendarDay, to last: CalendarDay) -> String {
        if first == last { return first.text }
        guard first.year == last.year else { return "\(first.text) – \(last.text)" }
        guard first.month == last.month else {
            return "\(first.day) \(first.monthName) – \(last.text)"
        }
        return "\(first.day)–\(last.text)"
    }

    private var monthName: String {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return names.indices.contains(month - 1) ? names[month - 1] : "?"
    }
}
