@testable import BreakdownRenderer
import Testing

/// Which texts are numbers to a program.
@Suite struct ShownNumberTests {
    @Test(arguments: [
        ("98", "98"), ("0", "0"), ("-5", "-5"), ("+5", "5"), ("+0", "0"), ("38.12", "38.12"),
        ("66.67%", "66.67"), ("-0.5", "-0.5"), ("123456789012345678", "123456789012345678"),
        ("", nil), ("✓", nil), ("–", nil), ("3 (+1 RP)", nil), ("007", nil), ("1.", nil),
        (".5", nil), ("1.2.3", nil), ("1 2", nil), ("--1", nil), ("1e5", nil), ("%", nil),
        ("-", nil), ("1234567890123456789", nil), ("١", nil), ("= 5", nil),
    ])
    func aTextIsANumber(_ text: String, _ number: String?) {
        #expect(ShownNumber.json(text) == number)
    }
}
