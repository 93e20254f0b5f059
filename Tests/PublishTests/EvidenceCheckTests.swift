import BundleArchive
import BundleFormat
import Foundation
import Testing
import TestSupport

@testable import SeasonAuthoring

/// Descriptions held against samples and other matches: what an author reads, and where.
@Suite struct EvidenceCheckTests {
    /// `UPDATE_EXPECTED=1 swift test --filter EvidenceCheckTests` writes the text anew, for review.
    @Test func fieldsAndWordsAreLocated() throws {
        let folder = Checkout.path("Tests/PublishTests/Mistakes/against-samples")
        let yaml = try Data(contentsOf: URL(filePath: "\(folder)/fields-and-words.yaml"))
        let season = try OneSeason(
            String(decoding: yaml, as: UTF8.self), match: OneSeason.rich(2024))
        let diagnostics = try season.checked().diagnostics.filter { $0.file.hasSuffix(".yaml") }
        let text = DiagnosticPrinter(colour: false).text(diagnostics)
            .replacing(/[^ \n]*\/match\.yaml/, with: "match.yaml")
        let expected = URL(filePath: "\(folder)/fields-and-words.txt")
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
            try Data(text.utf8).write(to: expected)
        }
        #expect(text == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
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
        let told = try OneSeason(row: row).checked().diagnostics.filter { !$0.isWarning }
        #expect(told.filter { $0.file.hasSuffix(".yaml") }.map(\.message) == [])
        #expect(!told.contains { $0.message.contains("every cell to be computed") }, "\(told)")
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
        let told = try OneSeason(row: wrong).checked().diagnostics.filter { $0.place != nil }
        #expect(told.count == 1)
        #expect(told.first?.remedy?.hasPrefix(remedy) == true, "\(told)")
        let season = try #require(try OneSeason(row: right).checked().seasons.first)
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
            let season = try OneSeason(
                yaml.replacing("APPLIES", with: applies), match: OneSeason.rich(2024))
            let told = try season.checked().diagnostics.filter { !$0.isWarning }
            #expect(told.count == 1 && told[0].message.contains(says), "\(told)")
        }
    }

    @Test func anAliasIsHeldAgainstItsOwnSeasonOnly() throws {
        let season = try OneSeason(row: "field: autoPoints")
        try season.folder.write("format: 1\nalias: 2024\n", to: "bundles/2025/match.yaml")
        let other = OneSeason.rich(2025).replacing("hub", with: "rim")
        try season.folder.write(other, to: "bundles/2025/samples/qm1.json")
        let checked = try ContentCheck(folder: season.folder["bundles"], updatesTables: true).run()
        #expect(checked.diagnostics == [])
    }

    struct Matches: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        /// The error, or nil where the field `other` is known from the file.
        let error: String?
    }

    private static let more = OneSeason.rich(2024).replacing("autoPoints", with: "other")
        .replacing("\n", with: "")

    @Test(arguments: [
        Matches(testDescription: "an array", text: "[\(more), \(more)]", error: nil),
        Matches(testDescription: "one a line", text: "\n\(more)\n\(more)\n\n", error: nil),
        Matches(testDescription: "one match", text: more.replacing(",", with: ",\n"), error: nil),
        Matches(testDescription: "nothing", text: " \n", error: "expected a match, found nothing"),
        Matches(
            testDescription: "a line that is none", text: "\(more)\n{\"key\":}\n",
            error: "2:8: expected a value"),
        Matches(
            testDescription: "an array of something else", text: "[\(more), 1]",
            error: " match: expected an object, found 1"),
        Matches(
            testDescription: "a line of something else", text: "\(more)\n{\"x\": 1}\n",
            error: "2:1: expected a match, found an object with `x`"),
    ])
    func matchesBesideTheSamplesAreKnownToo(_ example: Matches) throws {
        let season = try OneSeason(row: "needs: other, field: other")
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
}
