import BreakdownRenderer
import JSON
import Testing

@Suite struct DescriptionFindingTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        /// A whole description, or the rows of one.
        let json: String
        let findings: [String]
        var testDescription: String { name }
    }

    private func findings(_ json: String) throws -> [DescriptionFinding] {
        let tree = try JSON.parse(json)
        do {
            _ = try Description.decode(tree)
            return []
        } catch {
            return error.findings
        }
    }

    private func findings(rows: String) throws -> [DescriptionFinding] {
        try findings(#"{"format": 1, "title": "T", "tables": [{"rows": [\#(rows)]}]}"#)
    }

    @Test(arguments: [
        Case(
            name: "no object", json: "[]",
            findings: [
                "the whole text: expected an object, found a list"
            ]),
        Case(
            name: "empty", json: "{}",
            findings: [
                "the whole text: expected a `format`, found none",
                "the whole text: expected a `title`, found none",
                "the whole text: expected a `tables`, found none",
            ]),
        Case(
            name: "another format: nothing else is judged",
            json: #"{"format": 3, "tabels": 1}"#,
            findings: [
                "format: expected a level from 1 to 2, found 3: a description of level 3 needs a newer "
                    + "program"
            ]),
        Case(
            name: "a misspelt key is one mistake",
            json: #"{"formt": 1, "titel": "T", "tables": [{"rwos": []}]}"#,
            findings: [
                "formt: unknown key `formt`: did you mean `format`?",
                "titel: unknown key `titel`: did you mean `title`?",
                "tables[0].rwos: unknown key `rwos`: did you mean `rows`?",
            ]),
        Case(
            name: "unknown key with a near one",
            json: #"{"format": 1, "titel": "T", "title": "T", "tables": [{"rows": [{}]}]}"#,
            findings: [
                "titel: unknown key `titel`: did you mean `title`?",
                "tables[0].rows[0]: expected a `label`, found none",
                "tables[0].rows[0]: expected one of `field`, `value`, `text` and `cases`, found none",
            ]),
        Case(
            name: "unknown key without a near one",
            json: #"{"format": 1, "title": "T", "tables": [{"rows": [], "columns": 3}]}"#,
            findings: [
                "tables[0].columns: unknown key `columns`: known keys: title, when, rows",
                "tables[0].rows: expected at least one element, found none",
            ]),
        Case(
            name: "notes",
            json: #"""
                {"format": 1, "title": "T",
                 "tables": [{"rows": [{"label": "a", "text": "b"}]}], "notes": [{"txt": "a"}]}
                """#,
            findings: [
                "notes[0].txt: unknown key `txt`: did you mean `text`?"
            ]),
    ])
    func ofWholeDescriptions(_ test: Case) throws {
        #expect(try findings(test.json).map(\.description) == test.findings)
    }

    @Test(arguments: [
        Case(
            name: "misspelt", json: #"{"lable": "a", "feild": "b"}, {"label": "a", "rosw": []}"#,
            findings: [
                "tables[0].rows[0].lable: unknown key `lable`: did you mean `label`?",
                "tables[0].rows[0].feild: unknown key `feild`: did you mean `field`?",
                "tables[0].rows[1].rosw: unknown key `rosw`: did you mean `rows`?",
            ]),
        Case(
            name: "each that is no list",
            json: [
                #""1, 2""#, "4", #""1..4""#, #""2-3""#, #""1 to 2""#, #""Near""#, "null", "true",
            ]
            .map { #"{"label": "a", "field": "b{item}", "each": \#($0)}"# }
            .joined(separator: ", "),
            findings: [
                #"tables[0].rows[0].each: expected a list, found "1, 2": write each: [1, 2]"#,
                "tables[0].rows[1].each: expected a list, found 4: write each: [1, 2, 3, 4]",
                #"tables[0].rows[2].each: expected a list, found "1..4": write each: [1, 2, 3, 4]"#,
                #"tables[0].rows[3].each: expected a list, found "2-3": write each: [2, 3]"#,
                #"tables[0].rows[4].each: expected a list, found "1 to 2": write each: [1, 2]"#,
                #"tables[0].rows[5].each: expected a list, found "Near": write each: [Near]"#,
                "tables[0].rows[6].each: expected a list, found null: "
                    + "write its elements in brackets: each: [1, 2, 3]",
                "tables[0].rows[7].each: expected a list, found true or false: "
                    + "write its elements in brackets: each: [1, 2, 3]",
            ]),
        Case(
            name: "a range in each",
            json: [#"["1..4"]"#, #"["1...3"]"#, #"["2 - 3"]"#, #"["1-2", "3-4"]"#, #"["4..1"]"#]
                .map { #"{"label": "a", "text": "{item}", "each": \#($0)}"# }
                .joined(separator: ", "),
            findings: [
                #"tables[0].rows[0].each[0]: expected an element, found "1..4": "#
                    + "write each: [1, 2, 3, 4]",
                #"tables[0].rows[1].each[0]: expected an element, found "1...3": "#
                    + "write each: [1, 2, 3]",
                #"tables[0].rows[2].each[0]: expected an element, found "2 - 3": "#
                    + "write each: [2, 3]",
            ]),
        Case(
            name: "braces that are not closed",
            json: #"{"label": "a {item", "text": "{alliance.b + 'c}"}"#,
            findings: [
                "tables[0].rows[0].label, character 3: expected `}` after the expression, found none: "
                    + "close it with `}`, or write `{{` for a brace",
                "tables[0].rows[0].text, character 1: expected `}` after the expression, found none: "
                    + "close the quotes inside the braces",
            ]),
        Case(
            name: "a key of an element that does not exist",
            json:
                #"{"label": "a", "field": "b{item.nme}", "each": [{"name": "c"}, {"name": "d"}]}"#,
            findings: [
                "tables[0].rows[0].field: expected a key from `item.nme`, found none: "
                    + "did you mean `item.name`?"
            ]),
        Case(
            name: "kind", json: #"{"label": "a", "field": "b", "kind": "totel"}"#,
            findings: [
                "tables[0].rows[0].kind: expected `plain`, `subtotal` or `total`, "
                    + "found \"totel\": did you mean `total`?"
            ]),
        Case(
            name: "label is a number", json: #"{"label": 7, "field": "b"}"#,
            findings: ["tables[0].rows[0].label: expected text, found 7: put it in quotes"]),
        Case(
            name: "two cells", json: #"{"label": "a", "field": "b", "text": "c"}"#,
            findings: [
                "tables[0].rows[0].text: expected only one of `field`, `value`, `text` and `cases`"
            ]),
        Case(
            name: "otherwise beside text",
            json: #"{"label": "a", "text": "c", "words": {"a": "b"}, "otherwise": "d"}"#,
            findings: [
                "tables[0].rows[0].otherwise: expected no `otherwise` with `text`: "
                    + "it belongs to `field` and `value`"
            ]),
        Case(
            name: "a word that is no text",
            json: #"{"label": "a", "field": "b", "words": {"c": 1}}"#,
            findings: ["tables[0].rows[0].words.c: expected text, found 1: put it in quotes"]),
        Case(
            name: "a line break", json: #"{"label": "a\n", "field": "b"}"#,
            findings: [
                "tables[0].rows[0].label, character 2: expected one line of text, "
                    + "found a line break: write it on one line, or after `>-`"
            ]),
        Case(
            name: "each", json: #"{"label": "a", "field": "b", "each": [1, true]}"#,
            findings: [
                "tables[0].rows[0].each[1]: expected an integer, text or an object of at most 20 of these, "
                    + "found true or false"
            ]),
        Case(
            name: "a case that is never reached",
            json: #"{"label": "a", "cases": [{"text": "b"}, {"text": "c"}]}"#,
            findings: [
                "tables[0].rows[0].cases[0]: expected a `when`, found none: "
                    + "only the last case may have none: later cases are never reached"
            ]),
        Case(
            name: "a function that only other implementations have",
            json: #"{"label": "{cel.bind(x, 1, x)}", "value": "'%d'.format([alliance.a])"}"#,
            findings: [
                "tables[0].rows[0].label, character 6: expected a function, found 'bind', which this "
                    + "language does not have: name the value in `define`",
                "tables[0].rows[0].value, character 6: expected a function, found 'format', which this "
                    + "language does not have: write `fixed`, `percent` or `signed`, and join texts with `+`",
            ]),
        Case(
            name: "a case without text", json: #"{"label": "a", "cases": [{"wehn": "b"}]}"#,
            findings: [
                "tables[0].rows[0].cases[0].wehn: unknown key `wehn`: did you mean `when`?",
                "tables[0].rows[0].cases[0]: expected a `text`, found none",
            ]),
        Case(
            name: "cases and words", json: #"{"label": "a", "cases": [], "words": {}}"#,
            findings: [
                "tables[0].rows[0].words: expected no `words` with `cases`: "
                    + "it belongs to `field`, `value` and `text`",
                "tables[0].rows[0].cases: expected at least one element, found none",
            ]),
        Case(
            name: "mirror beside text", json: #"{"label": "a", "text": "b", "mirror": "yes"}"#,
            findings: [
                "tables[0].rows[0].mirror: expected no `mirror` with `text`: "
                    + "it belongs to `field` and `value`",
                "tables[0].rows[0].mirror: expected true or false, found \"yes\"",
            ]),
        Case(
            name: "rows under a label that has a value",
            json: #"{"label": "a", "kind": "total", "rows": [{"label": "b", "rows": []}]}"#,
            findings: [
                "tables[0].rows[0].kind: unknown key `kind`: "
                    + "known keys: label, needs, unless, when, rows",
                "tables[0].rows[0].rows[0].rows: unknown key `rows`: known keys: label, kind, each, "
                    + "needs, unless, when, field, value, text, cases, words, otherwise, default, "
                    + "mirror",
                "tables[0].rows[0].rows[0]: expected one of `field`, `value`, `text` and `cases`, "
                    + "found none",
            ]),
        Case(
            name: "unless nothing", json: #"{"label": "a", "text": "b", "unless": []}"#,
            findings: [
                "tables[0].rows[0].unless: expected at least one element, found none"
            ]),
        Case(
            name: "each with a list", json: #"{"label": "a", "text": "b", "each": [{"c": [1]}]}"#,
            findings: [
                "tables[0].rows[0].each[0]: expected an integer, text or an object of at most 20 of these, "
                    + "found an object"
            ]),
        Case(
            name: "a path with a hole", json: #"{"label": "a", "field": "b..c"}"#,
            findings: [
                "tables[0].rows[0].field: expected at most 20 keys separated by dots, found \"b..c\""
            ]),
        Case(
            name: "a brace", json: #"{"label": "a", "text": "b } c"}"#,
            findings: [
                "tables[0].rows[0].text, character 3: found a `}` without `{` before it: "
                    + "write `}}` for a brace"
            ]),
    ])
    func ofRows(_ test: Case) throws {
        #expect(try findings(rows: test.json).map(\.description) == test.findings)
    }

    struct Located: CustomTestStringConvertible {
        let row: String
        let path: String
        let offset: Int
        let length: Int
        var remedy: String?
        var testDescription: String { row }
    }

    // What is wrong with an expression says the CEL module; here it counts where it stands and what
    // the description's own names have to do with it.
    @Test(arguments: [
        Located(
            row: #"{"label": "a", "field": "b{item}"}"#, path: "field", offset: 2, length: 4,
            remedy: "`item` exists only in a row with `each`"),
        Located(
            row: #"{"label": "a", "field": "b{red.c}"}"#, path: "field", offset: 2, length: 3,
            remedy: "a key may be made from `item` only; use `value` instead of `field`"),
        Located(
            row: #"{"label": "a", "field": "{autoPoints}"}"#, path: "field", offset: 1, length: 10,
            remedy: "write `autoPoints` without braces: only `item` belongs in them here"),
        Located(
            row: #"{"label": "a", "field": "b", "when": "alliance.c"}"#, path: "when", offset: 0,
            length: 8,
            remedy: "`alliance` exists only in cells (`value`, `text`, `cases`); "
                + "use `red` or `blue`"),
        Located(
            row: #"{"label": "é {teams}", "field": "b"}"#, path: "label", offset: 3, length: 5,
            remedy: "`teams` exists only in cells (`value`, `text`, `cases`); "
                + "use `red` or `blue`"),
        Located(
            row: #"{"label": "a", "value": "red.a + sume([1])"}"#, path: "value", offset: 8,
            length: 4, remedy: "did you mean 'sum'?"),
    ])
    func mistakesInExpressionsAreLocated(_ test: Located) throws {
        let found = try findings(rows: test.row)
        #expect(found.count == 1)
        #expect(found.first?.path.description == "tables[0].rows[0].\(test.path)")
        #expect(found.first?.offset == test.offset)
        #expect(found.first?.length == test.length)
        #expect(found.first?.remedy == test.remedy)
    }

    @Test func expressionsInTemplatesAreLocatedInTheTemplate() throws {
        let found = try findings(rows: #"{"label": "a", "text": "é {1 +} and {sume([1])}"}"#)
        #expect(found.count == 2)
        #expect(found.first?.path.description == "tables[0].rows[0].text")
        #expect(found.first?.offset == 6)
        #expect(found.last?.offset == 13)
        #expect(found.last?.length == 4)
    }

    @Test func allMistakesAreReportedAtOnce() throws {
        let row = #"{"label": 1, "kind": 2, "when": 3, "words": 4, "needs": 5}"#
        #expect(try findings(rows: "\(row), \(row)").count == 12)
    }

    @Test func aNumberOfFindingsWithoutEndIsCut() throws {
        let rows = Array(repeating: "{}", count: 900).joined(separator: ",")
        #expect(try findings(rows: rows).count == 200)
    }

    @Test func aShortFileCannotBecomeAnEndlessTable() throws {
        let each = Array(repeating: "1", count: 50).joined(separator: ",")
        let row = #"{"label": "a", "text": "b", "each": [\#(each)]}"#
        let rows = Array(repeating: row, count: 21).joined(separator: ",")
        #expect(try findings(rows: rows).map(\.message) == ["expected at most 1000 rows in all"])
    }
}
