import Testing

@testable import BreakdownRenderer

/// What a spreadsheet would compute, and what it may see as it is.
@Suite struct CSVGuardTests {
    @Test(arguments: [
        ("", ""), ("Cargo", "Cargo"), ("5", "5"), ("-5", "-5"), ("+0", "+0"), ("-1.25%", "-1.25%"),
        ("5 / 3 (+5)", "5 / 3 (+5)"), ("a=b", "a=b"), ("1-2", "1-2"), ("–", "–"),
        ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1-1", "'-1-1"), ("@SUM(A1)", "'@SUM(A1)"),
        ("--1", "'--1"), ("-", "'-"), ("+.5", "'+.5"), ("1.2.3-", "1.2.3-"), ("+0 RP", "'+0 RP"),
        ("  =1", "  '=1"), ("＝1", "'＝1"), ("x;=1", "x;'=1"), ("x, @y", "x, '@y"),
        ("\"=1", "\"'=1"), ("a,b;\"c\"", "a,b;\"c\""),
    ])
    func guards(_ cell: String, _ expected: String) {
        #expect(CSVGuard.harmless(cell) == expected)
    }
}
