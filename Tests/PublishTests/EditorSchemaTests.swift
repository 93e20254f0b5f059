import BreakdownRenderer
import Foundation
import JSON
@testable import SeasonAuthoring
import Testing
import TestSupport

/// `docs/description.schema.json` as an editor applies it: by an independent implementation.
@Suite(.needs(.jsonSchema))
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

    @Test func whatTheDecoderRefusesIsRefused() throws {
        let path = Checkout.path("Tests/PublishTests/Mistakes/editor/refused.txt")
        let wrong = try CheckFileTests.Example(path: path).parts()
        #expect(wrong.count > 40)
        let files = wrong.map { SourceFile(path: "match.yaml", bytes: Array($0.text.utf8)) }
        let verdicts = try Validator.verdicts(on: files)
        for (one, (file, verdict)) in zip(wrong, zip(files, verdicts)) {
            #expect(verdict != "", "\(one.name): the schema accepts it")
            #expect(throws: DiagnosedError.self, "\(one.name): the decoder accepts it") {
                try DescriptionCompiler.compile(DescriptionSource(file, of: .match, in: "nowhere"))
            }
        }
    }
}

/// Python's jsonschema.
private enum Validator {
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
            try #require(JSONSchema.python),
            ["-c", script, Checkout.path("docs/description.schema.json")],
            input: JSON.array(trees).text())
        #expect(result.status == 0, "\(result.messages)")
        let verdicts = try JSON.parse(Array(result.output.utf8), limits: .file).arrayValue ?? []
        #expect(verdicts.count == files.count)
        return verdicts.map { $0.stringValue ?? "no text" }
    }
}
