import BreakdownRenderer
import JSON
import Testing

@Suite struct DefineTests {
    private static let rows = #"{"label": "L", "needs": [], "value": "\#("x")"}"#

    private func findings(_ define: String, rows: String = rows) throws -> [String] {
        do {
            _ = try Sample.description(rows: rows, top: #""define": \#(define),"#)
            return []
        } catch let errors as DescriptionErrors {
            return errors.findings.map(\.description)
        }
    }

    @Test func aNameStandsWhereAVariableMay() throws {
        let rendered = try Sample.render(
            rows: #"""
                {"label": "{level} {item}", "each": [1, 2], "when": "level == 'qm'",
                 "text": "{park} {isSpotlit} {points}"},
                {"label": "Sum", "value": "[1, 2].map(n, n * points)"}
                """#,
            red: #"{"end1": "Left", "end2": "Right", "micLeft": true, "micRight": false, "p": 3}"#,
            blue: #"{"end1": "Left", "end2": null, "p": 4}"#,
            top: #"""
                "define": {"isSpotlit": "alliance['mic' + park] == true", "points": "alliance.p",
                           "park": "alliance['end' + string(item)]", "level": "match.comp_level"},
                """#)
        let rows = rendered.tables[0].rows
        #expect(rows.map(\.label) == ["qm 1", "qm 2", "Sum"])
        #expect(rows.map(\.red) == ["Left ✓ 3", "Right ✗ 3", "3 6"])
        #expect(rows.map(\.blue) == ["Left – 4", "– – 4", "4 8"])
        #expect(rendered.problems.isEmpty)
    }

    @Test func aProblemInANamedValueIsOneWhereItIsUsed() throws {
        let rendered = try Sample.render(
            rows: #"{"label": "L", "value": "b"}, {"label": "M", "text": "x", "when": "b == 1"}"#,
            top: #""define": {"a": "dots(-1)", "b": "a + ''"},"#)
        #expect(rendered.tables[0].rows.map(\.red) == ["⚠"])
        #expect(
            rendered.problems == [
                "table 1, row 1 (L), red: dots: expected 0 to 20 dots, in b",
                "table 1, row 1 (L), blue: dots: expected 0 to 20 dots, in b",
                "table 1, row 2 (M), when: dots: expected 0 to 20 dots, in b == 1",
            ])
    }

    @Test func aComprehensionsVariableHidesAName() throws {
        let rendered = try Sample.render(
            rows: #"{"label": "L", "value": "[1, 2].map(x, x + 1)"}"#,
            top: #""define": {"x": "7"},"#)
        #expect(rendered.tables[0].rows.map(\.red) == ["2 3"])
    }

    /// Each name asks twice for the next: without memory that is 2^40 evaluations.
    @Test func namesMadeFromNamesAreWorkedOutOnce() throws {
        let chain = (0..<40).map { #""n\#($0)": "n\#($0 + 1) + n\#($0 + 1)""# }
        let define = (chain + [#""n40": "alliance.a""#]).joined(separator: ", ")
        let rendered = try Sample.render(
            rows: #"{"label": "L", "needs": [], "value": "n10"}"#, red: #"{"a": 1}"#,
            blue: #"{"a": 2}"#, top: #""define": {\#(define)},"#)
        #expect(rendered.tables[0].rows.map(\.red) == ["1073741824"])
        #expect(rendered.tables[0].rows.map(\.blue) == ["2147483648"])
    }

    @Test(arguments: [
        (#"{"x": "1", "a": "b", "b": "x"}"#, []),
        ("[]", ["define: expected an object, found a list"]),
        (#"{"x": 1}"#, ["define.x: expected an expression, found 1"]),
        (
            #"{"x": "1", "red": "1"}"#,
            ["define.red: expected a new name, found `red`, which is a variable"]
        ),
        (
            #"{"x": "1", "item": "1"}"#,
            ["define.item: expected a new name, found `item`, which is a variable"]
        ),
        (
            #"{"x": "1", "a-b": "1"}"#,
            [
                #"define.a-b: expected a name of letters, digits and `_` that begins with no digit, "#
                    + #"found "a-b""#
            ]
        ),
        (
            #"{"x": "1", "in": "1"}"#,
            ["define.in: expected a new name, found `in`, which the language reserves"]
        ),
        (
            #"{"x": "1", "true": "1"}"#,
            [
                "define.true: expected a new name, found `true`, which the language reserves"
            ]
        ),
        (
            #"{"x": "x"}"#,
            [
                "define.x: expected a value that does not use itself, found that `x` does"
            ]
        ),
        (
            #"{"x": "a", "a": "[b]", "b": "x + 1"}"#,
            [
                "define.x: expected a value that does not use itself, found that `x` does"
            ]
        ),
    ])
    func wrongNamesAreFound(_ define: String, _ expected: [String]) throws {
        let found = try findings(define)
        #expect(found.filter { !$0.contains("unknown name 'x'") } == expected)
    }

    @Test func aMistakeInANamedValueIsLocated() throws {
        let found = try findings(#"{"x": "red.a + sume([1])"}"#)
        #expect(found.first?.hasPrefix("define.x, character 9: ") == true)
        #expect(found.first?.hasSuffix("did you mean 'sum'?") == true)
    }

    struct Misuse: CustomTestStringConvertible {
        let define: String
        let row: String
        let remedy: String
        var testDescription: String { row }
    }

    @Test(arguments: [
        Misuse(
            define: "alliance.a", row: #""text": "y", "when": "x > 1""#,
            remedy: "`x` exists only in cells (`value`, `text`, `cases`); use `red` or `blue`"),
        Misuse(
            define: "item + 1", row: #""value": "x""#,
            remedy: "`x` is made from `item`, which exists only in a row with `each`"),
        Misuse(
            define: "red.a", row: #""field": "a{x}""#,
            remedy: "a key may be made from `item` only; use `value` instead of `field`"),
    ])
    func aNameIsUsableOnlyWhereWhatItIsMadeFromIs(_ misuse: Misuse) throws {
        let found = try findings(
            #"{"y": "\#(misuse.define)", "x": "y"}"#, rows: #"{"label": "L", \#(misuse.row)}"#)
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(misuse.remedy) == true, "\(found)")
    }
}
