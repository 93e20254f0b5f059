/// In the Gregorian calendar, even for times before it was introduced.
package struct CivilTime: Equatable {
    package var year: Int64
    /// From 1.
    package var month: Int64
    /// From 1.
    package var day: Int64
    package var hour: Int64
    package var minute: Int64
    package var second: Int64

    /// The time this many seconds after 1970-01-01T00:00:00.
    package init(seconds: Int64) {
        let (days, rest) = seconds.dividedDown(by: 86_400)
        // Years are counted from March, so that the leap day is the last; eras are 400 years.
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.dividedDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    package static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return days(year: next.0, month: next.1, day: 1) - days(year: year, month: month, day: 1)
    }

    /// From 0 on Sunday to 6.
    package var dayOfWeek: Int64 {
        // 1970-01-01 was a Thursday.
        (Self.days(year: year, month: month, day: day) + 4).dividedDown(by: 7).rest
    }
}

extension Int64 {
    /// Quotient rounded down and rest, which has the divisor's sign; the divisor is positive.
    package func dividedDown(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
