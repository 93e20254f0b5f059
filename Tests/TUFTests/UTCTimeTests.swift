import TUF
import Testing

@Suite struct UTCTimeTests {
    @Test(
        "a time is read and written the same",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:34:56Z", 951_827_696),
            ("2026-11-21T02:30:00Z", 1_795_228_200),
            ("1969-12-31T23:59:59Z", -1),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ] as [(String, Int64)])
    func reads(text: String, unixSeconds: Int64) {
        #expect(UTCTime(text)?.unixSeconds == unixSeconds)
        #expect(UTCTime(unixSeconds: unixSeconds).description == text)
    }

    @Test(
        "a text that is no such time is refused",
        arguments: [
            "", "2026-11-21", "2026-11-21T02:30:00", "2026-11-21T02:30:00z",
            "2026-11-21 02:30:00Z", "2026-11-21T02:30:00.5Z", "2026-11-21T02:30:00+00:00",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z",
            "0000-01-01T00:00:00Z", "20x6-01-01T00:00:00Z", "+026-01-01T00:00:00Z",
            "２026-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
        ])
    func refuses(text: String) {
        #expect(UTCTime(text) == nil)
    }

    @Test("times beyond the years 1 to 9999 are held to them")
    func bounds() {
        #expect(UTCTime(unixSeconds: .max).description == "9999-12-31T23:59:59Z")
        #expect(UTCTime(unixSeconds: .min).description == "0001-01-01T00:00:00Z")
        let now = UTCTime(unixSeconds: 0)
        #expect(now.advanced(bySeconds: 90).unixSeconds == 90)
        #expect(now.advanced(bySeconds: .max).description == "9999-12-31T23:59:59Z")
        #expect(UTCTime(unixSeconds: -5).advanced(bySeconds: .min).unixSeconds == -62_135_596_800)
    }

    @Test("times all over 800 years are read as they are written")
    func everywhere() {
        var time = UTCTime(unixSeconds: -12_000_000_000)
        // Not a whole number of days: it falls on every day of the month and hour of the day.
        for _ in 0..<10_000 {
            #expect(UTCTime(time.description) == time)
            time = time.advanced(bySeconds: 29 * 86_400 + 12_347)
        }
    }
}
