import CEL

/// Time zones: offsets such as `-02:30`, and names such as `America/New_York`.
enum TimeZone {
    /// How many seconds clocks are ahead of UTC; an error for a name before the first year of its
    /// rule.
    static func offset(_ zone: String, atSeconds seconds: Int64) throws(FunctionError) -> Int64 {
        if let fixed = fixedOffset(zone) { return fixed }
        guard let known = zones.places[zone].map({ zones.all[$0] }) else {
            throw unreadable(
                "time zone", "an offset such as '-05:00' or a name such as 'America/New_York'", zone
            )
        }
        let year = CivilTime(seconds: seconds).year
        guard year >= known.firstYear else {
            throw FunctionError(
                .badArgument,
                "time zone: expected a time from \(known.firstYear) on for '\(zone)', "
                    + "found one in \(year)")
        }
        return known.rule.offset(atSeconds: seconds)
    }

    /// `+HH:MM`, `-HH:MM` or `HH:MM` in seconds.
    private static func fixedOffset(_ zone: String) -> Int64? {
        var digits = Array(zone.utf8)[...]
        var sign: Int64 = 1
        if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            digits.removeFirst()
        }
        guard digits.count == 5, digits.remove(at: digits.startIndex + 2) == UInt8(ascii: ":"),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let numbers = digits.map { Int64($0 - UInt8(ascii: "0")) }
        let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        return hours < 24 && minutes < 60 ? sign * (hours * 60 + minutes) * 60 : nil
    }

    private struct Zone {
        let rule: Rule
        let firstYear: Int64
    }

    /// The table, with the index of each name's zone; it is read at the first use of a name.
    private static let zones: (places: [String: Int], all: [Zone]) = {
        var places: [String: Int] = [:]
        var zones: [Zone] = []
        var rule = Rule(standard: 0)
        for line in Array(table.utf8).split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: ":") {
                rule = Rule(line.dropLast())
                continue
            }
            for entry in line.split(separator: UInt8(ascii: " ")) {
                let parts = entry.split(separator: UInt8(ascii: "="))
                let name = String(decoding: parts[0], as: UTF8.self)
                places[name] = zones.count
                zones.append(Zone(rule: rule, firstYear: number(parts[1])))
            }
        }
        return (places, zones)
    }()

    /// Reads a number of the table.
    private static func number(_ text: ArraySlice<UInt8>) -> Int64 {
        let isNegative = text.first == UInt8(ascii: "-")
        let size = text.dropFirst(isNegative ? 1 : 0).reduce(0) {
            $0 * 10 + Int64($1 - UInt8(ascii: "0"))
        }
        return isNegative ? -size : size
    }
}

extension TimeZone {
    /// How far a zone's clocks are ahead of UTC during a year.
    struct Rule: Equatable {
        /// Seconds ahead of UTC without ``summer``, or before and after it.
        let standard: Int64
        /// Seconds ahead of UTC in summer, and when it begins and ends.
        private(set) var summer: Summer?

        /// The part of the year with other clocks.
        struct Summer: Equatable {
            let offset: Int64
            let begins: Change
            let ends: Change
        }

        init(standard: Int64) {
            self.standard = standard
        }

        /// Reads `-300 -240 3.2.0/120 11.1.0/120`, or a single number.
        init(_ text: ArraySlice<UInt8>) {
            let parts = text.split(separator: UInt8(ascii: " "))
            standard = number(parts[0]) * 60
            guard parts.count == 4 else { return }
            summer = Summer(
                offset: number(parts[1]) * 60, begins: Change(parts[2]), ends: Change(parts[3]))
        }

        /// Seconds ahead of UTC at a moment.
        func offset(atSeconds seconds: Int64) -> Int64 {
            guard let summer else { return standard }
            let year = CivilTime(seconds: seconds + standard).year
            let begins = summer.begins.seconds(in: year) - standard
            let ends = summer.ends.seconds(in: year) - summer.offset
            // South of the equator summer includes the turn of the year.
            let isSummer =
                begins < ends
                ? begins <= seconds && seconds < ends : begins <= seconds || seconds < ends
            return isSummer ? summer.offset : standard
        }
    }

    /// A day of each year, as `month.week.weekday/minute`; week 5 is the last.
    struct Change: Equatable {
        private let numbers: [Int64]

        init(_ text: ArraySlice<UInt8>) {
            let parts = text.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            numbers = parts.map { number($0) }
        }

        /// When clocks are changed, in seconds of local time.
        func seconds(in year: Int64) -> Int64 {
            let (month, week, weekday, minute) = (numbers[0], numbers[1], numbers[2], numbers[3])
            let first = CivilTime.days(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = (first + 4).dividedDown(by: 7).rest
            var day = (weekday - firstWeekday).dividedDown(by: 7).rest + 7 * (week - 1)
            while day >= CivilTime.length(ofMonth: month, year: year) { day -= 7 }
            return (first + day) * 86_400 + minute * 60
        }
    }
}
