import Testing

@testable import CEL

@Suite struct TimeTests {
    static let cases = [
        Case("timestamp('2024-02-29T12:30:45.25+02:00')", "timestamp 2024-02-29T10:30:45.25Z"),
        Case("timestamp(0)", "timestamp 1970-01-01T00:00:00Z"),
        Case("string(timestamp(-1))", "'1969-12-31T23:59:59Z'"),
        Case("int(timestamp('2004-09-16T23:59:59Z'))", "1095379199"),
        Case(
            "[timestamp('0001-01-01T00:00:00Z'), timestamp('9999-12-31T23:59:59.999999999Z')]",
            "[timestamp 0001-01-01T00:00:00Z, timestamp 9999-12-31T23:59:59.999999999Z]"),
        Case(
            "timestamp('2023-02-29T00:00:00Z')",
            "error 1: timestamp: expected a time such as '2023-02-03T23:31:20Z', found '2023-02-29T00:00:00Z'"
        ),
        Case(
            "timestamp('2023-02-03 23:31:20Z')",
            "error 1: timestamp: expected a time such as '2023-02-03T23:31:20Z', found '2023-02-03 23:31:20Z'"
        ),
        Case(
            "timestamp('0001-01-01T00:00:00+01:00')",
            "error 1: timestamp: expected a time such as '2023-02-03T23:31:20Z', found '0001-01-01T00:00:00+01:00'"
        ),
        Case(
            "timestamp(9223372036854775807)",
            "error 1: timestamp: expected seconds within the years 1 to 9999, found 9223372036854775807"
        ),
        Case(
            "[duration('1h30m5.5s'), duration('-1.5ms'), duration('0'), duration('+1us')]",
            "[duration 5405.5s, duration -0.0015s, duration 0s, duration 0.000001s]"),
        Case(
            "[duration('-9223372036854775807ns'), duration('.5h')]",
            "[duration -9223372036.854775807s, duration 1800s]"),
        Case(
            "duration('9223372036854775808ns')",
            "error 1: duration: expected a span up to 292 years such as '1h30m', found '9223372036854775808ns'"
        ),
        Case(
            "duration('1')",
            "error 1: duration: expected a span up to 292 years such as '1h30m', found '1'"),
        Case(
            "duration('')",
            "error 1: duration: expected a span up to 292 years such as '1h30m', found ''"),
        Case("string(duration('90s')) + string(duration('-1ns'))", "'90s-0.000000001s'"),
        Case(
            "timestamp('2023-12-31T23:59:59.5Z') + duration('500ms')",
            "timestamp 2024-01-01T00:00:00Z"),
        Case(
            "timestamp('2024-03-01T00:00:00Z') - timestamp('2024-02-28T00:00:00Z')",
            "duration 172800s"),
        Case(
            "timestamp('9999-12-31T23:59:59Z') + duration('1s')",
            "error 1: '+': expected a time in the years 1 to 9999 or a span up to 292 years"),
        Case("duration('1s') - duration('1ms') < duration('1s')", "true"),
        Case(
            "cel.bind(t, timestamp('2009-02-13T23:31:30.123Z'), [t.getFullYear(), t.getMonth(), t.getDate(), "
                + "t.getDayOfMonth(), t.getDayOfWeek(), t.getDayOfYear(), t.getHours(), t.getMinutes(), t.getSeconds(), "
                + "t.getMilliseconds()])", "[2009, 1, 13, 12, 5, 43, 23, 31, 30, 123]"),
        Case("duration('3h25m45.5s').getHours() + duration('3h25m45.5s').getMinutes()", "208"),
        Case("timestamp('2009-02-13T23:31:30Z').getHours('+05:30')", "5"),
        Case("timestamp('2009-02-13T23:31:30Z').getDate('-02:30')", "13"),
    ]

    static let zones = [
        // Both sides of the two changes of 2024, at 2 o'clock of local time.
        Case("timestamp('2024-03-10T06:59:59Z').getHours('America/New_York')", "1"),
        Case("timestamp('2024-03-10T07:00:00Z').getHours('America/New_York')", "3"),
        Case("timestamp('2024-11-03T05:59:59Z').getHours('America/New_York')", "1"),
        Case("timestamp('2024-11-03T06:00:00Z').getHours('America/New_York')", "1"),
        Case("timestamp('2024-11-03T07:00:00Z').getHours('America/New_York')", "2"),
        // South of the equator summer is over the turn of the year.
        Case("timestamp('2024-01-01T00:00:00Z').getHours('Australia/Sydney')", "11"),
        Case("timestamp('2024-07-01T00:00:00Z').getHours('Australia/Sydney')", "10"),
        Case("timestamp('2024-07-01T00:00:00Z').getMinutes('Asia/Kathmandu')", "45"),
        Case("timestamp('2024-12-31T23:30:00Z').getFullYear('Asia/Tokyo')", "2025"),
        Case("timestamp('2024-07-01T00:00:00Z').getHours('UTC')", "0"),
        Case(
            "timestamp('2015-07-01T00:00:00Z').getHours('America/Sao_Paulo')",
            "error 1: time zone: expected a time from 2020 on for 'America/Sao_Paulo', found one in 2015"
        ),
        Case(
            "timestamp('2024-07-01T00:00:00Z').getHours('Mars/Olympus')",
            "error 1: time zone: expected an offset such as '-05:00' or a name such as "
                + "'America/New_York', found 'Mars/Olympus'"),
        Case(
            "timestamp('2024-07-01T00:00:00Z').getHours('+24:00')",
            "error 1: time zone: expected an offset such as '-05:00' or a name such as "
                + "'America/New_York', found '+24:00'"),
    ]

    @Test(arguments: cases) func reckons(_ example: Case) { example.check() }
    @Test(arguments: zones) func knowsZones(_ example: Case) { example.check() }

    @Test func everyDayHasItsDate() {
        var expected = CivilTime(seconds: -62_135_596_800)
        for day in stride(from: Int64(-62_135_596_800), to: 253_402_300_800, by: 86_400 * 97) {
            let time = CivilTime(seconds: day)
            #expect(time.seconds == day)
            #expect((1...CivilTime.length(ofMonth: time.month, year: time.year)).contains(time.day))
            #expect((time.year, time.month) >= (expected.year, expected.month))
            expected = time
        }
    }
}
