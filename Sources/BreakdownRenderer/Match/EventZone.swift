import Text
import Time

/// The time zone of an event.
public struct EventZone: Equatable, Sendable {
    /// The name in the tz database: `America/New_York`.
    public let name: String

    /// Names a zone.
    ///
    /// - Parameter name: the name; nothing is known about the times of an unknown one.
    public init(_ name: String) {
        self.name = name
    }

    /// Where nothing is known about an event.
    static let utc = EventZone("UTC")

    /// The local date and time.
    ///
    /// - Parameter seconds: seconds since 1970, UTC.
    /// - Returns: nil if the zone or the moment is unknown here.
    package func time(atSeconds seconds: Int64) -> CivilTime? {
        ZoneClocks(name)?.time(atSeconds: seconds)
    }
}

extension EventZone: ExpressibleByStringLiteral {
    /// Names a zone.
    public init(stringLiteral name: String) { self.init(name) }
}

/// The clocks of the time zones that have events, by the rules of today (release 2025b of the tz database).
///
/// What was before the first year of a rule is unknown here, and not guessed.
struct ZoneClocks {
    /// Minutes ahead of UTC in winter; in summer an hour more.
    private let minutes: Int64
    private let summer: Summer?
    /// From this year on the rule gives the time of each day.
    let firstYear: Int64
    let names: [String]

    private init(_ minutes: Int64, _ summer: Summer?, since firstYear: Int64, _ names: String...) {
        (self.minutes, self.summer) = (minutes, summer)
        (self.firstYear, self.names) = (firstYear, names)
    }

    static let all = [
        ZoneClocks(-600, nil, since: 1948, "Pacific/Honolulu"),
        ZoneClocks(-540, .northAmerica, since: 2007, "America/Anchorage"),
        ZoneClocks(-480, .northAmerica, since: 2007, "America/Los_Angeles", "America/Vancouver"),
        ZoneClocks(-480, .northAmerica, since: 2010, "America/Tijuana"),
        ZoneClocks(
            -420, .northAmerica, since: 2007, "America/Boise", "America/Denver", "America/Edmonton"),
        ZoneClocks(-420, .northAmerica, since: 2023, "America/Ciudad_Juarez"),
        ZoneClocks(-420, nil, since: 1999, "America/Hermosillo", "America/Phoenix"),
        ZoneClocks(-420, nil, since: 2023, "America/Mazatlan"),
        ZoneClocks(
            -360, .northAmerica, since: 2007, "America/Chicago", "America/Menominee",
            "America/Winnipeg"),
        ZoneClocks(-360, nil, since: 1961, "America/Regina"),
        ZoneClocks(
            -360, nil, since: 2023, "America/Chihuahua", "America/Merida", "America/Mexico_City",
            "America/Monterrey"),
        ZoneClocks(
            -300, .northAmerica, since: 2007, "America/Detroit", "America/Indiana/Indianapolis",
            "America/Kentucky/Louisville", "America/Montreal", "America/New_York", "America/Toronto"
        ),
        ZoneClocks(-300, nil, since: 2016, "America/Bogota", "America/Cancun", "America/Panama"),
        ZoneClocks(-240, .northAmerica, since: 2007, "America/Halifax"),
        ZoneClocks(-240, .chile, since: 2023, "America/Santiago"),
        ZoneClocks(-240, nil, since: 2001, "America/Puerto_Rico", "America/Santo_Domingo"),
        ZoneClocks(-210, .northAmerica, since: 2012, "America/St_Johns"),
        ZoneClocks(-180, nil, since: 2020, "America/Argentina/Buenos_Aires", "America/Sao_Paulo"),
        ZoneClocks(0, nil, since: 1, "UTC"),
        ZoneClocks(0, .europe(60), since: 1996, "Europe/London"),
        ZoneClocks(
            60, .europe(120), since: 1996, "Europe/Amsterdam", "Europe/Berlin", "Europe/Paris",
            "Europe/Stockholm", "Europe/Warsaw", "Europe/Zurich"),
        ZoneClocks(120, .europe(180), since: 1996, "Europe/Athens", "Europe/Bucharest"),
        ZoneClocks(120, .israel, since: 2013, "Asia/Jerusalem"),
        ZoneClocks(120, nil, since: 2014, "Africa/Johannesburg", "Africa/Tripoli"),
        ZoneClocks(180, nil, since: 2017, "Europe/Istanbul"),
        ZoneClocks(240, nil, since: 1920, "Asia/Dubai"),
        ZoneClocks(300, nil, since: 2025, "Asia/Almaty"),
        ZoneClocks(330, nil, since: 1946, "Asia/Calcutta", "Asia/Kolkata"),
        ZoneClocks(420, nil, since: 1976, "Asia/Bangkok", "Asia/Ho_Chi_Minh"),
        ZoneClocks(
            480, nil, since: 2010, "Asia/Hong_Kong", "Asia/Manila", "Asia/Shanghai",
            "Asia/Singapore", "Asia/Taipei", "Australia/Perth"),
        ZoneClocks(540, nil, since: 1989, "Asia/Seoul", "Asia/Tokyo"),
        ZoneClocks(570, .australia, since: 2008, "Australia/Adelaide"),
        ZoneClocks(600, nil, since: 1993, "Australia/Brisbane", "Pacific/Guam"),
        ZoneClocks(600, .australia, since: 2008, "Australia/Melbourne", "Australia/Sydney"),
        ZoneClocks(720, .newZealand, since: 2008, "Pacific/Auckland"),
    ]

