import BreakdownRenderer
import BundleFormat
import Foundation
import JSON
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What `check` says beyond mistakes, and the forms in which it says it.
@Suite struct CheckReviewTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The rows, notes and what else comes behind the title, after `applies`.
        let yaml: String
        /// `line: severity: message` of everything said, in order.
        let says: [String]

        init(_ name: String, _ yaml: String, _ says: String...) {
            (testDescription, self.yaml, self.says) = (name, yaml, says)
        }
    }

    private static let all = """
        tables:
          - rows:
              - { label: A, field: points }
              - { label: B, field: state }
              - { label: C, field: hub.count }

        """
    private static let long = String(repeating: "long ", count: 12)
    private static let word = String(repeating: "long", count: 25)

    static let cases = [
        Case("nothing to say", all),
        Case(
            "fields in no row", "tables: [{ rows: [{ label: A, field: points }] }]\n",
            "0: note: 2 fields of the data in no row: hub.count, state"),
        Case(
            "a field that a condition asks for only",
            all.replacing(
                "field: hub.count", with: "value: \"1\", when: has(red.hub.count)"),
            "0: note: 1 field of the data in no row: hub.count"),
        Case(
            "an object as a whole",
            all.replacing(
                "field: hub.count", with: "value: countTrue(alliance.hub)")),
        Case(
            "a row that is empty", all + "      - { label: D, field: nothing }\n",
            "8: warning: the row is empty in every sample"),
        Case(
            "a row that no sample shows",
            all + "      - { label: D, value: alliance.points, when: match.comp_level == 'f' }\n",
            "8: warning: no sample shows this row"),
        Case(
            "a row with a default that is also a value",
            all + "      - { label: D, value: 0 * alliance.points, default: \"0\" }\n"),
        Case(
            "an empty row under a common label",
            all + "      - { label: D, rows: [{ label: E, field: nothing }] }\n",
            "8: warning: the row is empty in every sample"),
        Case(
            "words that are lacking",
            all.replacing("field: state", with: "field: state, words: { Parked: P }"),
            "6: note: no word for \"Climbed\""),
        Case(
            "words and otherwise",
            all.replacing(
                "field: state", with: "field: state, words: { Parked: P }, otherwise: x")),
        Case(
            "words of truths need not be all",
            all
                + "      - { label: D, value: alliance.points > 1, words: { \"true\": yes it is } }\n"
        ),
        Case(
            "a wide table", all.replacing("label: B", with: "label: \(long)"),
            "0: note: the table is 83 columns wide, most of it for \"\(long.dropLast())\""),
        Case(
            "a long label, which goes on in the next line",
            all.replacing("label: B", with: "label: \(long)\(long)"),
            "0: note: the table is 143 columns wide, most of it for \"\(long)\(long.dropLast())\""
        ),
        Case(
            "a long word", all.replacing("label: B", with: "label: \(word)"),
            "0: warning: \"\(word)\" is broken into lines even where the table has 100 columns"),
        Case(
            "a long value", all.replacing("field: state", with: "text: \(long)"),
            "0: note: 1 field of the data in no row: state",
            "0: warning: \"\(long.dropLast())\" is broken into lines even where the table has 100 columns"
        ),
        Case(
            "signs that nothing explains",
            all.replacing("field: state", with: "field: state, words: { Parked: ■, Climbed: ▲ }"),
            "0: warning: qm1: cells with signs alone that nothing explains: ■ ▲"),
        Case(
            "signs that a note explains",
            all.replacing("field: state", with: "field: state, words: { Parked: ■, Climbed: ▲ }")
                + "notes: [{ text: ▲ climbed ■ parked }]\n"),
        Case(
            "dots with a number",
            all + "      - { label: D, text: \"{dots(1, 2)} +1 RP\" }\n"),
        Case(
            "a row without a word", all.replacing("label: B", with: "label: \" \""),
            "0: warning: qm1: a heading without a word"),
    ]

    @Test(arguments: cases) func says(_ example: Case) throws {
        let season = try Season("format: 1\ntitle: x\n" + example.yaml)
        let report = try season.check()
        let said = report.diagnostics.inReadingOrder().map {
            "\($0.place?.position.line ?? 0): \($0.severity.rawValue): \($0.message)"
        }
        #expect(said == example.says)
        #expect(report.diagnostics.mistakesCount == 0)
        let all = try season.check(years: [])
        #expect(all.diagnostics.filter(\.isNote).isEmpty, "of all seasons at once there are none")
    }

    @Test func aPageWithoutScopesWouldBeFound() {
        let found = ReaderReview.headings("<thead><th>x</th><th scope=\"row\"> </th></thead>")
        #expect(
            found.map(\.problem) == [
                "a heading that belongs to nothing", "a heading without a word",
            ])
    }

    @Test func largeSeasonsAreWarnedOf() throws {
        let season = try Season("format: 1\ntitle: x\n" + Self.all)
        // Incompressible, as a photograph would be.
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<30_000).map { _ in String(generator.next(), radix: 36) }.joined()
        try season.folder.write(
            season.match.replacing("\"hub\"", with: "\"noise\": \"\(noise)\", \"hub\""),
            to: "bundles/2024/samples/qm1.json")
        let said = try season.check().diagnostics.filter { !$0.isNote }.map(\.message)
        #expect(said.count == 1)
        #expect(said.first?.hasPrefix("the season has ") == true)
    }

    @Test func theUpdateShowsWhatHasChanged() throws {
        let season = try Season("format: 1\ntitle: x\n" + Self.all)
        try season.folder.write(
            "format: 1\ntitle: y\n" + Self.all, to: "bundles/2024/match.yaml")
        let result = try season.run("--update")
        #expect(result.status == 0)
        #expect(result.output.contains("samples/qm1.txt\n    - x\n    + y\n"))
        #expect(try season.run("--update").output == "1 season, 1 sample: no mistakes\n")
    }

    @Test func ofTheProjectsOwnSeasonsThereIsNothingToSay() throws {
        let result = try Program.run(
            "bundle-publish", ["check", "--strict", "--bundles", Checkout.path("bundles")])
        #expect(result.status == 0)
        #expect(result.messages == "")
    }

    @Test func strictTakesOffenceAtWarningsAndNoNotes() throws {
        let season = try Season(
            "format: 1\ntitle: x\n" + Self.all + "      - { label: D, field: nothing }\n")
        #expect(try season.run("2024").status == 0)
        #expect(try season.run("2024", "--strict").status == 2)
        let noted = try Season(
            "format: 1\ntitle: x\ntables: [{ rows: [{ label: A, field: points }] }]\n")
        #expect(try noted.run("2024", "--strict").status == 0)
    }

    @Test func matchesAreShownToo() throws {
        let season = try Season(
            "format: 1\ntitle: x\napplies: has(red.points)\n"
                + Self.all.replacing(
                    "field: points", with: "value: alliance.points * alliance.points"))
        let matches = [
            season.match,
            season.match.replacing("qm1", with: "qm2").replacing(
                "points\": 7", with: "points\": 4000000000"),
            season.match.replacing("qm1", with: "qm3").replacing("points", with: "punkte"),
            #"{"key": "2024abc_qm4", "score_breakdown": null}"#,
        ].map { $0.replacing("\n", with: " ") }
        try season.folder.write(matches.joined(separator: "\n"), to: "matches.json")
        let result = try season.run("2024", "--json", "--matches", season.folder["matches.json"])
        #expect(result.status == 2)
        let report = try JSON.parse(result.output)
        let found = report["diagnostics"]?.arrayValue?.filter { $0["severity"] != "note" }
        #expect(found?.first?["message"]?.stringValue?.contains("(2024abc_qm2)") == true)
        #expect(
            found?.last?["message"]
                == "1 of 3 matches with a breakdown have the generic table, the first is 2024abc_qm3"
        )
        #expect(report["seasons"]?.arrayValue?.first?["matches"]?["withoutBreakdown"] == 1)
    }

    @Test func githubAnnotatesTheLine() throws {
        let season = try Season("format: 1\ntitle: x\n" + Self.all)
        try season.folder.write(
            "format: 1\ntitle: 100% x\n" + Self.all.replacing("field: state", with: "feild: state"),
            to: "bundles/2024/match.yaml")
        let result = try season.run("--github")
        #expect(result.status == 2)
        let path = season.folder["bundles/2024/match.yaml"]
        #expect(
            result.output.contains(
                "::error file=\(path),line=6,col=21,endColumn=26::unknown key `feild`%0A→ did you mean `field`?\n"
            ),
            "\(result.output)")
        #expect(result.messages.isEmpty)
    }

    @Test(.enabled(if: Reports.python != nil, "needs python3 with the package jsonschema"))
    func theReportIsWhatItsSchemaSays() throws {
        let season = try Season(
            "format: 1\ntitle: x\n" + Self.all + "      - { label: D, field: nothing }\n")
        try season.folder.write(season.match, to: "match.json")
        let good = try season.run("2024", "--json", "--matches", season.folder["match.json"])
        try season.folder.write("x\n", to: "bundles/2024/samples/qm1.txt")
        let bad = try season.run("2024", "--json")
        for result in [good, bad] {
            let script = """
                import json, sys
                from jsonschema import Draft202012Validator
                schema = json.load(open(sys.argv[1]))
                Draft202012Validator.check_schema(schema)
                Draft202012Validator(schema).validate(json.load(sys.stdin))
                """
            let verdict = try Program.run(
                try #require(Reports.python),
                ["-c", script, Checkout.path("docs/check.schema.json")], input: result.output)
            #expect(verdict.status == 0, "\(verdict.messages)")
        }
        #expect(bad.status == 2)
    }

    @Test func theSeasonsHereHaveNoNewsThatMatters() throws {
        let report = try CheckRun(
            folder: Checkout.path("bundles"), years: [], updatesTables: false, matches: []
        ).run()
        #expect(report.diagnostics.mistakesCount == 0)
        #expect(report.diagnostics.filter { $0.message.contains("signs alone") } == [])
        #expect(
            report.seasons.allSatisfy { ($0.size?.zipBytes ?? .max) < SizeReview.zipBytesNoted / 4 }
        )
    }
}

