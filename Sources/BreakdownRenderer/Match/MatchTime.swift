import UTC

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
