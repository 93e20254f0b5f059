import BundleArchive
import BundleFormat
import Foundation
import JSON
import Testing
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What a season's folder may hold beside a description of matches of its own.
@Suite struct InsightsAndAliasTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Files written over the good season 2024, below `bundles`.
        let files: [String: String]
        /// What is said about them, paths shortened.
        let messages: [String]

        init(_ name: String, _ files: [String: String], _ messages: [String] = []) {
            (testDescription, self.files, self.messages) = (name, files, messages)
        }
    }

    private static let description = """
        format: 1
        title: Statistics
        tables:
          - rows:
              - label: Climbs
                value: stats.climbs[0]

        """
    private static let insights = #"""
        {"qual": {"climbs": [7, 9], "high_score": [88, "2024abc_qm3", "Q3"]}, "playoff": null}
        """#
    private static let table = """
        Statistics

          Climbs                                   7 | –

        """

    static let cases = [
        Case(
            "insights and their table",
            [
                "2024/insights.yaml": description, "2024/samples/event.json": insights,
                "2024/samples/event.txt": table,
            ]),
        Case(
            "a mistake in insights", ["2024/insights.yaml": description + "oops: 1\n"],
            ["2024/insights.yaml:7:1: unknown key `oops`"]),
        Case(
            "insights use no variable of matches",
            ["2024/insights.yaml": description.replacing("stats", with: "alliance")],
            [
                "2024/insights.yaml:6:16: expected a variable, found the unknown name 'alliance'"
            ]),
        Case(
            "insights that nobody described", ["2024/samples/event.json": insights],
            ["2024/samples/event.json: expected a match, found an event's insights"]),
        Case(
            "insights of another season",
            [
                "2024/insights.yaml": description,
                "2024/samples/event.json": insights.replacing("2024abc", with: "2019abc"),
            ],
            ["2024/samples/event.json: expected insights of 2024, found 2019abc"]),
        Case(
            "an alias",
            [
                "2024/match.yaml": "format: 1\nalias: 2025\ntitle: Same Again\n",
                "2024/samples/qm1.txt": """
                Same Again

                  Auto                                     10 | 5
                = Total                                    30 | 20

                """,
            ]),
        Case(
            "an alias of a season that is not there",
            ["2024/match.yaml": "format: 1\nalias: 2031\n"],
            [
                "2024/match.yaml:2:8: expected the year of a season beside this one: "
                    + "cannot open 2031/match.yaml: No such file or directory"
            ]),
        Case(
            "an alias of itself", ["2024/match.yaml": "format: 1\nalias: 2024\n"],
            [
                "2024/match.yaml:2:8: expected a season that describes itself, "
                    + "found that 2024/match.yaml is an alias"
            ]),
        Case(
            "an alias and more", ["2024/match.yaml": "format: 1\nalias: 2025\ntables: []\n"],
            ["2024/match.yaml:3:1: unknown key `tables`"]),
    ]

    @Test(arguments: cases) func reports(_ example: Case) throws {
        let fixture = try SeasonFixture()
        for (path, text) in example.files { try fixture.folder.write(text, to: "bundles/\(path)") }
        let checked = try ContentCheck(folder: fixture.bundles).run()
        let messages = checked.diagnostics.inReadingOrder().map { diagnostic in
            let place = diagnostic.place.map { ":\($0.position.line):\($0.position.column)" } ?? ""
            return "\(diagnostic.file)\(place): \(diagnostic.message)"
                .replacing("\(fixture.bundles)/", with: "")
        }
        #expect(messages == example.messages)
        #expect(checked.seasons.count == (example.messages.isEmpty ? 2 : 1), "the other is good")
    }

    @Test func anAliasIsPublishedAsWhatItStandsFor() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write("format: 1\nalias: 2025\n", to: "bundles/2024/match.yaml")
        let seasons = try ContentCheck(folder: fixture.bundles).runStrictly()
        let files = seasons.map { season in
            season.contents.files.first { $0.key.description == "match.json" }?.value
        }
        #expect(files[0] == files[1])
    }
}