private enum Reports {
    /// A Python that has the package; nil where none has.
    static let python: String? = {
        let own = ProcessInfo.processInfo.environment["TUF_PYTHON"]
        return [own, "/usr/bin/python3", "/usr/local/bin/python3"].compactMap { $0 }.first {
            python in
            FileManager.default.isExecutableFile(atPath: python)
                && (try? Program.run(python, ["-c", "import jsonschema"]))?.status == 0
        }
    }()
}

/// The season 2024 with one sample and its table.
private struct Season {
    let folder: TemporaryDirectory
    let match = """
        {"key": "2024abc_qm1", "comp_level": "qm", "score_breakdown": {
          "red": {"points": 7, "state": "Climbed", "nothing": null, "hub": {"count": 3}},
          "blue": {"points": 1, "state": "Parked", "nothing": null, "hub": {"count": 0}}}}
        """

    init(_ yaml: String) throws {
        folder = try TemporaryDirectory()
        try folder.write(yaml, to: "bundles/2024/match.yaml")
        try folder.write(match, to: "bundles/2024/samples/qm1.json")
        _ = try ContentCheck(folder: folder["bundles"], updatesTables: true).run()
    }

    func check(years: [Int] = [2024]) throws -> CheckRun.Report {
        try CheckRun(
            folder: folder["bundles"], years: Set(years.compactMap { BundleYear($0) }),
            updatesTables: false, matches: []
        ).run()
    }

    func run(_ arguments: String...) throws -> Program.Result {
        try Program.run("bundle-publish", ["check", "--bundles", folder["bundles"]] + arguments)
    }
}
