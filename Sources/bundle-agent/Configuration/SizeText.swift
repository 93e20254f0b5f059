/// A number of bytes as people type it: 500k, 256M, 1G.
enum SizeText {
    private static let units: [(unit: Character, bytes: Int)] = [
        ("G", 1_000_000_000), ("M", 1_000_000), ("k", 1_000),
    ]

    /// Reads a number from 1 with `k`, `M`, `G` or nothing after it; nil for any other text.
    static func parse(_ text: String) -> Int? {
        let unit = units.first { $0.unit == text.last }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()),
            1...1_000_000_000 ~= number
        else { return nil }
        return number * (unit?.bytes ?? 1)
    }

    /// Bytes as people type them, in the largest unit that leaves no rest.
    static func text(_ bytes: Int) -> String {
        guard let unit = units.first(where: { bytes % $0.bytes == 0 && bytes > 0 }) else {
            return "\(bytes)"
        }
        return "\(bytes / unit.bytes)\(unit.unit)"
    }
}
