import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// What `check` says beyond mistakes, and the forms in which it says it.
@Suite struct CheckReviewTests {
    private static let all = """
        tables:
          - rows:
              - { label: A, field: points }
              - { label: B, field: state }
              - { label: C, field: hub.count }

        """

    @Test func aPageWithoutScopesWouldBeFound() {
        let found = ReaderReview.headings("<thead><th>x</th><th scope=\"row\"> </th></thead>")
        #expect(
            found.map(\.problem) == [
                "a heading of no row or column", "a heading without a word",
            ])
    }

    @Test func largeSeasonsAreWarnedOf() throws {
        let season = try OneSeason("format: 1\ntitle: x\n" + Self.all)
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

    @Test(arguments: [
        (#"text: "{alliance.nothing} / {alliance.nothing}""#, true),
        (#"text: "{alliance.nothing} of {alliance.nothing} points""#, true),
        (#"text: "{alliance.points} / {alliance.nothing}""#, false),
        (#"value: "has(alliance.x) ? 'x' : '– / –'""#, true),
        (#"value: "'–5'""#, false), (#"text: "✓""#, false), (#"text: "(–)""#, true),
        (
            #"cases: [{ when: alliance.points > 99, text: "!" }, { text: "{alliance.nothing} pts" }]"#,
            true
        ),
        (#"cases: [{ when: alliance.points > 99, text: "!" }, { text: "–" }]"#, true),
    ])
    func aCellOfDashesIsEmpty(_ row: String, _ isEmpty: Bool) throws {
        let season = try OneSeason(
            "format: 1\ntitle: x\n" + Self.all + "      - label: D\n        \(row)\n")
        let said = try season.check().diagnostics.map(\.message)
        #expect(said.contains("the row is empty in every sample") == isEmpty, "\(said)")
    }

    @Test func curlyQuotesAroundATextAreAWarning() throws {
        let season = try OneSeason(
            """
            format: 1
            title: „x“
            tables:
              - rows:
                  - { label: “A”, field: points }
                  - { label: B, field: state, words: { Climbed: «up», Parked: the “floor” } }
                  - { label: "Robot's “C”", field: hub.count }

            """)
        let said = try season.check().diagnostics.filter { !$0.isNote }
        #expect(said.map { $0.place?.position.line } == [2, 5, 6])
        for one in said {
            #expect(one.isWarning)
            #expect(
                one.message == "the curly quotation marks around this text are shown with it")
            #expect(one.remedy == "write it without them, or in plain ones: \" or '")
        }
    }

    @Test func theAdviceForATableNamesItsSeasonAlone() throws {
        let season = try OneSeason("format: 1\ntitle: x\n" + Self.all)
        try season.folder.write("x\n", to: "bundles/2024/samples/qm1.txt")
        for removed in [false, true] {
            if removed {
                try FileManager.default.removeItem(
                    atPath: season.folder["bundles/2024/samples/qm1.txt"])
            }
            let failed = try season.run("2024")
            let advice = failed.messages.firstMatch(of: #/run (bundle-publish .*?) (if|and) /#)
            let command = try #require(advice).1
            #expect(
                command
                    == "bundle-publish check 2024 --update --bundles \(season.folder["bundles"])")
            let words = command.split(separator: " ").dropFirst().map(String.init)
            #expect(try Program.run("bundle-publish", words).status == 0)
            #expect(try season.run("2024").status == 0)
        }
    }

    @Test func theUpdateShowsWhatHasChanged() throws {
        let season = try OneSeason("format: 1\ntitle: x\n" + Self.all)
        try season.folder.write("format: 1\ntitle: y\n" + Self.all, to: "bundles/2024/match.yaml")
        let result = try season.run("--update")
        #expect(result.status == 0)
        #expect(result.output.contains("samples/qm1.txt\n    - x\n    + y\n"))
        #expect(try season.run("--update").output == "1 season, 1 sample: no mistakes\n")
    }

    @Test func aDescriptionWithAMistakeRenewsNoTable() throws {
        let season = try OneSeason("format: 1\ntitle: x\n" + Self.all)
        let before = try season.folder.contents(of: "bundles/2024/samples")
        for field in ["pionts", "totalScore", "state.x"] {
            try season.folder.write(
                "format: 1\ntitle: y\n"
                    + Self.all.replacing("field: points", with: "field: \(field)"),
                to: "bundles/2024/match.yaml")
            for arguments in [[], ["--update"]] {
                let result = try season.run(arguments)
                #expect(result.status == 2)
                #expect(!(result.output + result.messages).contains("--update"))
                #expect(result.messages.hasSuffix("\n1 error in 1 file\n"), "\(result.messages)")
            }
        }
        #expect(try season.folder.contents(of: "bundles/2024/samples") == before)
    }

    @Test func strictTakesOffenceAtWarningsAndNoNotes() throws {
        let season = try OneSeason(
            "format: 1\ntitle: x\n" + Self.all + "      - { label: D, field: nothing }\n")
        #expect(try season.run("2024").status == 0)
        #expect(try season.run("2024", "--strict").status == 2)
        let noted = try OneSeason(
            "format: 1\ntitle: x\ntables: [{ rows: [{ label: A, field: points }] }]\n")
        #expect(try noted.run("2024", "--strict").status == 0)
    }

    @Test func matchesAreShownToo() throws {
        let season = try OneSeason(
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
        let season = try OneSeason("format: 1\ntitle: x\n" + Self.all)
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

    @Test(.needs(.jsonSchema))
    func theReportIsWhatItsSchemaSays() throws {
        let season = try OneSeason(
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
                try #require(JSONSchema.python),
                ["-c", script, Checkout.path("docs/check.schema.json")], input: result.output)
            #expect(verdict.status == 0, "\(verdict.messages)")
        }
        #expect(bad.status == 2)
    }

    @Test func theSeasonsHereHaveNoNewsThatMatters() throws {
        let report = try CheckReport(folder: Checkout.path("bundles"), years: [])
        #expect(report.diagnostics.mistakesCount == 0)
        #expect(report.diagnostics.filter { $0.message.contains("signs alone") } == [])
        #expect(
            report.seasons.allSatisfy { ($0.size?.zipBytes ?? .max) < SizeReview.zipBytesNoted / 4 }
        )
    }
}
