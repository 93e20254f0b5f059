import BreakdownRenderer
import Testing

@Suite struct CellTests {
    struct Case: CustomTestStringConvertible {
        let row: String
        var red = "{}"
        var blue = "{}"
        let cells: [String]
        var problems: [String] = []
        var testDescription: String { "\(row) over \(red)" }
    }

    private func check(_ test: Case) throws {
        let rendered = try Sample.render(
            rows: #"{"label": "L", "needs": [], \#(test.row)}"#, red: test.red, blue: test.blue)
        let row = try #require(rendered.tables.first?.rows.first)
        #expect([row.red, row.blue] == test.cells)
        #expect(rendered.problems == test.problems)
    }

    @Test(arguments: [
        Case(row: #""field": "a""#, red: #"{"a": 7}"#, blue: #"{"a": -7}"#, cells: ["7", "-7"]),
        Case(
            row: #""field": "a""#, red: #"{"a": 2.5}"#, blue: #"{"a": 3.0}"#, cells: ["2.5", "3"]),
        Case(
            row: #""field": "a""#, red: #"{"a": true}"#, blue: #"{"a": false}"#, cells: ["✓", "✗"]),
        Case(
            row: #""field": "a""#, red: #"{"a": "x y"}"#, blue: #"{"a": ""}"#, cells: ["x y", ""]),
        Case(row: #""field": "a""#, red: #"{"a": null}"#, cells: ["–", "–"]),
        Case(row: #""field": "a", "default": "0""#, red: #"{"a": null}"#, cells: ["0", "0"]),
        Case(
            row: #""field": "a""#, red: #"{"a": [1, true, "x", null]}"#, blue: #"{"a": []}"#,
            cells: ["1 ✓ x –", ""]),
        Case(
            row: #""field": "a.b.c""#, red: #"{"a": {"b": {"c": 1}}}"#, blue: #"{"a": null}"#,
            cells: ["1", "–"]),
        Case(
            row: #""field": "a.b""#, red: #"{"a": 3}"#, cells: ["⚠", "–"],
            problems: [
                "table 1, row 1 (L), red: expected an object in a, found an integer, in a.b"
            ]),
        Case(
            row: #""field": "a""#, red: #"{"a": {"b": 1}}"#, cells: ["⚠", "–"],
            problems: [
                "table 1, row 1 (L), red: expected something to show, found a map, in a"
            ]),
        Case(
            row: #""field": "a""#, red: #"{"a": 18446744073709551616}"#,
            blue: #"{"a": 18446744073709551615}"#,
            cells: ["18446744073709551616", "18446744073709551615"]),
    ])
    func fieldsAreShown(_ test: Case) throws { try check(test) }

    @Test(arguments: [
        Case(
            row: #""field": "a", "words": {"Yes": "✓", "No": "✗"}"#, red: #"{"a": "Yes"}"#,
            blue: #"{"a": "Maybe"}"#, cells: ["✓", "Maybe"]),
        Case(
            row: #""field": "a", "words": {"Yes": "✓"}, "otherwise": "?""#,
            red: #"{"a": "Maybe"}"#, cells: ["?", "–"]),
        Case(
            row: #""field": "a", "words": {"true": "on", "1": "one"}"#, red: #"{"a": true}"#,
            blue: #"{"a": 1}"#, cells: ["on", "one"]),
        Case(
            row: #""value": "[alliance.a, alliance.b]", "words": {"Yes": "✓"}, "otherwise": "✗""#,
            red: #"{"a": "Yes", "b": "No"}"#, blue: #"{"a": null, "b": "Yes"}"#,
            cells: ["✓ ✗", "– ✓"]),
    ])
    func wordsStandForValues(_ test: Case) throws { try check(test) }

    @Test(arguments: [
        Case(
            row: #""value": "alliance.a * 2""#, red: #"{"a": 4}"#, blue: #"{}"#,
            cells: ["8", "–"]),
        Case(
            row: #""value": "opponent.a""#, red: #"{"a": 4}"#, blue: #"{"a": 9}"#,
            cells: ["9", "4"]),
        Case(row: #""value": "side + ' ' + teams[1]""#, cells: ["red 9971B", "blue 1114"]),
        Case(row: #""value": "teams[7]""#, cells: ["–", "–"]),
        Case(row: #""value": "match.alliances[side].score""#, cells: ["12", "5"]),
        Case(row: #""value": "breakdown.red.a""#, red: #"{"a": 1}"#, cells: ["1", "1"]),
        Case(
            row: #""value": "dots(alliance.a)""#, red: #"{"a": -1}"#, blue: #"{"a": 1}"#,
            cells: ["⚠", "●"],
            problems: [
                "table 1, row 1 (L), red: dots: expected 0 to 20 dots, in dots(alliance.a)"
            ]),
        Case(
            row: #""value": "alliance""#, cells: ["⚠", "⚠"],
            problems: [
                "table 1, row 1 (L), red: expected something to show, found a map, in alliance",
                "table 1, row 1 (L), blue: expected something to show, found a map, in alliance",
            ]),
    ])
    func expressionsAreShown(_ test: Case) throws { try check(test) }

    @Test(arguments: [
        Case(
            row: #""text": "{alliance.a} ({alliance.b})""#, red: #"{"a": 3, "b": true}"#,
            blue: #"{"b": false}"#, cells: ["3 (✓)", "– (✗)"]),
        Case(row: #""text": "{{x}}""#, cells: ["{x}", "{x}"]),
        Case(
            row: #""text": "{alliance.a}/{dots(-1)}", "default": "0""#, cells: ["0/⚠", "0/⚠"],
            problems: [
                "table 1, row 1 (L), red: dots: expected 0 to 20 dots, in dots(-1)",
                "table 1, row 1 (L), blue: dots: expected 0 to 20 dots, in dots(-1)",
            ]),
    ])
    func placeholdersFailByThemselves(_ test: Case) throws { try check(test) }

    @Test(arguments: [
        Case(
            row: #""text": "{alliance.a} (+{alliance.b})", "words": {"Yes": "✓", "2": "two"}"#,
            red: #"{"a": "Yes", "b": 1}"#, blue: #"{"a": "Maybe", "b": 2}"#,
            cells: ["✓ (+1)", "Maybe (+two)"]),
        Case(
            row: #""value": "[[alliance.a, alliance.b], [true]]", "words": {"x": "●"}"#,
            red: #"{"a": "x", "b": "y"}"#, blue: #"{"a": null, "b": "x"}"#,
            cells: ["●y ✓", "–● ✓"]),
        Case(
            row: #""value": "[[alliance.a, 2], [3, 4]]", "mirror": true"#, red: #"{"a": 1}"#,
            blue: #"{"a": 1}"#, cells: ["12 34", "43 21"]),
        Case(
            row: #""field": "a", "mirror": true"#, red: #"{"a": ["Moat", 2]}"#,
            blue: #"{"a": ["Moat", 2]}"#, cells: ["Moat 2", "2 Moat"]),
        Case(row: #""field": "a", "mirror": true"#, blue: #"{"a": 1}"#, cells: ["–", "1"]),
        Case(
            row: #""field": "a", "mirror": false"#, blue: #"{"a": [1, 2]}"#,
            cells: ["–", "1 2"]),
    ])
    func listsAreDrawings(_ test: Case) throws { try check(test) }

    private static let stages = #"""
        "cases": [{"when": "alliance.a > 2", "text": "{alliance.a} (+1 RP)"},
                  {"when": "alliance.b", "text": "b"}]
        """#

    @Test(arguments: [
        Case(row: stages, red: #"{"a": 3, "b": true}"#, cells: ["3 (+1 RP)", "–"]),
        Case(row: stages, red: #"{"a": 2, "b": true}"#, blue: "{}", cells: ["b", "–"]),
        // What is missing does not hold, and is no problem.
        Case(
            row: stages, red: #"{"a": null, "b": true}"#, blue: #"{"b": null}"#, cells: ["b", "–"]),
        Case(
            row: stages, red: #"{"a": "x", "b": 7}"#, blue: "{}", cells: ["–", "–"],
            problems: [
                "table 1, row 1 (L), red, case 1: expected two numbers, two texts or two others "
                    + "that have an order, found text and an integer, in alliance.a > 2",
                "table 1, row 1 (L), red, case 2: expected true or false, found an integer, "
                    + "in alliance.b",
            ]),
        Case(
            row: #""cases": [{"when": "alliance.a", "text": "✓"}, {"text": "✗"}]"#,
            red: #"{"a": true}"#, blue: "{}", cells: ["✓", "✗"]),
    ])
    func theFirstCaseThatHoldsIsShown(_ test: Case) throws { try check(test) }

    @Test(arguments: [
        "3 * alliance.a", "alliance.a + 3", "-alliance.a", "'(+' + alliance.a + ')'",
        "alliance.a > 0",
        "alliance.a ? 1 : 2", "alliance.a && true", "string(alliance.a)",
        "alliance.a.contains('x')",
        "alliance.a.b", "alliance.a[0]", "alliance.b", "[1][1]", "1 in alliance.a",
        "alliance.a.map(x, x)", "sum([alliance.a])", "fixed(alliance.a, 2)", "!alliance.a",
        "size(alliance.a)",
    ])
    func whatIsMadeFromNothingIsMissing(_ expression: String) throws {
        try check(
            Case(
                row: #""value": "\#(expression)", "default": "none""#, red: #"{"a": null}"#,
                cells: ["none", "none"]))
    }

    @Test func aSideThatIsAbsentHasNoValues() throws {
        for blue in ["null", "{}"] {
            let rendered = try Sample.render(
                rows: #"""
                    {"label": "A", "field": "a", "default": "0"}, {"label": "B", "text": "x"},
                    {"label": "C", "value": "opponent.a"}
                    """#,
                red: #"{"a": 1}"#, blue: blue)
            let expected = blue == "null" ? ["–", "–", "–"] : ["0", "x", "1"]
            #expect(rendered.tables[0].rows.map(\.blue) == expected)
            #expect(rendered.tables[0].rows.map(\.red) == ["1", "x", "–"])
        }
    }

    @Test(arguments: [
        ("sum([1, 2, 3])", "6"), ("sum([1, 0.5])", "1.5"), ("sum([])", "0"),
        ("sum([1, null])", "–"), ("sum([9223372036854775807, 1])", "⚠"), ("sum(['a'])", "⚠"),
        ("countTrue([true, false, true, null, 'true'])", "2"),
        ("countTrue({'a': true, 'b': false})", "1"), ("countTrue(null)", "–"),
        ("percent(2, 3, 2)", "66.67%"), ("percent(1, 3, 0)", "33%"), ("percent(1, 8, 1)", "12.5%"),
        ("percent(-1, 3, 2)", "-33.33%"), ("percent(1, 0, 2)", "–"), ("percent(1, 3, 7)", "⚠"),
        ("percent(1, 1, 2)", "100.00%"), ("percent(0.005, 1, 1)", "0.5%"),
        // Exactly between two: the even one, as printf does; 2.675 is below the middle, 1.005 too.
        ("percent(1, 8, 0)", "12%"), ("fixed(38.125, 2)", "38.12"), ("fixed(38.375, 2)", "38.38"),
        ("fixed(2.675, 2)", "2.67"), ("fixed(1.005, 2)", "1.00"), ("fixed(0.5, 0)", "0"),
        ("fixed(1.5, 0)", "2"), ("fixed(-2.5, 0)", "-2"), ("fixed(-0.375, 2)", "-0.38"),
        ("fixed(7, 2)", "7.00"), ("fixed(-7, 0)", "-7"), ("fixed(0.000001, 6)", "0.000001"),
        ("fixed(99.999, 2)", "100.00"), ("fixed(null, 2)", "–"), ("fixed(1e300, 2)", "⚠"),
        ("fixed(1, 7)", "⚠"), ("fixed('1', 2)", "⚠"),
        ("signed(5)", "+5"), ("signed(-3)", "-3"), ("signed(0)", "+0"), ("signed(2.5)", "+2.5"),
        ("signed(null)", "–"), ("dots(2)", "●●"), ("dots(2, 3)", "●●○"), ("dots(0, 2)", "○○"),
        ("dots(4, 3)", "●●●●"), ("dots(21)", "⚠"), ("dots(-1)", "⚠"), ("dots(null, 3)", "–"),
        ("dots(1, 9223372036854775807)", "⚠"),
    ])
    func hostFunctions(_ expression: String, _ cell: String) throws {
        let rendered = try Sample.render(rows: #"{"label": "L", "value": "\#(expression)"}"#)
        #expect(rendered.tables.first?.rows.first?.red == cell)
        #expect(rendered.problems.isEmpty == (cell != "⚠"))
    }

    @Test func aTextWithoutEndIsCut() throws {
        let long = String(repeating: "é", count: 5_000)
        let rendered = try Sample.render(
            rows: #"{"label": "L", "field": "a"}"#, red: #"{"a": "\#(long)"}"#)
        #expect(rendered.tables.first?.rows.first?.red.unicodeScalars.count == 1_001)
    }
}