    /// Finds a zone by its name in the tz database; nil for one without events.
    init?(_ name: String) {
        let found = Self.all.first { $0.names.contains { $0.hasSameCodePoints(as: name) } }
        guard let found else { return nil }
        self = found
    }

    /// What the clocks show at a moment of the years 1 to 9999, in seconds since 1970; nil if it is unknown.
    func time(atSeconds seconds: Int64) -> CivilTime? {
        guard UTCTime(unixSeconds: seconds).unixSeconds == seconds,
            CivilTime(seconds: seconds).year >= firstYear
        else { return nil }
        let winter = seconds + minutes * 60
        guard let summer else { return CivilTime(seconds: winter) }
        let year = CivilTime(seconds: winter).year
        let begins = summer.begins.seconds(in: year)
        // The end is a time of summer.
        let ends = summer.ends.seconds(in: year) - 3_600
        // South of the equator summer includes the turn of the year.
        let isSummer =
            begins < ends
            ? begins <= winter && winter < ends : begins <= winter || winter < ends
        return CivilTime(seconds: isSummer ? winter + 3_600 : winter)
    }
}

/// The part of the year in which clocks are an hour ahead.
private struct Summer {
    let begins: Change
    let ends: Change

    /// A day of each year; its week from 1, of which 5 is the last, and its weekday from 0 for Sunday.
    struct Change {
        let month: Int64
        let week: Int64
        let weekday: Int64
        /// Minutes of local time from the beginning of the day.
        let minute: Int64

        init(_ month: Int64, _ week: Int64, _ weekday: Int64, minute: Int64 = 120) {
            (self.month, self.week) = (month, week)
            (self.weekday, self.minute) = (weekday, minute)
        }

        /// When clocks are changed, in seconds of local time since 1970.
        func seconds(in year: Int64) -> Int64 {
            let first = CivilTime.days(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = (first + 4).dividedDown(by: 7).rest
            var day = (weekday - firstWeekday).dividedDown(by: 7).rest + 7 * (week - 1)
            while day >= CivilTime.length(ofMonth: month, year: year) { day -= 7 }
            return (first + day) * 86_400 + minute * 60
        }
    }

    static let northAmerica = Summer(begins: Change(3, 2, 0), ends: Change(11, 1, 0))
    static let israel = Summer(begins: Change(3, 4, 4, minute: 1_560), ends: Change(10, 5, 0))
    static let australia = Summer(begins: Change(10, 1, 0), ends: Change(4, 1, 0, minute: 180))
    static let newZealand = Summer(begins: Change(9, 5, 0), ends: Change(4, 1, 0, minute: 180))
    static let chile = Summer(
        begins: Change(9, 1, 6, minute: 1_440), ends: Change(4, 1, 6, minute: 1_440))

    /// In all zones at the same moment: this minute of local time.
    static func europe(_ minute: Int64) -> Summer {
        Summer(
            begins: Change(3, 5, 0, minute: minute), ends: Change(10, 5, 0, minute: minute + 60))
    }
}
