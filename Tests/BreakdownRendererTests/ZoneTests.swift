@testable import BreakdownRenderer
import Foundation
import Testing
import Time

@Suite struct ZoneTests {
    @Test(arguments: [
        // Both sides of the two changes of 2024, at 2 o'clock of local time.
        ("America/New_York", "2024-03-10T06:59:59Z", "10 Mar 2024, 1:59"),
        ("America/New_York", "2024-03-10T07:00:00Z", "10 Mar 2024, 3:00"),
        ("America/New_York", "2024-11-03T05:59:59Z", "3 Nov 2024, 1:59"),
        ("America/New_York", "2024-11-03T06:00:00Z", "3 Nov 2024, 1:00"),
        ("America/New_York", "2024-11-03T07:00:00Z", "3 Nov 2024, 2:00"),
        ("Asia/Jerusalem", "2024-03-28T23:59:59Z", "29 Mar 2024, 1:59"),
        ("Asia/Jerusalem", "2024-03-29T00:00:00Z", "29 Mar 2024, 3:00"),
        ("Europe/London", "2024-03-31T01:00:00Z", "31 Mar 2024, 2:00"),
        // South of the equator summer is over the turn of the year.
        ("Australia/Sydney", "2024-01-01T00:00:00Z", "1 Jan 2024, 11:00"),
        ("Australia/Sydney", "2024-07-01T00:00:00Z", "1 Jul 2024, 10:00"),
        ("America/St_Johns", "2024-07-01T00:00:00Z", "30 Jun 2024, 21:30"),
        ("Asia/Tokyo", "2024-12-31T23:30:00Z", "1 Jan 2025, 8:30"),
        ("America/Mexico_City", "2023-01-01T00:00:00Z", "31 Dec 2022, 18:00"),
        // Before the rule of today, and where there are no events, nothing is guessed.
        ("America/Mexico_City", "2022-12-31T23:59:59Z", nil),
        ("America/Sao_Paulo", "2018-03-02T14:13:20Z", nil),
        ("Mars/Olympus", "2024-07-01T00:00:00Z", nil),
        ("-05:00", "2024-07-01T00:00:00Z", nil), ("", "2024-07-01T00:00:00Z", nil),
    ])
    func clocksShowLocalTime(_ zone: String, _ moment: String, _ text: String?) throws {
        let seconds = try #require(UTCTime(moment)).unixSeconds
        let time = MatchTime(seconds: seconds, isActual: true)
        #expect(time.text(in: EventZone(zone)) == text)
    }

    @Test(arguments: [Int64.min, -62_135_596_801, 253_402_300_800, Int64.max])
    func aMomentOutsideOfAllCalendarsHasNoTime(_ seconds: Int64) {
        for zone in ["UTC", "America/New_York", "Australia/Sydney"] {
            #expect(EventZone(zone).time(atSeconds: seconds) == nil)
        }
    }

    /// The zone data of Foundation comes from the same database.
    @Test(arguments: ZoneClocks.all)
    func theTableSaysWhatTheDatabaseSays(_ clocks: ZoneClocks) throws {
        for name in clocks.names {
            let zone = try #require(TimeZone(identifier: name))
            let first = CivilTime.days(year: max(clocks.firstYear, 1995), month: 1, day: 2) * 86_400
            // Not a whole number of days, so that each hour of the day has its turn.
            for second in stride(from: first, to: 1_925_000_000, by: 70 * 3_600) {
                let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
                let expected = CivilTime(seconds: second + Int64(offset))
                let found = clocks.time(atSeconds: second)
                if found != expected {
                    Issue.record("\(name) at \(second): \(String(describing: found))")
                    return
                }
            }
        }
    }
}
