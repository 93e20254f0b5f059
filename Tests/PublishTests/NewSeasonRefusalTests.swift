import Foundation
import JSON
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What `new` makes of what no season should start from, and of data that nobody would expect.
@Suite struct NewSeasonRefusalTests {
    /// Input under a name, and parts of what is said or shown.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let input: String
        let says: [String]

        init(_ name: String, _ input: String, says: [String]) {
            (testDescription, self.input, self.says) = (name, input, says)
        }

        /// The cases of `Mistakes/drafts/<name>`: each an input, then what is said.
        static func all(_ name: String) -> [Case] {
            let path = Checkout.path("Tests/PublishTests/Mistakes/drafts/\(name)")
            let parts = (try? CheckFileTests.Example(path: path).parts()) ?? []
            return stride(from: 0, to: parts.count, by: 2).map { at in
                Case(
                    parts[at].name, String(parts[at].text.dropLast()),
                    says: parts[at + 1].text.split(separator: "\n").map(String.init))
            }
        }
    }

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

    @Test(arguments: Case.all("refused.txt")) func isRefused(_ refusal: Case) throws {
        let folder = try TemporaryDirectory()
        try folder.write(refusal.input, to: "match.json")
        let result = try Program.run(
            "bundle-publish",
            ["new", "2027", "--from", folder["match.json"], "--bundles", folder["bundles"]])
        #expect(result.status == 1)
        for part in refusal.says { #expect(result.messages.contains(part), "\(result.messages)") }
        #expect(!FileManager.default.fileExists(atPath: folder["bundles/2027"]))
    }

    private static let deep =
        String(repeating: #"{"a":"#, count: 50) + "1"
        + String(repeating: "}", count: 50)
    private static let many =
        "{" + (0..<10_000).map { #""key\#($0)x": \#($0)"# }.joined(separator: ",") + "}"

    static let large = [
        Case(
            "a long key", #"{"\#(String(repeating: "k", count: 5_000))": 7, "a": 1}"#, says: ["A "]),
        Case("deep nesting", #"{"a": 1, "deep": \#(deep)}"#, says: ["A "]),
        Case(
            "deep lists",
            "{\"a\": 1, \"deep\": \(String(repeating: "[", count: 40))1\(String(repeating: "]", count: 40))}",
            says: ["A "]),
        Case("ten thousand fields", many, says: ["Key 0"]),
    ]

    @Test(arguments: Case.all("odd.txt") + large) func isShownAllTheSame(_ oddity: Case) throws {
        let folder = try TemporaryDirectory()
        try folder.write(NewSeasonTests.match("qm1", oddity.input), to: "match.json")
        let made = try folder.new(2027, from: "match.json")
        #expect(made.diagnostics.isEmpty)
        let table = try folder.read("bundles/2027/samples/2027abc_qm1.txt")
        for part in oddity.says { #expect(table.contains(part), "\(table.prefix(2_000))") }
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
        let match = NewSeasonTests.match("qm1", #"{"a": 1}"#).replacing(
            "2027abc_qm1", with: "2027../x")
        try folder.write("\(match)\n\(match.replacing("/x", with: "/y"))\n", to: "match.json")
        #expect(try folder.new(2027, from: "match.json").samples == ["match", "match-2"])
    }
}
