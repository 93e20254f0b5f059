import Text

/// The key of a match: `2024necmp_f1m1`; valid by construction.
public struct MatchKey: Hashable, Sendable, CustomStringConvertible {
    /// A round of an event.
    public enum Level: String, CaseIterable, Sendable {
        /// Qualification.
        case qm
        /// Eighth-finals.
        case ef
        /// Quarterfinals.
        case qf
        /// Semifinals, and every match of a double elimination before the finals.
        case sf
        /// Finals.
        case f
    }

    /// The event.
    public let event: EventKey
    /// The round.
    public let level: Level
    /// The set within a playoff round; 1 in the qualification.
    public let set: Int
    /// The match within its set, or within the qualification.
    public let number: Int

    /// Reads a key; capital letters make no difference.
    public init?(_ text: some StringProtocol) {
        self.init(bytes: Array(text.utf8)[...])
    }

    init?(bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count <= 16, let event = EventKey(bytes: parts[0]) else {
            return nil
        }
        let rest = parts[1].map { smallLetter($0) }
        guard let level = Level.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) })
        else { return nil }
        let numbers = rest.dropFirst(level.rawValue.utf8.count).split(
            separator: UInt8(ascii: "m"), omittingEmptySubsequences: false)
        let setDigitsMax = level == .f ? 1 : KeyLimits.setDigitsMax
        switch (level, numbers.count) {
        case (.qm, 1):
            guard let number = Self.number(numbers[0], KeyLimits.numberDigitsMax) else {
                return nil
            }
            (set, self.number) = (1, number)
        case (.ef, 2), (.qf, 2), (.sf, 2), (.f, 2):
            guard let set = Self.number(numbers[0], setDigitsMax),
                let number = Self.number(numbers[1], KeyLimits.numberDigitsMax)
            else { return nil }
            (self.set, self.number) = (set, number)
        default: return nil
        }
        self.event = event
        self.level = level
    }

    /// The key as the API writes it.
    public var description: String {
        level == .qm ? "\(event)_qm\(number)" : "\(event)_\(level.rawValue)\(set)m\(number)"
    }

    private static func number(_ digits: ArraySlice<UInt8>, _ digitsMax: Int) -> Int? {
        guard (1...digitsMax).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
        let number = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
        return number > 0 ? number : nil
    }
}

extension MatchKey: Comparable {
    /// Whether a match comes before another one: by event, round, match, then set.
    ///
    /// Matches of one event are in the order in which they are usually played; a replay is played earlier.
    public static func < (left: MatchKey, right: MatchKey) -> Bool {
        if left.event != right.event {
            return left.event.description.utf8.lexicographicallyPrecedes(
                right.event.description.utf8)
        }
        return left.playOrder < right.playOrder
    }

    /// Larger for a match that is usually played later at its event.
    package var playOrder: Int64 {
        let round = Level.allCases.firstIndex(of: level) ?? 0
        // A number has three digits at most, a set two.
        return Int64(round * 100_000 + number * 100 + set)
    }
}
