import Testing

@testable import CEL

@Suite struct FormatTests {
    static let cases = [
        Case("'%s and %d%%'.format(['x', 7])", "'x and 7%'"),
        Case(
            "'%s'.format([[1, 2.5, 'a', null, true, b'z', int, {'b': 1, 'a': [2u]}]])",
            "'[1, 2.5, a, null, true, z, int, {a: [2], b: 1}]'"),
        Case(
            "'%s %s'.format([duration('90m'), timestamp('2009-02-13T23:31:30.5Z')])",
            "'5400s 2009-02-13T23:31:30.5Z'"),
        Case("'%d %d %d'.format([-3, 3u, double('NaN')])", "'-3 3 NaN'"),
        Case(
            "'%f %.0f %.0f %.0f %.2f'.format([2, 0.5, 1.5, 2.5, -1.005])", "'2.000000 0 2 2 -1.00'"),
        Case("'%.1f %.1f %.3f'.format([0.05, 0.25, 1.2345])", "'0.1 0.2 1.234'"),
        Case("'%.0f %.1f'.format([999.9, 0.96])", "'1000 1.0'"),
        Case("'%.20f'.format([0.1])", "'0.10000000000000000555'"),
        Case("'%.0f'.format([1e22])", "'10000000000000000000000'"),
        Case("'%.3f'.format([1e-320])", "'0.000'"),
        Case("'%f %e'.format([-0.0, -0.0])", "'-0.000000 -0.000000e+00'"),
        Case(
            "'%e %.2e %.0e'.format([1052.032911275, 9.999, 2.5])", "'1.052033e+03 1.00e+01 2e+00'"),
        Case("'%.3e %.1e'.format([5e-324, 1.7976931348623157e308])", "'4.941e-324 1.8e+308'"),
        Case("'%f %e'.format([1.0 / 0.0, -1.0 / 0.0])", "'Infinity -Infinity'"),
        Case("'%b %b %o %x %X'.format([5, true, 8u, -255, 'Az'])", "'101 1 10 -ff 417A'"),
        Case("'%x'.format([b'\\x00\\xfe'])", "'00fe'"),
        Case("'%'.format([])", "error 1: format: expected a letter after '%', found the end"),
        Case("'%s'.format([])", "error 1: format: expected more than 0 values in the list"),
        Case(
            "'%s'.format([1, 2])", "error 1: format: expected as many values as clauses, 1, found 2"
        ),
        Case("'%d'.format(['x'])", "error 1: format '%d': expected an integer, found text"),
        Case(
            "'%y'.format(['x'])",
            "error 1: format: expected one of %s %d %f %e %b %o %x %X %%, found '%y'"),
        Case(
            "'%.1001f'.format([1.0])",
            "error 1: format: expected a number of digits up to 1000 after '%.', found '1001'"),
        Case(#"strings.quote('a"\\\n\té')"#, #"'"a\"\\\n\té"'"#),
    ]

    @Test(arguments: cases) func formats(_ example: Case) { example.check() }

    /// Rounding is held against the definition: no other text of as many digits is nearer.
    @Test func fixedPointIsExact() {
        for number in [0.1, 0.125, 1.0 / 3, 2.675, 1e-10, 123_456_789.987_654_321, 4.35] {
            for places in 0...20 {
                let text = NumberText.fixed(number, places: places)
                let read = Double(text) ?? .nan
                // Half a unit in the last place, and what reading back may add.
                var unit = 0.5
                for _ in 0..<places { unit /= 10 }
                #expect((read - number).magnitude <= unit * (1 + 1e-9) + number.ulp, "\(text)")
            }
            #expect(Double(NumberText.scientific(number, places: 17)) == number)
        }
    }
}
