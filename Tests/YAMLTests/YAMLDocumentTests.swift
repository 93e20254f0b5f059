import JSON
@testable import SeasonAuthoring
import Testing

/// YAML that is read, and what it means.
@Suite struct YAMLDocumentTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let yaml: String
        let json: JSON

        init(_ name: String, _ yaml: String, _ json: JSON) {
            (testDescription, self.yaml, self.json) = (name, yaml, json)
        }
    }

    static let cases = [
        Case("integers", "[0, 7, -7, +7, 0x1F, 0o17]", [0, 7, -7, 7, 31, 15]),
        Case("truth is true and false only", "[true, True, FALSE]", [true, true, false]),
        Case(
            "yes, no, on, off are texts", "[yes, No, on, OFF, y]", ["yes", "No", "on", "OFF", "y"]),
        Case("null in its spellings", "[null, ~, Null]", [nil, nil, nil]),
        Case("an empty value is null", "a:", ["a": nil]),
        Case("dates and times are texts", "[2024-03-01, 12:30]", ["2024-03-01", "12:30"]),
        Case(
            "decimal numbers", "[1.5, -.5, 1e3, 1.]",
            .array([.double(1.5), .double(-0.5), .double(1000), .double(1)])),
        Case(
            "what only looks like a number", "[1_000, 1.2.3, 0x, -, e3, +0x1]",
            ["1_000", "1.2.3", "0x", "-", "e3", "+0x1"]),
        Case("quoted scalars are texts", #"["7", 'true', "null"]"#, ["7", "true", "null"]),
        Case(
            "keys keep their spelling", "{0: a, true: b, '1': c}",
            ["0": "a", "true": "b", "1": "c"]),
        Case("comments", "# one\na: 1 # two\n", ["a": 1]),
        Case("block texts", "a: |\n  x\n  y\nb: >-\n  x\n  y\n", ["a": "x\ny\n", "b": "x y"]),
        Case("Windows line ends", "a: 1\r\nb: x\r\n", ["a": 1, "b": "x"]),
        Case("a document's marks", "---\na: 1\n...\n", ["a": 1]),
    ]

    @Test(arguments: cases) func reads(_ example: Case) throws {
        #expect(try YAMLDocument(example.yaml, limits: .small).json == example.json)
    }

    @Test func aliasesAreNotExpanded() {
        // Each line would have ten times the values of the line above.
        let lines = (1...9).map { level in
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            return "a\(level): &a\(level) [\(aliases)]"
        }
        let mistakes = Self.mistakes(lines.joined(separator: "\n"))
        #expect(mistakes.map(\.problem) == Array(repeating: .anchor, count: 9))
    }

    @Test func aUseOfAnAnchorIsNotReportedBesideIt() {
        #expect(Self.mistakes("a: &x 1\nb: *x\n*x : 2\nc: *y").map(\.problem) == [.anchor, .alias])
    }

    @Test func everyDuplicateKeyIsReported() throws {
        let mistakes = Self.mistakes("a: 1\nb: {c: 1, 'c': 2}\n\"a\": 2\na: 3")
        let first = TextPosition(line: 1, column: 1)
        try #require(mistakes.count == 3)
        #expect(
            mistakes.map(\.problem) == [
                .duplicateKey(
                    "c", at: mistakes[0].position, first: TextPosition(line: 2, column: 5),
                    isInElement: false),
                .duplicateKey("a", at: mistakes[1].position, first: first, isInElement: false),
                .duplicateKey("a", at: mistakes[2].position, first: first, isInElement: false),
            ])
    }

    @Test func levelsAndValuesAreCountedWhileReading() {
        let levels = Self.mistakes(String(repeating: "[\n", count: 100_000))
        #expect(levels.map(\.problem) == [.tooManyLevels(max: 32)])
        #expect(levels.map(\.position) == [TextPosition(line: 33, column: 1)])
        let values = Self.mistakes(String(repeating: "- 1\n", count: 100_000))
        #expect(values.map(\.problem) == [.tooManyValues(max: 1_000)])
    }

    private static func mistakes(_ yaml: String) -> [YAMLMistake] {
        do {
            _ = try YAMLDocument(yaml, limits: .small)
            return []
        } catch {
            return error.all
        }
    }
}

extension YAMLLimits {
    /// Enough for every text in these tests.
    static let small = YAMLLimits(depthMax: 32, nodesMax: 1_000)
}
