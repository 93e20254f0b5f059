import BreakdownRenderer
import JSON
import Testing

@Suite struct GateTests {
    struct Case: CustomTestStringConvertible {
        let rows: String
        var red = "{}"
        var blue = "{}"
        /// The labels shown.
        let labels: [String]
        var problems: [String] = []
        var testDescription: String { rows }
    }

    @Test(arguments: [
        Case(rows: #"{"label": "A", "field": "a"}"#, red: #"{"a": null}"#, labels: ["A"]),
        // Only red is asked, as on the site.
        Case(rows: #"{"label": "A", "field": "a"}"#, blue: #"{"a": 1}"#, labels: []),
        Case(rows: #"{"label": "A", "field": "a.b"}"#, red: #"{"a": {}}"#, labels: ["A"]),
        Case(rows: #"{"label": "A", "field": "a", "needs": []}"#, labels: ["A"]),
        Case(
            rows: #"{"label": "A", "field": "a", "needs": "b"}"#, red: #"{"b": 1}"#, labels: ["A"]),
        Case(
            rows: #"{"label": "A", "text": "x", "needs": ["a.b", "c"]}"#,
            red: #"{"a": {"b": null}, "c": 0}"#, labels: ["A"]),
        Case(
            rows: #"{"label": "A", "text": "x", "needs": ["a.b", "c"]}"#,
            red: #"{"a": 1, "c": 0}"#, labels: []),
        Case(
            rows: #"{"label": "R{item}", "field": "r{item}", "each": [1, 2, "X"]}"#,
            red: #"{"r1": 1, "rX": 1}"#, labels: ["R1", "RX"]),
        Case(
            rows: #"{"label": "R{item}", "text": "x", "each": [1, 2], "when": "item > 1"}"#,
            labels: ["R2"]),
        Case(
            rows: #"{"label": "{match.comp_level} {red.a}", "text": "x"}"#, red: #"{"a": 3}"#,
            labels: ["qm 3"]),
        Case(rows: #"{"label": "A", "text": "x", "when": "match.comp_level == 'f'"}"#, labels: []),
        Case(
            rows: #"{"label": "A", "text": "x", "unless": "a.b"}"#, red: #"{"a": {"b": null}}"#,
            labels: []),
        Case(
            rows: #"{"label": "A", "text": "x", "unless": ["a", "b"]}"#, red: #"{"a": 1}"#,
            labels: ["A"]),
        Case(
            rows: #"{"label": "A", "text": "x", "unless": ["a", "b"]}"#,
            red: #"{"a": 1, "b": 2}"#, labels: []),
        Case(
            rows: #"""
                {"label": "{item.name}", "field": "{item.key}.x", "each":
                 [{"name": "One", "key": "a"}, {"name": "Two", "key": "b"}]}
                """#,
            red: #"{"b": {"x": 1}}"#, labels: ["Two"]),
        // What is missing does not hold.
        Case(rows: #"{"label": "A", "text": "x", "when": "red.a.b > 1"}"#, labels: []),
        Case(
            rows: #"{"label": "A", "text": "x", "when": "red.a"}"#, red: #"{"a": null}"#,
            labels: []),
        Case(
            rows: #"{"label": "A", "text": "x", "when": "dots(-1) == ''"}"#, labels: [],
            problems: [
                "table 1, row 1 (A), when: dots: expected 0 to 20 dots, in dots(-1) == ''"
            ]),
        Case(
            rows: #"{"label": "A", "text": "x", "when": "1"}"#, labels: [],
            problems: [
                "table 1, row 1 (A), when: expected true or false, found an integer, in 1"
            ]),
    ])
    func rowsAppear(_ test: Case) throws {
        // A second row keeps the generic table away where the first is hidden.
        let rendered = try Sample.render(
            rows: test.rows + #", {"label": "END", "text": ""}"#, red: test.red, blue: test.blue)
        #expect(rendered.tables.flatMap(\.rows).map(\.label) == test.labels + ["END"])
        #expect(rendered.problems == test.problems)
    }

    @Test func rowsStandUnderACommonLabel() throws {
        let rows = #"""
            {"label": "Coral {match.comp_level}", "needs": "reef", "rows": [
              {"label": "L{item}", "each": [4, 3], "field": "reef.row{item}", "kind": "subtotal"},
              {"label": "", "text": "x", "when": "red.reef.row4 > 1"},
              {"label": "hidden", "field": "nothing"}]},
            {"label": "Coral", "unless": "reef", "field": "coral"}
            """#
        let shown = try Sample.render(rows: rows, red: #"{"reef": {"row4": 5, "row3": 0}}"#)
        let found = shown.tables.flatMap(\.rows)
        #expect(found.map(\.label) == ["Coral qm L4", "Coral qm L3", "Coral qm"])
        #expect(found.map(\.group) == ["Coral qm", "Coral qm", "Coral qm"])
        #expect(found.map(\.name) == ["L4", "L3", ""])
        #expect(found.map(\.red) == ["5", "0", "x"])
        #expect(found.map(\.kind) == [.subtotal, .subtotal, .plain])
        let fallback = try Sample.render(rows: rows, red: #"{"coral": 9}"#)
        #expect(fallback.tables.flatMap(\.rows).map(\.label) == ["Coral"])
        #expect(fallback.tables.flatMap(\.rows).map(\.group) == [nil])
    }

    @Test func aProblemBelowACommonLabelIsLocated() throws {
        let rendered = try Sample.render(
            rows:
                #"{"label": "G", "rows": [{"label": "A", "text": "x"}, {"label": "B", "value": "{}"}]}"#
        )
        #expect(
            rendered.problems.first
                == "table 1, row 1.2 (B), red: expected something to show, found a map, in {}")
    }

    struct Shape: CustomTestStringConvertible {
        let applies: String
        let isGeneric: Bool
        var problems: [String] = []
        var testDescription: String { applies }
    }

    @Test(arguments: [
        Shape(applies: "has(red.a)", isGeneric: false),
        Shape(applies: "has(red.b)", isGeneric: true),
        Shape(applies: "red.b > 1", isGeneric: true),
        Shape(
            applies: "'x'", isGeneric: true,
            problems: ["applies: expected true or false, found text, in 'x'"]),
    ])
    func theShapeDecides(_ shape: Shape) throws {
        let rendered = try Sample.render(
            rows: #"{"label": "A", "field": "a"}"#, red: #"{"a": 1}"#,
            top: #""applies": "\#(shape.applies)","#)
        #expect(rendered.isGeneric == shape.isGeneric)
        #expect(rendered.problems == shape.problems)
        #expect(rendered.tables.first?.rows.count == 1)
    }

    @Test func aDescriptionThatFindsNothingGivesWayToTheGenericTable() throws {
        let rendered = try Sample.render(
            rows: #"{"label": "B", "field": "b"}"#, red: #"{"aCount": 1}"#)
        #expect(rendered.isGeneric)
        #expect(rendered.tables.first?.rows.map(\.label) == ["A Count"])
    }

    @Test func tablesAndNotesHaveGatesToo() throws {
        let description = try Description.decode(
            JSON.parse(
                #"""
                {"format": 1, "title": "T", "tables": [
                  {"title": "Shown {red.a}", "rows": [{"label": "A", "field": "a"}]},
                  {"when": "false", "rows": [{"label": "B", "field": "a"}]},
                  {"title": "Empty", "rows": [{"label": "C", "field": "c"}]}],
                 "notes": [{"text": "{red.a} and {red.c}"}, {"text": "no", "needs": "c"},
                           {"text": "no", "when": "red.a > 1"}]}
                """#))
        let rendered = Renderer().render(try Sample.match(red: #"{"a": 1}"#), with: description)
        #expect(rendered.tables.map(\.title) == ["Shown 1"])
        #expect(rendered.notes == ["1 and –"])
        #expect(rendered.problems.isEmpty)
    }
}
