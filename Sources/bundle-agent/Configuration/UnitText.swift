/// A number with its unit, as people type it: 90s, 15m, 256M.
struct UnitText: Sendable {
    /// The units, the largest first.
    private let units: [(unit: String, amount: Int)]
    private let numberMax: Int

    /// Bytes: a number from 1 with `k`, `M`, `G` or nothing after it.
    static let bytes = UnitText(
        units: [("G", 1_000_000_000), ("M", 1_000_000), ("k", 1_000), ("", 1)],
        numberMax: 1_000_000_000)
    /// Seconds: a number from 1 with `s`, `m`, `h` or `d` after it.
    static let seconds = UnitText(
        units: [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)], numberMax: 1_000_000)

    /// Reads an amount; nil for any other text.
    func parse(_ text: String) -> Int? {
        guard let (unit, amount) = units.first(where: { text.hasSuffix($0.unit) }),
            let number = Int(text.dropLast(unit.count)), 1...numberMax ~= number
        else { return nil }
        return number * amount
    }

    /// An amount in the largest unit that leaves no rest.
    func text(_ amount: Int) -> String {
        let unit = units.first { amount > 0 && amount % $0.amount == 0 } ?? units[units.count - 1]
        return "\(amount / unit.amount)\(unit.unit)"
    }

    /// Reads a stretch of time; nil for any other text.
    static func time(_ text: String) -> Duration? { seconds.parse(text).map { .seconds($0) } }

    /// Whole seconds as people type them.
    static func time(_ time: Duration) -> String { seconds.text(Int(time.components.seconds)) }
}
