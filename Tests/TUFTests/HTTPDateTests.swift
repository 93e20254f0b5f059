import HTTPRules
import TUF
import Testing

/// The three forms of a date in a header, and what is no date (RFC 9110 §5.6.7).
@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "sun, 6 nov 1994 08:49:37 gmt",
    ])
    func everyFormIsRead(_ text: String) {
        #expect(HTTPDate.time(text)?.description == "1994-11-06T08:49:37Z")
    }

    @Test func twoDigitsAreOfTheNearCentury() {
        #expect(
            HTTPDate.time("Friday, 01-Jan-27 00:00:00 GMT")?.description == "2027-01-01T00:00:00Z")
    }

    @Test(arguments: [
        "", "120", "now", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 199 08:49:37 GMT", "::: Nov 1 2", "-1",
        String(repeating: "Nov ", count: 100_000),
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(HTTPDate.time(text) == nil)
    }
}
