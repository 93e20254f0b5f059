import Time

/// The words for times in lists.
package enum ClockText {
    /// `Sat 14:32`; in UTC, with its name, if the zone is unknown.
    static func dayAndTime(_ seconds: Int64, in zone: EventZone?) -> String? {
        if let time = zone?.time(atSeconds: seconds) { return "\(day(time)) \(clock(time))" }
        return EventZone.utc.time(atSeconds: seconds).map { "\(day($0)) \(clock($0)) UTC" }
    }

    /// `Sat 6 Apr 14:32`.
    package static func now(_ seconds: Int64, in zone: EventZone?) -> String {
        let local = zone?.time(atSeconds: seconds)
        guard let time = local ?? EventZone.utc.time(atSeconds: seconds) else { return "" }
        let month = months.indices.contains(Int(time.month) - 1) ? months[Int(time.month) - 1] : ""
        return "\(day(time)) \(time.day) \(month) \(clock(time))\(local == nil ? " UTC" : "")"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func day(_ time: CivilTime) -> String {
        let index = Int(time.dayOfWeek)
        return days.indices.contains(index) ? days[index] : ""
    }

    private static func clock(_ time: CivilTime) -> String {
        "\(time.hour):\(time.minute < 10 ? "0" : "")\(time.minute)"
    }
}

extension MatchTime {
    /// `Sat 14:32`, with `~` before a time that is only expected.
    func shortText(in zone: EventZone?) -> String? {
        ClockText.dayAndTime(seconds, in: zone).map { isActual ? $0 : "~\($0)" }
    }
}

extension EventFacts {
    /// The event's days, if known.
    package var dateText: String? {
        days.map { CalendarDay.text(from: $0.first, to: $0.last) }
    }
}
