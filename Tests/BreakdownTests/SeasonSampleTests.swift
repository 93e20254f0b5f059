import BreakdownRenderer
import BundleFormat
import Testing
import WebModule

/// Whether a season's samples are as its author expects; `check`, the agent, apps and pages ask the same function.
@Suite struct SeasonSampleTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The files that differ from the good season; nil for one that is missing.
        let files: [String: String?]
        let problems: [String]

        init(_ name: String, _ files: [String: String?], _ problems: [String]) {
            (testDescription, self.files, self.problems) = (name, files, problems)
        }
    }

    private static let sample = "samples/qm1"
    private static let good = [
        "match.json": #"""
        {"format": 1, "title": "2024", "applies": "has(red.autoPoints)",
         "tables": [{"rows": [{"label": "Auto", "value": "alliance.autoPoints + 0"}]}]}
        """#,
        "\(sample).json": match(#"{"autoPoints": 10}"#),
        "\(sample).txt": "2024\n\n  Auto\(String(repeating: " ", count: 36)) 10 | 10\n",
    ]

    private static func match(_ side: String, of year: Int = 2024) -> String {
        #"{"key": "\#(year)abc_qm1", "alliances": {}, "score_breakdown": {"red": \#(side), "blue": \#(side)}}"#
    }

    static let cases = [
        Case("as expected", [:], []),
        Case("no sample", ["\(sample).json": nil], ["expected samples, found none"]),
        Case(
            "another table", ["\(sample).txt": "2024\n\n  Auto 1 | 1\n"],
            [
                "samples/qm1.txt: line 3: expected \"  Auto 1 | 1\", found "
                    + "\"  Auto\(String(repeating: " ", count: 36)) 10 | 10\""
            ]),
        Case(
            "no table", ["\(sample).txt": nil],
            ["samples/qm1.txt: expected the sample's table, found no such file"]),
        Case(
            "a cell that fails", ["\(sample).json": match(#"{"autoPoints": {}}"#)],
            ["samples/qm1.json: "]),
        Case(
            "a description for other data", ["\(sample).json": match(#"{"points": 1}"#)],
            [
                "samples/qm1.json: expected the season's tables, found that the description does not apply"
            ]),
        Case(
            "a match of another season",
            ["\(sample).json": match(#"{"autoPoints": 10}"#, of: 2023)],
            ["samples/qm1.json: expected a match of 2024, found 2023abc_qm1"]),
        Case(
            "neither teams nor a breakdown", ["\(sample).json": #"{"key": "2024abc_qm1"}"#],
            [
                "samples/qm1.json: expected a match, found neither `alliances` nor `score_breakdown`"
            ]),
        Case(
            "insights without a description", ["\(sample).json": #"{"qual": {"a": 1}}"#],
            ["samples/qm1.json: expected a match, found an event's insights"]),
        Case("a sample that is no JSON", ["\(sample).json": "{"], ["samples/qm1.json: "]),
        Case("a description that is no JSON", ["match.json": "{"], ["match.json: "]),
        Case(
            "every sample is told",
            ["samples/a.json": "[]", "samples/b.json": match("{}", of: 2023)],
            [
                "samples/a.json: match: expected an object, found a list",
                "samples/b.json: expected a match of 2024, found 2023abc_qm1",
            ]),
    ]

    @Test(arguments: cases)
    func theVerdictNamesEachFault(_ example: Case) throws {
        let files = Self.files(example)
        let year = try #require(BundleYear(2024))
        let verdict = SampleTest.run(on: files.compactMap { BundlePath($0.0) }, of: year) { path in
            files.first { $0.0 == path }.map { Array($0.1.utf8) }
        }
        #expect(verdict.problems.count == example.problems.count, "\(verdict.problems)")
        for (problem, begin) in zip(verdict.problems, example.problems) {
            #expect(problem.hasPrefix(begin))
        }
    }

    /// What a page is told: the first problem of the same verdict.
    @Test(arguments: cases)
    func aPageHasTheSameVerdict(_ example: Case) throws {
        let files = Self.files(example)
        let list = files.map { #"{"path": "\#($0.0)", "length": \#($0.1.utf8.count)}"# }
        let options = Array(#"{"year": 2024, "files": [\#(list.joined(separator: ","))]}"#.utf8)
        let data = files.flatMap { Array($0.1.utf8) }
        var found: String?
        do throws(Refusal) {
            try options.withUnsafeBufferPointer { (options) throws(Refusal) in
                try data.withUnsafeBufferPointer { (data) throws(Refusal) in
                    try WebModule().test(options: options, data: data)
                }
            }
        } catch {
            #expect(error.code == .invalidDescription)
            found = error.message
        }
        #expect((found == nil) == example.problems.isEmpty)
        if let found, let begin = example.problems.first { #expect(found.hasPrefix(begin)) }
    }

    private static func files(_ example: Case) -> [(String, String)] {
        good.merging(example.files.compactMapValues { $0 }) { $1 }
            .filter { example.files[$0.key] ?? "" != nil }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
