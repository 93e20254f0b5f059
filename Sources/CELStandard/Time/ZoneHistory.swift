import CEL

/// How far a zone's clocks have been ahead of UTC, from the system's zone data.
///
/// The table of this module knows the rule of today only; a zone's past is on most machines.
package struct ZoneHistory: Equatable, Sendable {
    /// A moment from which on clocks are this far ahead.
    package struct Change: Equatable, Sendable {
        /// Seconds since 1970, UTC.
        package let second: Int64
        /// Seconds ahead of UTC.
        package let offset: Int64

        /// Describes a change.
        package init(second: Int64, offset: Int64) {
            self.second = second
            self.offset = offset
        }
    }

    private let changes: [Change]
    private let rule: TimeZone.Rule?

    /// Collects a zone's changes.
    ///
    /// - Parameters:
    ///   - changes: in the order of time.
    ///   - rule: what holds after the last change, as the table writes it: `-300 -240 3.2.0/120 11.1.0/120`;
    ///     nil if that is unknown. The result is nil if it has another form, or the changes another order.
    package init?(changes: [Change], rule: String?) {
        guard zip(changes, changes.dropFirst()).allSatisfy({ $0.second < $1.second }) else {
            return nil
        }
        self.changes = changes
        guard let rule else {
            self.rule = nil
            return
        }
        guard let read = TimeZone.Rule(checked: rule) else { return nil }
        self.rule = read
    }

    /// Seconds that clocks were ahead of UTC; nil before the first change, and where nothing is known.
    func offset(atSeconds seconds: Int64) -> Int64? {
        guard let last = changes.last else { return rule?.offset(atSeconds: seconds) }
        if seconds >= last.second { return rule?.offset(atSeconds: seconds) }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].second <= seconds { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? changes[low - 1].offset : nil
    }
}

extension TimeZone.Rule {
    /// Reads a rule in the form of the table; nil for every other text.
    init?(checked text: String) {
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: " "))
        guard parts.count == 1 || parts.count == 4, parts.prefix(2).allSatisfy(Self.isMinutes),
            parts.dropFirst(2).allSatisfy(Self.isChange)
        else { return nil }
        self.init(bytes[...])
    }

    /// Whether a text is a number of minutes up to a week.
    private static func isMinutes(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.dropFirst(text.first == UInt8(ascii: "-") ? 1 : 0)
        return (1...5).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a text is `month.week.weekday/minutes`.
    private static func isChange(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "/"))
        guard parts.count == 2, isMinutes(parts[1]) else { return false }
        let numbers = parts[0].split(separator: UInt8(ascii: ".")).map { part in
            isMinutes(part) ? part.reduce(0) { $0 * 10 + Int($1) - 0x30 } : -1
        }
        return numbers.count == 3 && (1...12).contains(numbers[0]) && (1...5).contains(numbers[1])
            && (0...6).contains(numbers[2])
    }
}
