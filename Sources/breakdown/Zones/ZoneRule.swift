/// The rule at the end of a file of zone data, `EST5EDT,M3.2.0,M11.1.0` (POSIX, Base Definitions 8.3).
struct ZoneRule {
    private var rest: ArraySlice<UInt8>

    /// The rule in the form of our own table: `-300 -240 3.2.0/120 11.1.0/120`.
    ///
    /// - Returns: nil for another form, and for one that the table cannot express.
    static func table(_ text: ArraySlice<UInt8>) -> String? {
        var rule = ZoneRule(rest: text.prefix(200))
        guard rule.passName(), let west = rule.minutes() else { return nil }
        let standard = -west
        if rule.rest.isEmpty { return "\(standard)" }
        guard rule.passName() else { return nil }
        let summer: Int
        if rule.rest.first == comma {
            summer = standard + 60
        } else {
            guard let west = rule.minutes() else { return nil }
            summer = -west
        }
        guard let begins = rule.change(), let ends = rule.change(), rule.rest.isEmpty else {
            return nil
        }
        return "\(standard) \(summer) \(begins) \(ends)"
    }

    private static let comma = UInt8(ascii: ",")

    /// Passes `EST` or `<-03>`.
    private mutating func passName() -> Bool {
        let isQuoted = rest.first == UInt8(ascii: "<")
        let name =
            isQuoted
            ? rest.prefix { $0 != UInt8(ascii: ">") }
            : rest.prefix { (0x41...0x5A).contains($0 & ~0x20) }
        rest = rest.dropFirst(name.count + (isQuoted ? 1 : 0))
        return name.count >= 3
    }

    /// Reads `5`, `-5:30`, `+10:00:00`; nil if it has seconds.
    private mutating func minutes() -> Int? {
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard let hours = number() else { return nil }
        var minutes = hours * 60
        for unit in [1, 0] where rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard let part = number(), part < 60, unit > 0 || part == 0 else { return nil }
            minutes += part * unit
        }
        return isNegative ? -minutes : minutes
    }

    /// Reads `,M3.2.0/2` as `3.2.0/120`.
    private mutating func change() -> String? {
        guard pass(Self.comma), pass(UInt8(ascii: "M")), let month = number(),
            pass(UInt8(ascii: ".")), let week = number(), pass(UInt8(ascii: ".")),
            let weekday = number()
        else { return nil }
        guard pass(UInt8(ascii: "/")) else { return "\(month).\(week).\(weekday)/120" }
        return minutes().map { "\(month).\(week).\(weekday)/\($0)" }
    }

    private mutating func pass(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number of up to three digits.
    private mutating func number() -> Int? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
