import Testing

@testable import BreakdownRenderer

/// What a spreadsheet would compute, and what it may see as it is.
@Suite struct CSVGuardTests {
    @Test(arguments: [
        ("", ""), ("Cargo", "Cargo"), ("5", "5"), ("-5", "-5"), ("+0", "+0"), ("-1.25%", "-1.25%"),
        ("5 / 3 (+5)", "5 / 3 (+5)"), ("a=b", "a=b"), ("1-2", "1-2"), ("–", "–"),
        ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1-1", "'-1-1"), ("@SUM(A1)", "'@SUM(A1)"),
        ("--1", "'--1"), ("-", "'-"), ("+.5", "'+.5"), ("1.2.3-", "1.2.3-"), ("+0 RP", "'+0 RP"),
        ("  =1", "  '=1"), ("＝1", "'＝1"), ("-1.5e-07", "-1.5e-07"), ("-1e", "'-1e"),
        // A separator or a quote puts the cell into quotes, so nothing behind it begins one.
        ("x;=1", "x;=1"), ("x, @y", "x, @y"), ("\"=1", "\"=1"), ("[0,-3]", "[0,-3]"),
        ("\"-\"", "\"-\""), ("[\"=1\",-2.5]", "[\"=1\",-2.5]"),
    ])
    func guards(_ cell: String, _ expected: String) {
        #expect(CSVGuard.harmless(cell) == expected)
    }

    /// A reader of the file goes by bytes, whatever stands on top of a quote.
    @Test(arguments: [
        ("a\"\u{301}b", "\"a\"\"\u{301}b\""), (" \u{301}x", "\" \u{301}x\""),
        ("x,\u{301}y", "\"x,\u{301}y\""),
    ])
    func aMarkOnAQuoteDoesNotHideIt(_ cell: String, _ expected: String) {
        #expect(Array(CSVLine(ascii: false).cell(cell).utf8) == Array(expected.utf8))
    }
}
