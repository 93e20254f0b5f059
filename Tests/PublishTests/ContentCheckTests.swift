import BreakdownRenderer
import BundleArchive
import BundleFormat
import Foundation
import JSON
import Testing
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Samples against their tables, and all mistakes of all files at once.
@Suite struct ContentCheckTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Files written over the good season 2024, below its folder; nil removes one.
        let files: [String: String?]
        let messages: [String]

        init(_ name: String, _ files: [String: String?], _ messages: [String]) {
            (testDescription, self.files, self.messages) = (name, files, messages)
        }
    }

    static let cases = [
        Case("nothing wrong", [:], []),
        Case(
            "no table yet", ["samples/qm1.txt": String?.none],
            ["samples/qm1.txt: expected the sample's table, found no such file"]),
        Case(
            "another table", ["samples/qm1.txt": "old\n"],
            ["samples/qm1.txt: expected this table (-), found another (+)"]),
        Case(
            "a sample of another season", ["samples/qm1.json": SeasonFixture.match(2019)],
            ["samples/qm1.json: expected a match of 2024, found 2019abc_qm1"]),
        Case(
            "a sample that is no JSON", ["samples/qm1.json": "{\"key\": }"],
            ["samples/qm1.json:1:9: expected a value, found '}'"]),
        Case(
            "an event in a match's place",
            ["samples/qm1.json": #"{"key":"2024nytr","name":"New York","year":2024}"#],
            [
                "samples/qm1.json: "
                    + "expected a match, found neither `alliances` nor `score_breakdown`"
            ]),
        Case(
            "a sample that is no match", ["samples/qm1.json": "[]"],
            ["samples/qm1.json: match: expected an object, found a list"]),
        Case(
            "a description that does not apply",
            [
                "match.yaml": SeasonFixture.description().replacing(
                    "has(red.autoPoints)", with: "has(red.other)")
            ],
            [
                "match.yaml:3:18: no sample has `other`",
                "samples/qm1.json: expected the season's tables, "
                    + "found that the description does not apply",
            ]),
        Case(
            "mistakes everywhere at once",
            [
                "match.yaml": "format: 1\ntitle: x\ntables: []\nextra: 1\n",
                "samples/qm1.json": "[]", "other.txt": "",
            ],
            [
                "match.yaml:3:9: expected at least one element, found none",
                "match.yaml:4:1: unknown key `extra`",
                "other.txt: expected match.yaml, insights.yaml, samples or README.md, found this",
                "samples/qm1.json: match: expected an object, found a list",
            ]),
    ]

    @Test(arguments: cases) func reports(_ example: Case) throws {
        let fixture = try SeasonFixture()
        try write(example.files, into: fixture)
        let checked = try ContentCheck(folder: fixture.bundles).run()
        let messages = checked.diagnostics.inReadingOrder().map { diagnostic in
            let place = diagnostic.place.map { ":\($0.position.line):\($0.position.column)" } ?? ""
            let file = diagnostic.file.replacing("\(fixture.bundles)/2024/", with: "")
            return "\(file)\(place): \(diagnostic.message)"
        }
        #expect(messages == example.messages)
        #expect(checked.seasons.count == (example.messages.isEmpty ? 2 : 1), "the other is good")
    }

    @Test func aTableWithAnotherLineEndIsNotShownAsAnotherTable() throws {
        let fixture = try SeasonFixture()
        let path = "\(fixture.bundles)/2024/samples/qm1.txt"
        let table = try String(contentsOfFile: path, encoding: .utf8)
        try write(["samples/qm1.txt": table.replacing("\n", with: "\r\n")], into: fixture)
        let found = try ContentCheck(folder: fixture.bundles).run().diagnostics
        #expect(found.map(\.detail) == [[]])
        #expect(found.first?.message.contains("carriage returns") == true)
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == table)
    }

    @Test func aCellThatFailsIsAMistake() throws {
        let fixture = try SeasonFixture()
        try write(
            [
                "match.yaml": SeasonFixture.description().replacing(
                    "alliance.autoPoints + alliance.teleopPoints",
                    with: "alliance.autoPoints + 'x'")
            ], into: fixture)
        let checked = try ContentCheck(folder: fixture.bundles).run()
        #expect(!checked.diagnostics.isEmpty)
        #expect(checked.seasons.map(\.contents.year.number) == [2025])
    }

    @Test func aSampleThatTheDescriptionDoesNotApplyToIsRefused() throws {
        let fixture = try SeasonFixture()
        let other = SeasonFixture.match(2024).replacing("autoPoints", with: "otherPoints")
        try write(["samples/odd.json": other, "samples/odd.txt": "anything\n"], into: fixture)
        let updated = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(updated.written.isEmpty)
        #expect(updated.diagnostics.map(\.file) == ["\(fixture.bundles)/2024/samples/odd.json"])
    }

    @Test func updateWritesTheTablesThatDiffer() throws {
        let fixture = try SeasonFixture()
        try write(["samples/qm1.txt": "old\n"], into: fixture)
        let updated = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(updated.written == ["\(fixture.bundles)/2024/samples/qm1.txt"])
        #expect(updated.diagnostics.isEmpty)
        let again = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(again.written.isEmpty)
    }

    @Test func commentsAndOrderMakeNoNewVersion() throws {
        let fixture = try SeasonFixture()
        let before = try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents.version)
        let lines = SeasonFixture.description().split(separator: "\n")
        let reordered = (lines[3...] + ["# a comment"] + lines[..<3]).joined(separator: "\n")
        try write(["match.yaml": reordered + "\n"], into: fixture)
        #expect(
            try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents.version)
                == before)
    }

    private func write(_ files: [String: String?], into fixture: SeasonFixture) throws {
        for (name, text) in files {
            if let text {
                try fixture.folder.write(text, to: "bundles/2024/\(name)")
            } else {
                try FileManager.default.removeItem(
                    atPath: fixture.folder["bundles/2024/\(name)"])
            }
        }
    }
}
