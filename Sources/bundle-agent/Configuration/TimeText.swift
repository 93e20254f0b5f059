/// A stretch of time as people type it: 90s, 15m, 2h, 3d.
enum TimeText {
    private static let units: [(unit: Character, seconds: Int)] = [
        ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    /// Reads a number from 1 with `s`, `m`, `h` or `d` after it; nil for any other text.
    static func parse(_ text: String) -> Duration? {
        guard let unit = units.first(where: { $0.unit == text.last }),
            let number = Int(text.dropLast()), number > 0, number <= 1_000_000
        else { return nil }
        return .seconds(number * unit.seconds)
    }

    /// Whole seconds as people type them, in the largest unit that leaves no rest.
    static func text(_ time: Duration) -> String {
        let seconds = Int(time.components.seconds)
        let unit = units.first { seconds % $0.seconds == 0 && seconds > 0 } ?? ("s", 1)
        return "\(seconds / unit.seconds)\(unit.unit)"
    }
}
