import JSON
import Testing

@testable import bundle_publish

/// YAML that is read, and what it means.
@Suite struct YAMLReaderTests {
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
        let source = try SourceText(path: "match.yaml", bytes: Array(example.yaml.utf8))
        #expect(try YAMLReader.read(source).json == example.json)
    }
}
