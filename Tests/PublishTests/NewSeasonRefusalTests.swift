import Foundation
import JSON
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What `new` makes of what no season should start from, and of data that nobody would expect.
@Suite struct NewSeasonRefusalTests {
    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        let file: String
        /// Parts of what is said, remedy included.
        let says: [String]

        init(_ name: String, _ file: String, _ says: String...) {
            (testDescription, self.file, self.says) = (name, file, says)
        }
    }

    private static let good = NewSeasonTests.match("qm1", #"{"a": 1}"#)

    static let refusals = [
        Refusal("no JSON", "{", "match.json:1:2: ", "as the API gives them"),
        Refusal("an empty file", "", "match.json:1:1: expected a value"),
        Refusal("no match", "[]\n", "found none"),
        Refusal("a number", "[1]", "value 1: match: expected an object, found 1", "/match/<key>"),
        Refusal("no key", #"{"score_breakdown": {}}"#, "match.key: expected a value"),
        Refusal(
            "another season", NewSeasonTests.match("qm1", #"{"a": 1}"#, year: 2019),
            "expected a match of 2027, found 2019abc_qm1", "run this for 2019"),
        Refusal(
            "mixed seasons",
            "\(good)\n\(NewSeasonTests.match("qm1", #"{"a": 1}"#, year: 2019))\n",
            "match.json:2: expected a match of 2027, found 2019abc_qm1"),
        Refusal(
            "not scored yet", #"{"key": "2027abc_qm1", "score_breakdown": null}"#,
            "expected a score breakdown in 2027abc_qm1, found none", "leave it out"),
        Refusal("sides with nothing", NewSeasonTests.match("qm1", "{}"), "found none"),
        Refusal(
            "nothing but nulls", NewSeasonTests.match("qm1", #"{"a": null, "b": [], "c": ""}"#),
            "expected a field with a value"),
        Refusal(
            "sides that are no objects",
            #"{"key": "2027abc_qm1", "score_breakdown": {"red": 1, "blue": 2}}"#,
            "match.score_breakdown.red: expected an object"),
        Refusal(
            "an event's insights", #"{"qual": {"a": 1}, "playoff": null}"#,
            "found an event's insights", "--insights"),
    ]

    /// What a download of a running event has.
    @Test func matchesThatAreNotPlayedYetAreLeftOut() throws {
        let folder = try TemporaryDirectory()
        let unplayed = #"{"key": "2027abc_qm9", "score_breakdown": null}"#
        let played = NewSeasonTests.match("qm1", #"{"a": 1}"#)
        try folder.write("[\(unplayed), \(played), \(unplayed)]", to: "matches.json")
        let result = try Program.run(
            "bundle-publish",
            ["new", "2027", "--from", folder["matches.json"], "--bundles", folder["bundles"]])
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.messages.contains("left out: 2 matches without a score breakdown"))
        #expect(result.output.contains("1 sample"))
    }

    @Test(arguments: refusals) func isRefused(_ refusal: Refusal) throws {
        let folder = try TemporaryDirectory()
        try folder.write(refusal.file, to: "match.json")
        let result = try Program.run(
            "bundle-publish",
            ["new", "2027", "--from", folder["match.json"], "--bundles", folder["bundles"]])
        #expect(result.status == 1)
        for part in refusal.says { #expect(result.messages.contains(part), "\(result.messages)") }
        #expect(!FileManager.default.fileExists(atPath: folder["bundles/2027"]))
    }

    struct Oddity: CustomTestStringConvertible {
        let testDescription: String
        let side: String
        /// A part of the table.
        let shows: String

        init(_ name: String, _ side: String, shows: String) {
            (testDescription, self.side, self.shows) = (name, side, shows)
        }
    }

    private static let deep =
        String(repeating: #"{"a":"#, count: 50) + "1"
        + String(repeating: "}", count: 50)
    private static let many =
        "{" + (0..<10_000).map { #""key\#($0)x": \#($0)"# }.joined(separator: ",") + "}"

    static let oddities = [
        Oddity("quotes", #"{"it's \"x\"\\": 7}"#, shows: "It's \"x\"\\"),
        Oddity("a dot in a key", #"{"a.b": 7}"#, shows: "A B "),
        Oddity("braces", #"{"a{b}c": 7, "{": 8}"#, shows: "A{b}c"),
        Oddity("an empty key", #"{"": 7}"#, shows: " 7 | 7"),
        Oddity("other scripts", #"{"größe": 7, "機械": "開始", "🤖": true}"#, shows: "機械"),
        Oddity("control characters", #"{"a\u0007\u001bb\u2028": 7}"#, shows: "7 | 7"),
        Oddity("reserved words", #"{"in": 7, "true": 8, "null": 9, "for": 1}"#, shows: "In "),
        Oddity("a key of a number", ##"{"12": 7, "-": 8, "~": 9, "#": 1, " ": 2}"##, shows: "12 "),
        Oddity(
            "a long key", #"{"\#(String(repeating: "k", count: 5_000))": 7, "a": 1}"#, shows: "A "),
        Oddity("deep nesting", #"{"a": 1, "deep": \#(deep)}"#, shows: "A "),
        Oddity(
            "deep lists",
            "{\"a\": 1, \"deep\": \(String(repeating: "[", count: 40))1\(String(repeating: "]", count: 40))}",
            shows: "A "),
        Oddity("ten thousand fields", many, shows: "Key 0"),
        Oddity(
            "words of YAML", #"{"a": "Yes", "b": "null", "c": "True", "d": "a: b #c"}"#, shows: "✓"),
        Oddity("great numbers", #"{"a": 123456789012345678901234567890, "b": 1e300}"#, shows: "A "),
        Oddity(
            "lists in lists", #"{"a": [[1, 2], [3, 4]], "b": [[{"x": 1}]], "c": [null, 1]}"#,
            shows: "12 34"),
        Oddity("two ways of writing é", #"{"\u00e9": 1, "e\u0301": 2}"#, shows: "1 | 1"),
        Oddity(
            "a label like a template", #"{"{item}": 1, "x1{item}": 2, "x2{item}": 3}"#,
            shows: "{item}"),
    ]

    @Test(arguments: oddities) func isShownAllTheSame(_ oddity: Oddity) throws {
        let folder = try TemporaryDirectory()
        try folder.write(NewSeasonTests.match("qm1", oddity.side), to: "match.json")
        let made = try folder.new(2027, from: "match.json")
        #expect(made.diagnostics.isEmpty)
        let table = try String(
            contentsOf: URL(filePath: folder["bundles/2027/samples/2027abc_qm1.txt"]),
            encoding: .utf8)
        #expect(table.contains(oddity.shows), "\(table.prefix(2_000))")
    }

    @Test func objectsHereAndNumbersThereAreLeftOutAndNamed() throws {
        let folder = try TemporaryDirectory()
        let matches = [
            NewSeasonTests.match("qm1", #"{"a": 1, "b": 2}"#),
            NewSeasonTests.match("qm2", #"{"a": {"x": 1}, "b": 2}"#),
        ]
        try folder.write(matches.joined(separator: "\n"), to: "match.json")
        let made = try folder.new(2027, from: "match.json")
        #expect(made.leftOut == ["a: an object in some samples, a plain value in others"])
    }

    @Test func keysThatAreNoFileNamesStillMakeSamples() throws {
        let folder = try TemporaryDirectory()
        let match = Self.good.replacing("2027abc_qm1", with: "2027../x")
        try folder.write("\(match)\n\(match.replacing("/x", with: "/y"))\n", to: "match.json")
        #expect(try folder.new(2027, from: "match.json").samples == ["match", "match-2"])
    }
}
