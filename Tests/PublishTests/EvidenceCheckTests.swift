import BreakdownRenderer
import BundleArchive
import BundleFormat
import Foundation
import JSON
import Testing
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Descriptions held against samples and other matches: what an author reads, and where.
@Suite struct EvidenceCheckTests {
    /// `UPDATE_EXPECTED=1 swift test --filter EvidenceCheckTests` writes the text anew, for review.
    @Test func fieldsAndWordsAreLocated() throws {
        let folder = Checkout.path("Tests/PublishTests/Mistakes/against-samples")
        let yaml = try Data(contentsOf: URL(filePath: "\(folder)/fields-and-words.yaml"))
        let season = Season(yaml: String(decoding: yaml, as: UTF8.self))
        let diagnostics = try season.checked().diagnostics.filter { $0.file.hasSuffix(".yaml") }
        let text = DiagnosticPrinter(colour: false).text(diagnostics)
            .replacing(/[^ \n]*\/match\.yaml/, with: "match.yaml")
        let expected = URL(filePath: "\(folder)/fields-and-words.txt")
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
            try Data(text.utf8).write(to: expected)
        }
        #expect(text == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
    }

    @Test func warningsKeepNothingFromBeingPublished() throws {
        let season = Season(row: "needs: other, field: other")
        let checked = try season.checked()
        #expect(checked.diagnostics.map(\.isWarning) == [true])
        #expect(checked.seasons.map(\.contents.year.number) == [2024])
        #expect(try season.check { try $0.runStrictly().count } == 1)
    }

    /// The samples have `autoPoints` and `teleopPoints`, both numbers.
    @Test(arguments: [
        "each: [auto, teleop, other], when: item != 'other', value: \"alliance[item + 'Points']\"",
        "each: [auto, other], cases: [{when: item == 'other', text: x}, "
            + "{text: \"{alliance[item + 'Points']}\"}]",
        "cases: [{when: '!has(alliance.other)', text: none}, {text: '{alliance.other}'}]",
        "when: type(red.autoPoints) == string, value: alliance.autoPoints.size()",
        "value: \"['a', 'b'][alliance.?nothing.orValue(null)]\"",
    ])
    func whatIsRightIsNotRefused(_ row: String) throws {
        let told = try Season(row: row).checked().diagnostics.filter { !$0.isWarning }
        #expect(told.filter { $0.file.hasSuffix(".yaml") }.map(\.message) == [])
        #expect(!told.contains { $0.message.contains("every cell to be computed") }, "\(told)")
    }

    @Test func aMisspeltFieldIsRefused() throws {
        let season = Season(row: "field: autoPonts")
        #expect(try season.checked().seasons.isEmpty)
        let refusal = try season.check { check in
            #expect(throws: AuthoringError.self) { try check.runStrictly() }
        }
        #expect(refusal.map { Told($0).exitStatus } == 2)
    }

    /// Each remedy is followed: the row is then there, with its value.
    @Test(
        arguments: [
            ("field: red.autoPoints", "write `autoPoints`", "field: autoPoints"),
            ("field: alliance.autoPoints", "write `autoPoints`", "field: autoPoints"),
            ("field: match.key", "write `value: match.key`", "value: match.key"),
        ])
    func aFieldThatBeginsAsAnExpressionIsToldWhatToWrite(
        _ wrong: String, _ remedy: String, _ right: String
    ) throws {
        let told = try Season(row: wrong).checked().diagnostics.filter { $0.place != nil }
        #expect(told.count == 1)
        #expect(told.first?.remedy?.hasPrefix(remedy) == true, "\(told)")
        let season = try #require(try Season(row: right).checked().seasons.first)
        let tables = season.contents.files.filter { $0.key.description.hasSuffix(".txt") }
        let table = String(decoding: try #require(tables.first?.value), as: UTF8.self)
        #expect(table.split(separator: "\n").contains { $0.contains(" y ") }, "\(table)")
    }

    @Test func rowsThatShowNothingAreNotCalledADescriptionThatDoesNotApply() throws {
        let yaml = """
            format: 1
            title: x
            applies: APPLIES
            tables:
              - rows:
                  - { label: x, field: autoPoints, when: "false" }

            """
        for (applies, says) in [
            ("has(red.autoPoints)", "no row of them shows anything"),
            ("red.autoPoints < 0", "the description does not apply"),
        ] {
            let season = Season(yaml: yaml.replacing("APPLIES", with: applies))
            let told = try season.checked().diagnostics.filter { !$0.isWarning }
            #expect(told.count == 1 && told[0].message.contains(says), "\(told)")
        }
    }

    @Test func anAliasIsHeldAgainstItsOwnSeasonOnly() throws {
        let folder = try TemporaryDirectory()
        try Season(row: "field: autoPoints").write(2024, to: folder)
        try folder.write("format: 1\nalias: 2024\n", to: "bundles/2025/match.yaml")
        let other = Season.match(2025).replacing("hub", with: "rim")
        try folder.write(other, to: "bundles/2025/samples/qm1.json")
        let checked = try ContentCheck(folder: folder["bundles"], updatesTables: true).run()
        #expect(checked.diagnostics == [])
    }

    struct Matches: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        /// The error, or nil where the field `other` is known from the file.
        let error: String?
    }

    private static let more = Season.match(2024).replacing("autoPoints", with: "other")
        .replacing("\n", with: "")

    @Test(arguments: [
        Matches(testDescription: "an array", text: "[\(more), \(more)]", error: nil),
        Matches(testDescription: "one a line", text: "\n\(more)\n\(more)\n\n", error: nil),
        Matches(testDescription: "one match", text: more.replacing(",", with: ",\n"), error: nil),
        Matches(testDescription: "nothing", text: " \n", error: "2:1: expected a value"),
        Matches(
            testDescription: "a line that is none", text: "\(more)\n{\"key\":}\n",
            error: "2:8: expected a value"),
        Matches(
            testDescription: "an array of something else", text: "[\(more), 1]",
            error: "value 2: match: expected an object, found 1"),
        Matches(
            testDescription: "a line of something else", text: "\(more)\n{\"x\": 1}\n",
            error: "2: match.key: expected a value, found none"),
    ])
    func matchesBesideTheSamplesAreKnownToo(_ example: Matches) throws {
        let season = Season(row: "needs: other, field: other")
        let folder = try TemporaryDirectory()
        try folder.write(example.text, to: "matches.json")
        do {
            let evidence = try MatchPile([folder["matches.json"]]).evidence()
            #expect(example.error == nil)
            #expect(try season.checked(evidence).diagnostics == [])
        } catch let error as AuthoringError {
            let expected = try #require(example.error, "\(error)")
            let message = Told(error).message
            #expect(
                message.contains("matches.json: \(expected)") || message.contains(":\(expected)"))
        }
    }

    @Test func thousandsOfMatchesTakeSeconds() throws {
        let folder = try TemporaryDirectory()
        let lines = Array(repeating: Self.more, count: 5_000).joined(separator: "\n")
        try folder.write(lines, to: "matches.json")
        let start = ContinuousClock.now
        _ = try MatchPile([folder["matches.json"]]).evidence()
        #expect(ContinuousClock.now - start < .seconds(30), "a debug build on a busy machine")
    }
}

