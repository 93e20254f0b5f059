import BreakdownRenderer
import Foundation
import JSON
import Testing
import TestSupport
import YAML

@testable import BundlePublisher
@testable import SeasonAuthoring

/// `docs/description.schema.json` as an editor applies it: by an independent implementation.
@Suite(.enabled(if: Validator.python != nil, "needs python3 with the package jsonschema"))
struct EditorSchemaTests {
    @Test func everySeasonIsAccepted() throws {
        let folder = Checkout.path("bundles")
        let years = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let paths = years.flatMap { ["\($0)/match.yaml", "\($0)/insights.yaml"] }
            .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        #expect(paths.contains("2024/match.yaml"))
        let files = try paths.map { path in
            SourceFile(
                path: path,
                bytes: Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))))
        }
        let verdicts = try Validator.verdicts(on: files)
        for (path, verdict) in zip(paths, verdicts) { #expect(verdict == "", "\(path)") }
    }

    /// Mistakes in a description whose only row is good, or is this one.
    static let wrong: [(name: String, yaml: String)] = [
        ("no format", "title: x\ntables: [{rows: [{label: x, field: a}]}]"),
        ("another format", top("format: 3")), ("no title", "format: 1\n\(tables)"),
        ("an unknown key", top("format: 1\ntittle: y")),
        ("a title that is a number", "format: 1\ntitle: 2024\n\(tables)"),
        ("a title of two lines", "format: 1\ntitle: \"a\\nb\"\n\(tables)"),
        ("no tables", "format: 1\ntitle: x"), ("tables without one", top("tables: []", "")),
        ("a table without rows", top("tables: [{title: x}]", "")),
        ("rows without one", top("tables: [{rows: []}]", "")),
        (
            "a table with an unknown key",
            top("tables: [{row: x, rows: [{label: x, field: a}]}]", "")
        ),
        ("a condition that is a truth", top("applies: true")),
        ("a named value with a dash", top("define: {a-b: '1'}")),
        ("a named value that is a number", top("define: {a: 1}")),
        ("notes without one", top("notes: []")), ("a note that is a text", top("notes: [x]")),
        ("a note without text", top("notes: [{when: 'true'}]")),
        ("a note with a label", top("notes: [{text: x, label: y}]")),
        ("an alias that is a text", "format: 1\nalias: '2020'"),
        ("an alias with tables", "format: 1\nalias: 2020\n\(tables)"),
        ("a row without label", row("{field: a}")), ("a row without value", row("{label: x}")),
        ("a row with two values", row("{label: x, field: a, value: a}")),
        ("an unknown key in a row", row("{lable: x, label: x, field: a}")),
        ("an unknown kind", row("{label: x, kind: sum, field: a}")),
        ("each of nothing", row("{label: x, each: [], field: a}")),
        ("each of truths", row("{label: x, each: [true], field: a}")),
        ("each of lists", row("{label: x, each: [{a: [1]}], field: a}")),
        ("needs a number", row("{label: x, needs: 1, field: a}")),
        ("unless nothing", row("{label: x, unless: [], field: a}")),
        ("a field that is a number", row("{label: x, field: 1}")),
        ("a field that is empty", row("{label: x, field: ''}")),
        ("words that are truths", row("{label: x, field: a, words: {a: true}}")),
        ("words in a list", row("{label: x, field: a, words: [a]}")),
        ("otherwise beside text", row("{label: x, text: a, otherwise: b}")),
        ("mirror beside text", row("{label: x, text: a, mirror: true}")),
        ("words beside cases", row("{label: x, cases: [{text: a}], words: {a: b}}")),
        ("mirror that is a text", row("{label: x, field: a, mirror: 'yes'}")),
        ("cases without one", row("{label: x, cases: []}")),
        ("a case without text", row("{label: x, cases: [{when: 'true'}]}")),
        ("a case with a value", row("{label: x, cases: [{text: a, value: b}]}")),
        ("rows beside a field", row("{label: x, field: a, rows: [{label: y, field: a}]}")),
        ("rows beside each", row("{label: x, each: [1], rows: [{label: y, field: a}]}")),
        ("rows without one", row("{label: x, rows: []}")),
        ("rows in rows", row("{label: x, rows: [{label: y, rows: [{label: z, field: a}]}]}")),
    ]

    @Test func whatTheDecoderRefusesIsRefused() throws {
        let files = Self.wrong.map { SourceFile(path: "match.yaml", bytes: Array($0.yaml.utf8)) }
        let verdicts = try Validator.verdicts(on: files)
        for (one, (file, verdict)) in zip(Self.wrong, zip(files, verdicts)) {
            #expect(verdict != "", "\(one.name): the schema accepts it")
            #expect(throws: DiagnosedError.self, "\(one.name): the decoder accepts it") {
                try DescriptionCompiler.compile(
                    DescriptionSource(file, of: .match, in: "nowhere"))
            }
        }
    }

    private static let tables = "tables: [{rows: [{label: x, field: a}]}]"

    private static func top(_ members: String, _ tables: String = tables) -> String {
        (members.hasPrefix("format") ? "" : "format: 1\n") + "title: x\n\(members)\n\(tables)\n"
    }

    private static func row(_ row: String) -> String { top("tables: [{rows: [\(row)]}]", "") }
}

/// Python's jsonschema.
private enum Validator {
    /// A Python that has the package; nil where none has.
    static let python: String? = {
        let own = ProcessInfo.processInfo.environment["TUF_PYTHON"]
        let candidates = [own, "/usr/bin/python3", "/usr/local/bin/python3"].compactMap { $0 }
        return candidates.first { python in
            FileManager.default.isExecutableFile(atPath: python)
                && (try? Program.run(python, ["-c", "import jsonschema"]))?.status == 0
        }
    }()

    /// What is wrong with each of the descriptions by the schema; empty where nothing is.
    static func verdicts(on files: [SourceFile]) throws -> [String] {
        let trees = try files.map { file in
            try YAMLDocument(SourceText(path: file.path, bytes: file.bytes)).json
        }
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)
            print(json.dumps([
                "; ".join(error.message for error in validator.iter_errors(tree))
                for tree in json.load(sys.stdin)]))
            """
        let result = try Program.run(
            try #require(python),
            ["-c", script, Checkout.path("docs/description.schema.json")],
            input: JSON.array(trees).text())
        #expect(result.status == 0, "\(result.messages)")
        let verdicts = try JSON.parse(Array(result.output.utf8), limits: .file).arrayValue ?? []
        #expect(verdicts.count == files.count)
        return verdicts.map { $0.stringValue ?? "no text" }
    }
}
