/// A time in whole seconds, in the form that all our files use: `2026-11-21T02:30:00Z`.
public struct UTCTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let unixSeconds: Int64

    /// Makes a time.
    ///
    /// - Parameter unixSeconds: since 1970; limited to the years 0001 to 9999.
    public init(unixSeconds: Int64) {
        self.unixSeconds = min(max(unixSeconds, Self.yearOne), Self.lastOfYear9999)
    }

    /// Reads only `YYYY-MM-DDTHH:MM:SSZ` (TUF specification 4.2.1); nil for other texts.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54,
            bytes[13] == 0x3A, bytes[16] == 0x3A, bytes[19] == 0x5A,
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            year >= 1, (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        self.init(unixSeconds: days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// The time this many seconds later, or earlier if negative.
    ///
    /// - Parameter seconds: how far; the result is limited to the years 0001 to 9999.
    public func advanced(bySeconds seconds: Int64) -> UTCTime {
        let (sum, overflow) = unixSeconds.addingReportingOverflow(seconds)
        return UTCTime(unixSeconds: overflow ? (seconds > 0 ? .max : .min) : sum)
    }

    /// Whether the left time is earlier.
    public static func < (left: UTCTime, right: UTCTime) -> Bool {
        left.unixSeconds < right.unixSeconds
    }

    /// `2026-11-21T02:30:00Z`.
    public var description: String {
        let days = unixSeconds.floorDivided(by: 86_400)
        let second = unixSeconds - days * 86_400
        let (year, month, day) = Self.date(daysSince1970: days)
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
        return "\(date)T\(clock.joined(separator: ":"))Z"
    }
}

// MARK: - Calendar (proleptic Gregorian; eras of 400 years, years counted from March)

extension UTCTime {
    private static let yearOne: Int64 = -62_135_596_800
    private static let lastOfYear9999: Int64 = 253_402_300_799

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        return value
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