/// One season with one sample.
private struct Season {
    let yaml: String

    init(yaml: String) {
        self.yaml = yaml
    }

    /// A description with a row of these members.
    init(row: String) {
        yaml = """
            format: 1
            title: x
            tables:
              - rows:
                  - { label: x, field: autoPoints }
                  - { label: y, \(row) }

            """
    }

    func write(_ year: Int, to folder: TemporaryDirectory) throws {
        try folder.write(yaml, to: "bundles/\(year)/match.yaml")
        try folder.write(Self.match(year), to: "bundles/\(year)/samples/qm1.json")
    }

    func checked(_ evidence: [BundleYear: Evidence] = [:]) throws -> CheckedContent {
        try check(evidence) { try $0.run() }
    }

    func check<Outcome>(
        _ evidence: [BundleYear: Evidence] = [:], _ body: (ContentCheck) throws -> Outcome
    ) throws -> Outcome {
        let folder = try TemporaryDirectory()
        try write(2024, to: folder)
        _ = try ContentCheck(folder: folder["bundles"], updatesTables: true).run()
        return try body(ContentCheck(folder: folder["bundles"], evidence: evidence))
    }

    static func match(_ year: Int) -> String {
        """
        {"key": "\(year)abc_qm1", "comp_level": "qm", "score_breakdown": {
          "red": {"autoPoints": 10, "teleopPoints": 5, "endgameRobot1": "Climbing",
            "endgameRobot2": "Parked", "endgameRobot3": null, "hub": {"points": 3, "total": 4}},
          "blue": {"autoPoints": 3, "teleopPoints": 5, "endgameRobot1": "None",
            "endgameRobot2": "None", "endgameRobot3": "None", "hub": {"points": 3, "total": 4}}}}

        """
    }
}
