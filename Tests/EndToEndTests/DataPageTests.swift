import Foundation
import TestSupport
import Testing

/// What docs/DATA.md promises, with the tools that it names.
@Suite struct DataPageTests {
    private let folder: TemporaryDirectory
    private static let page =
        (try? String(contentsOfFile: Checkout.path("docs/DATA.md"), encoding: .utf8)) ?? ""

    init() throws {
        folder = try TemporaryDirectory()
        let samples = ["2024necmp_f1m1", "2024nytr_qm19", "2024nytr_qm68"].map {
            Checkout.path("bundles/2024/samples/\($0).json")
        }
        let found = try samples.filter { FileManager.default.fileExists(atPath: $0) }
            .map { try String(contentsOfFile: $0, encoding: .utf8) }
        try folder.write("[\(found.joined(separator: ","))]", to: "matches.json")
    }

    private static func blocks(_ language: String) -> [String] {
        page.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    private static func canRun(_ command: String) -> Bool {
        (try? Program.run("/bin/bash", ["-c", command]))?.status == 0
    }

    /// A Python with both modules; `DATA_PYTHON` names one.
    private static let python: String? = {
        let own = ProcessInfo.processInfo.environment["DATA_PYTHON"]
        return [own, "/usr/bin/python3"].compactMap { $0 }.first {
            canRun("'\($0)' -c 'import pandas, duckdb'")
        }
    }()

    private func run(_ program: String, _ arguments: [String]) throws -> Program.Result {
        let programs = (Program.path(of: "breakdown") as NSString).deletingLastPathComponent
        return try Program.run(
            "/usr/bin/env",
            ["-C", folder.path, "PATH=\(programs):/usr/bin:/bin", program] + arguments
        )
    }

    /// pandas takes None and N/A, which are words of the data, for missing values.
    @Test func theCallsOfPandasKeepTheWordNone() {
        let calls = Self.blocks("python").filter { $0.contains("read_csv(") }
        #expect(calls.count == 2)
        for call in calls { #expect(call.contains("keep_default_na=False, na_values=[\"\"]")) }
    }

    @Test(.needs(programs: "jq"), arguments: blocks("sh"))
    func theCommandsForJQRun(_ block: String) throws {
        let result = try run("bash", ["-euo", "pipefail", "-c", block])
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains("2024necmp_f1m1"))
    }

    @Test(
        .enabled(if: python != nil, "no Python with pandas and duckdb; DATA_PYTHON names one"),
        arguments: blocks("python"))
    func theLinesForPandasRun(_ block: String) throws {
        let result = try run(try #require(Self.python), ["-c", block])
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains("blue"))
    }

    @Test(
        .enabled(if: python != nil, "no Python with pandas and duckdb; DATA_PYTHON names one"),
        arguments: blocks("sql"))
    func theQueriesForDuckDBRun(_ block: String) throws {
        _ = try run("bash", ["-c", "breakdown --format csv matches.json > long.csv"])
        _ = try run("bash", ["-c", "breakdown --format json matches.json > matches.jsonl"])
        let result = try run(
            try #require(Self.python),
            ["-c", "import duckdb, sys; print(duckdb.sql(sys.argv[1]))", block])
        #expect(result.status == 0, "\(result.messages)")
    }

    /// Every line of JSON that all samples give, by an independent implementation of the schema.
    @Test(.needs(.jsonSchema), arguments: [("json", "breakdown"), ("view", "view")])
    func everySampleFitsTheSchema(_ format: String, _ schema: String) throws {
        let bundles = Checkout.path("bundles")
        var lines = ""
        for year in try FileManager.default.contentsOfDirectory(atPath: bundles).sorted() {
            let samples = "\(bundles)/\(year)/samples"
            let names = try FileManager.default.contentsOfDirectory(atPath: samples)
            let files = names.filter { $0.hasSuffix(".json") }.map { "\(samples)/\($0)" }
            lines += try Program.run(
                "breakdown", files + ["--year", year, "--format", format]
            ).output
        }
        let unknown = #"{"key":"2099a_qm1","score_breakdown":{"red":{"a":-0.5},"blue":{}}}"#
        lines += try Program.run("breakdown", ["--format", format], input: unknown).output
        #expect(lines.split(separator: "\n").count > 60)
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)
            for line in sys.stdin: validator.validate(json.loads(line))
            """
        let verdict = try Program.run(
            try #require(JSONSchema.python),
            ["-c", script, Checkout.path("docs/\(schema).schema.json")], input: lines)
        #expect(verdict.status == 0, "\(verdict.messages)")
    }
}
