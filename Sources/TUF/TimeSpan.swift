/// A span of time in words.
public enum TimeSpan {
    private static let units: [(name: String, short: String, seconds: Int64)] = [
        ("day", "d", 86_400), ("hour", "h", 3_600), ("minute", "min", 60), ("second", "s", 1),
    ]

    /// `40 seconds`, `12 minutes`, `2 h 5 min`, `3 days`; a negative span counts as zero.
    ///
    /// It shows the largest unit alone if there are ten of it or if nothing remains; else also the next smaller unit.
    public static func words(seconds: Int64) -> String {
        let seconds = max(0, seconds)
        let at = units.firstIndex { seconds >= $0.seconds } ?? units.count - 1
        let unit = units[at]
        let count = seconds / unit.seconds
        if count < 10, at + 1 < units.count {
            let smaller = units[at + 1]
            let rest = seconds % unit.seconds / smaller.seconds
            if rest > 0 { return "\(count) \(unit.short) \(rest) \(smaller.short)" }
        }
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }
}
