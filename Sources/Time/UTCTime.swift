/// A time in whole seconds, in the form that all our files use: `2026-11-21T02:30:00Z`.
public struct UTCTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let unixSeconds: Int64

    /// Makes a time, limited to the years 0001 to 9999.
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
            (1...CivilTime.length(ofMonth: month, year: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = CivilTime.days(year: year, month: month, day: day)
        self.init(unixSeconds: days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// The time this many seconds later, or earlier if negative, limited to the years 0001 to 9999.
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
        let time = CivilTime(seconds: unixSeconds)
        let date = [time.month, time.day].map { Self.padded($0, 2) }
        let clock = [time.hour, time.minute, time.second].map { Self.padded($0, 2) }
        return "\(Self.padded(time.year, 4))-\(date.joined(separator: "-"))"
            + "T\(clock.joined(separator: ":"))Z"
    }

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
}
