import JSON
import Testing

@testable import BreakdownRenderer

/// What samples speak against in a description, where it is said, and what an author can do about it.
@Suite struct DescriptionRemarkTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Rows of the only table, as JSON.
        let rows: String
        /// More members of the description, as JSON.
        let more: String
        /// `error` or `warning`, the place, the message and the remedy.
        let remarks: [String]

        init(_ name: String, _ rows: String, more: String = "", _ remarks: String...) {
            (testDescription, self.rows, self.more, self.remarks) = (name, rows, more, remarks)
        }
    }

    private static let unlike = "look for its name in samples/, or add a sample that has it"

    private static func near(_ field: String) -> String {
        "the nearest that the samples have is `\(field)`; for a field of other matches add one of "
            + "them as a sample"
    }

    static let fields = [
        Case(
            "known fields",
            #"{"field": "autoPoints"}, {"field": "hub.points"}, {"field": "robot{item}", "each": [1, 2]}"#
        ),
        Case(
            "a misspelt field", #"{"field": "autoPonts"}"#,
            "error tables[0].rows[0].field, character 1: expected a field that a sample has, "
                + "found `autoPonts`: did you mean `autoPoints`?"),
        Case(
            "a misspelt field further down", #"{"field": "hub.pionts"}"#,
            "error tables[0].rows[0].field, character 5: expected a field that a sample has, "
                + "found `hub.pionts`: did you mean `points`?"),
        Case(
            "a field unlike any other", #"{"field": "vault"}"#,
            "error tables[0].rows[0].field, character 1: expected a field that a sample has, "
                + "found `vault`: \(unlike)"),
        Case(
            "another name for a field", #"{"field": "autoScore"}, {"field": "hubTotal"}"#,
            "error tables[0].rows[0].field, character 1: expected a field that a sample has, "
                + "found `autoScore`: \(near("autoPoints"))",
            "error tables[0].rows[1].field, character 1: expected a field that a sample has, "
                + "found `hubTotal`: \(near("hub.points"))"),
        Case(
            "a field for one of several items", #"{"field": "robot{item}", "each": [1, 2, 3]}"#,
            "error tables[0].rows[0].field: expected a field that a sample has, found `robot3`: "
                + near("robot1")),
        Case(
            "a key in `each` is wrong there",
            #"{"each": [{"key": "autoPoints"}, {"key": "hubb"}], "value": "alliance[item.key]"}"#,
            "error tables[0].rows[0].each[1].key: expected a field that a sample has, "
                + "found `hubb`: did you mean `hub`?"),
        Case(
            "a field of a number", #"{"field": "autoPoints.x"}"#,
            "error tables[0].rows[0].field: expected an object before `.x`, found a plain value"),
        Case(
            "an object is nothing to show", #"{"field": "hub"}, {"value": "alliance.hub"}"#,
            "error tables[0].rows[0].field: expected something to show, found an object: "
                + "name one of its fields",
            "error tables[0].rows[1].value: expected something to show, found an object: "
                + "name one of its fields"),
        Case("what was never more than null is not known", #"{"field": "gone.inner"}"#),
        Case(
            "every name for the same data",
            #"""
            {"value": "[alliance.x1, opponent.x2, red.x3, blue.x4, breakdown.red.x5,
            match.score_breakdown.blue.x6, breakdown.shared, match.alliances[side].score]"}
            """#.split(separator: "\n").joined(separator: " "),
            "error tables[0].rows[0].value, character 11: expected a field that a sample has, "
                + "found `x1`: \(unlike)",
            "error tables[0].rows[0].value, character 24: expected a field that a sample has, "
                + "found `x2`: \(unlike)",
            "error tables[0].rows[0].value, character 32: expected a field that a sample has, "
                + "found `x3`: \(unlike)",
            "error tables[0].rows[0].value, character 41: expected a field that a sample has, "
                + "found `x4`: \(unlike)",
            "error tables[0].rows[0].value, character 59: expected a field that a sample has, "
                + "found `x5`: \(unlike)",
            "error tables[0].rows[0].value, character 90: expected a field that a sample has, "
                + "found `x6`: \(unlike)"),
        Case(
            "a field beside the two alliances", #"{"value": "breakdown.vault"}"#,
            "error tables[0].rows[0].value, character 11: expected a field that a sample has, "
                + "found `breakdown.vault`: \(unlike)"),
        Case(
            "fields of the match itself",
            #"{"value": "match.comp_level in ['qm', 'ef'] ? match.set_number : match.set_numer"}"#,
            "error tables[0].rows[0].value, character 61: expected a field that a sample has, "
                + "found `match.set_numer`: did you mean `set_number`?"),
    ]

    static let gates = [
        Case(
            "a gate of its own makes it a warning, once",
            #"{"needs": "vault", "field": "vault"}, {"needs": ["vault"], "text": "{alliance.vault} {opponent.vault}"}"#,
            "warning tables[0].rows[0].needs, character 1: no sample has `vault`",
            "warning tables[0].rows[1].needs[0], character 1: no sample has `vault`"),
        Case(
            "a gate that is misspelt says so", #"{"needs": "autoPonts", "field": "autoPoints"}"#,
            "warning tables[0].rows[0].needs, character 1: no sample has `autoPonts`: "
                + "did you mean `autoPoints`?"),
        Case(
            "a gate of another field excuses nothing",
            #"{"needs": "autoPoints", "field": "vault"}"#,
            "error tables[0].rows[0].field, character 1: expected a field that a sample has, "
                + "found `vault`: \(unlike)"),
        Case(
            "a condition of the row", #"{"when": "has(red.vault)", "value": "alliance.vault"}"#,
            "warning tables[0].rows[0].when, character 9: no sample has `vault`"),
        Case(
            "in the expression itself",
            #"{"value": "has(alliance.vault) ? alliance.vault : 0"}, {"value": "alliance.?vault.orValue(0)"}"#,
            "warning tables[0].rows[0].value, character 14: no sample has `vault`",
            "warning tables[0].rows[1].value, character 11: no sample has `vault`"),
        Case(
            "a condition of the case",
            #"{"cases": [{"when": "has(alliance.vault)", "text": "{alliance.vault}"}, {"text": "-"}]}"#,
            "warning tables[0].rows[0].cases[0].when, character 14: no sample has `vault`"),
        Case(
            "a condition of the rows around",
            #"{"needs": "vault", "rows": [{"label": "a", "field": "vault"}]}"#,
            "warning tables[0].rows[0].needs, character 1: no sample has `vault`"),
        Case(
            "a named value", #"{"when": "hasVault", "value": "vault"}, {"value": "vault"}"#,
            more: #""define": {"hasVault": "has(red.vault)", "vault": "alliance.vault"},"#,
            "warning define.hasVault, character 9: no sample has `vault`",
            "error define.vault, character 10: expected a field that a sample has, found `vault`: "
                + unlike),
        Case(
            "whether the file applies excuses nothing", #"{"value": "alliance.vault"}"#,
            more: #""applies": "has(red.vault)","#,
            "warning applies, character 9: no sample has `vault`",
            "error tables[0].rows[0].value, character 10: expected a field that a sample has, "
                + "found `vault`: \(unlike)"),
        Case(
            "what is there after all is not there instead",
            #"{"unless": "vault", "field": "autoPoints"}"#,
            "warning tables[0].rows[0].unless, character 1: no sample has `vault`"),
        Case(
            "a note", #"{"field": "autoPoints"}"#,
            more: #""notes": [{"needs": "vault", "text": "{red.vault} {red.autoPonts}"}],"#,
            "warning notes[0].needs, character 1: no sample has `vault`",
            "error notes[0].text, character 18: expected a field that a sample has, "
                + "found `autoPonts`: did you mean `autoPoints`?"),
    ]

    private static let lacking =
        "add it, ask for it where it is read (has(item.points)), or say in `default` what is shown"

    static let items = [
        Case(
            "keys that each element has",
            #"{"each": [{"key": "autoPoints", "name": "a"}], "text": "{item.name} {alliance[item.key]}"}"#
        ),
        Case(
            "a key that no element has",
            #"{"each": [{"name": "a"}, {"name": "b"}], "text": "é {item.nme} {item.vault}"}"#,
            "error tables[0].rows[0].text, character 9: expected a key of the elements of `each`, "
                + "found `nme`: did you mean `name`?",
            "error tables[0].rows[0].text, character 20: expected a key of the elements of `each`, "
                + "found `vault`: they have `name`"),
        Case(
            "a key that one element lacks",
            #"{"each": [{"a": 1, "points": 2}, {"a": 1}], "value": "item.a + item.points"}"#,
            "error tables[0].rows[0].each[1]: expected the key `points`, which other elements of "
                + "`each` have, found none: \(lacking)"
        ),
        Case(
            "a key that one element has misspelt",
            #"{"each": [{"points": 2}, {"ponts": 3}, {}], "value": "item['points']"}"#,
            "error tables[0].rows[0].each[1]: expected the key `points`, which other elements of "
                + "`each` have, found none: did you mean `points` where it has `ponts`?",
            "error tables[0].rows[0].each[2]: expected the key `points`, which other elements of "
                + "`each` have, found none: \(lacking)"
        ),
        Case(
            "who says what a missing value shows may leave a key out",
            #"{"default": "?", "each": [{"a": 1, "b": 2}, {"a": 1}], "value": "item.b"}"#),
        Case(
            "the same for the whole description, which excuses no misspelt key",
            #"{"each": [{"points": 2}, {"ponts": 3}, {}], "value": "item.points"}, {"each": [{"a": 1}], "value": "item.b"}"#,
            more: #""default": "?","#,
            "error tables[0].rows[0].each[1]: expected the key `points`, which other elements of "
                + "`each` have, found none: did you mean `points` where it has `ponts`?",
            "error tables[0].rows[1].value, character 6: expected a key of the elements of `each`, "
                + "found `b`: did you mean `a`?"),
        Case(
            "who asks for a key may read it",
            #"{"each": [{"a": 1, "b": 2}, {"a": 1}], "value": "has(item.b) ? item.b : item.?b.orValue(0)"}, {"each": [{"a": 1, "b": 2}, {"a": 1}], "when": "has(item.b)", "value": "item.b"}"#
        ),
        Case(
            "whoever asks for a key that no element has",
            #"{"each": [{"name": "a"}], "value": "has(item.nme) ? 1 : 0"}, {"each": [{"name": "a"}], "value": "'nme' in item || 'name' in item"}"#,
            "warning tables[0].rows[0].value, character 10: expected a key of the elements of `each`, "
                + "found `nme`: did you mean `name`?",
            "warning tables[0].rows[1].value, character 1: expected a key of the elements of `each`, "
                + "found `nme`: did you mean `name`?"),
        Case(
            "a condition chooses the elements that have a key",
            #"{"each": [{"kind": "a", "x": 1}, {"kind": "b"}], "value": "item.kind == 'a' ? item.x : 0"}"#
        ),
        Case(
            "a named value",
            #"{"each": [{"key": "autoPoints"}, {"keys": "autoPoints"}], "value": "figure"}"#,
            more: #""define": {"figure": "alliance[item.key]"},"#,
            "error tables[0].rows[0].each[1]: expected the key `key`, which other elements of "
                + "`each` have, found none: did you mean `key` where it has `keys`?"),
    ]

    static let words = [
        Case(
            "seen words",
            #"{"field": "end{item}", "each": [1, 2], "words": {"Climbing": "c", "None": "n"}}"#),
        Case(
            "a misspelt word", #"{"field": "end1", "words": {"Climing": "c"}}"#,
            "error tables[0].rows[0].words.Climing: expected a text that a sample has there, "
                + "found \"Climing\": did you mean \"Climbing\"?"),
        Case(
            "a word that no sample has", #"{"field": "end1", "words": {"Fallen": "f", "": "?"}}"#,
            "warning tables[0].rows[0].words.Fallen: no sample has \"Fallen\" there"),
        Case(
            "words that resemble each other may both be right",
            #"{"field": "end1", "words": {"Climbing": "c", "Climbings": "d"}}"#,
            "warning tables[0].rows[0].words.Climbings: no sample has \"Climbings\" there"),
        Case(
            "words for truth and numbers",
            #"{"field": "done", "words": {"true": "y", "flase": "n"}}, {"field": "autoPoints", "words": {"0": "none", "zero": "none"}}"#,
            "error tables[0].rows[0].words.flase: expected a text that a sample has there, "
                + "found \"flase\": did you mean \"false\"?",
            "warning tables[0].rows[1].words.zero: no sample has \"zero\" there"),
        Case(
            "words for what an expression makes",
            #"{"value": "alliance.done ? 'ready' : alliance.end1", "words": {"ready": "r", "raedy": "r", "Climbing": "c"}}"#,
            "warning tables[0].rows[0].words.raedy: no sample has \"raedy\" there"),
        Case(
            "words for a list and for a text",
            #"{"field": "row", "words": {"Cone": "o", "Cube": "u"}}, {"text": "{alliance.end1}!", "words": {"Climing": "c"}}"#,
            "warning tables[0].rows[0].words.Cube: no sample has \"Cube\" there",
            "error tables[0].rows[1].words.Climing: expected a text that a sample has there, "
                + "found \"Climing\": did you mean \"Climbing\"?"),
        Case(
            "a word that only one of the items has",
            #"{"each": [1, 2], "value": "alliance['end' + string(item)] == 'Climbing'"}"#),
        Case(
            "a word in a comparison",
            #"{"value": "alliance.end1 == 'Climing' || alliance.end2 in ['Fallen']"}"#,
            "error tables[0].rows[0].value, character 18: expected a text that a sample has there, "
                + "found \"Climing\": did you mean \"Climbing\"?",
            "warning tables[0].rows[0].value, character 49: no sample has \"Fallen\" there"),
        Case(
            "kinds that do not go together",
            #"{"value": "alliance.end1 < 3"}, {"when": "red.end1", "value": "1 + 'x'"}"#,
            "error tables[0].rows[0].value, character 1: expected two numbers, two texts or two "
                + "others that have an order, found text and an integer",
            "error tables[0].rows[1].when: expected true or false, found text",
            "error tables[0].rows[1].value, character 1: '+': expected two numbers of one kind, "
                + "two texts or two lists, found an integer and text; write string(x) around the "
                + "number"),
    ]

    @Test(arguments: fields + gates + items + words) func remarks(_ example: Case) throws {
        var json = try JSON.parse(
            Array("{\(example.more) \"rows\": [\(example.rows)]}".utf8), limits: .match)
        json = try Self.description(json)
        _ = try Description.decode(json)
        #expect(Self.shown(json, .match, Self.evidence) == example.remarks)
    }

    @Test func withoutExamplesNothingIsSaid() throws {
        let json: JSON = [
            "format": 1, "title": "x",
            "tables": [
                ["rows": [["label": "x", "value": "alliance.anything + breakdown.other.x"]]]
            ],
        ]
        #expect(Self.shown(json, .match, Evidence()) == [])
    }

    @Test func insightsAreHeldAgainstInsights() throws {
        var evidence = Evidence()
        evidence.add(["qual": ["high_score": [94, "2019nyny_qm37", "Q37"]], "playoff": .null])
        let json: JSON = [
            "format": 1, "title": "x", "define": ["figures": "stats[item.key]"],
            "tables": [
                [
                    "rows": [
                        ["label": "High", "text": "{stats.high_score[0]} in {qual.high_scor[2]}"],
                        [
                            "label": "x", "each": [["key": "high_score"], ["key": "low_score"]],
                            "value": "figures[0]",
                        ],
                    ]
                ]
            ],
        ]
        _ = try Description.decode(json, of: .insights)
        #expect(
            Self.shown(json, .insights, evidence) == [
                "error tables[0].rows[0].text, character 32: expected a field that a sample has, "
                    + "found `high_scor`: did you mean `high_score`?",
                "error tables[0].rows[1].each[1].key: expected a field that a sample has, "
                    + "found `low_score`: \(Self.near("high_score"))",
            ])
    }

    @Test func namedValuesMadeFromEachOtherAreCheckedOnce() throws {
        var define = JSONObject()
        define["d0"] = "alliance.autoPoints"
        for at in 1..<50 { define["d\(at)"] = .string("d\(at - 1) + d\(max(0, at - 2))") }
        let json: JSON = [
            "format": 1, "title": "x", "define": .object(define),
            "tables": [["rows": [["label": "x", "value": "d49"]]]],
        ]
        #expect(Self.shown(json, .match, Self.evidence) == [])
    }

    /// A description with these rows, each with a label, in its only table.
    private static func description(_ json: JSON) throws -> JSON {
        var object = try #require(json.objectValue)
        let rows = try #require(object["rows"]?.arrayValue).map { row in
            var row = row.objectValue ?? JSONObject()
            row["label"] = "x"
            return JSON.object(row)
        }
        object["rows"] = nil
        object["format"] = 1
        object["title"] = "x"
        object["tables"] = [["rows": .array(rows)]]
        return .object(object)
    }

    private static func shown(_ json: JSON, _ subject: Subject, _ evidence: Evidence) -> [String] {
        Description.remarks(on: json, of: subject, against: evidence).map {
            ($0.isWarning ? "warning " : "error ") + $0.finding.description
        }
    }

    private static let evidence: Evidence = {
        var evidence = Evidence()
        evidence.add([
            "key": "2024abc_qm1", "comp_level": "qm",
            "score_breakdown": [
                "shared": 1,
                "red": [
                    "autoPoints": 10, "robot1": "Yes", "hub": ["points": 3], "gone": .null,
                    "end1": "Climbing", "end2": "None", "row": ["Cone", "None"], "done": true,
                ],
                "blue": ["autoPoints": 5, "robot2": "No", "end1": "None", "end2": .null],
            ],
        ])
        return evidence
    }()
}
