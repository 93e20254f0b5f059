import BreakdownRenderer
import BundleArchive
import BundleFormat
import Foundation
import JSON
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A season started from real matches shows all of them, whatever the season.
@Suite struct NewSeasonTests {
    /// Real matches of a season, in an order that a seed decides.
    private static func matches(_ year: Int, seed: UInt64) throws -> [JSON] {
        let shared = try #require(Checkout.shared)
        let bytes = try Data(contentsOf: URL(filePath: "\(shared)/matches/\(year).json"))
        let all = try #require(try JSON.parse(Array(bytes)).arrayValue)
        var generator = Generator(state: seed)
        return all.filter { $0["score_breakdown"]?["red"]?.objectValue?.isEmpty == false }
            .shuffled(using: &generator)
    }

    static let years = [2015, 2016, 2017, 2018, 2019, 2020, 2022, 2023, 2024, 2025, 2026]

    @Test(.enabled(if: Checkout.shared != nil, "needs ../shared/matches"), arguments: years)
    func anySeasonIsShownByItsDraft(_ year: Int) throws {
        for seed in [3, 10] as [UInt64] {
            let folder = try TemporaryDirectory()
            let matches = try Self.matches(year, seed: seed)
            try folder.write(matches.prefix(Int(seed)).text, to: "some.json")
            try folder.write(matches.text, to: "all.json")
            let made = try folder.new(year, from: "some.json")
            #expect(made.diagnostics.isEmpty)
            #expect((3...SampleChoice.countMax).contains(made.samples.count))
            let evidence = try MatchPile([folder["all.json"]]).evidence()
            let checked = try ContentCheck(folder: folder["bundles"], evidence: evidence).run()
            #expect(checked.diagnostics.isEmpty, "it passes check at once")
            let season = try #require(checked.seasons.first)
            let path = try #require(BundlePath("match.json"))
            let bytes = try #require(season.contents.files[path])
            let description = try Description.decode(JSON.parse(bytes))
            for json in matches {
                let match = try Match.decode(json)
                let rendered = Renderer().render(match, with: description)
                #expect(rendered.problems.isEmpty, "\(match.key)")
            }
        }
    }

    @Test(
        .enabled(if: Checkout.shared != nil, "needs ../shared/insights"),
        arguments: [2016, 2017, 2018, 2019, 2020])
    func insightsAreDraftedToo(_ year: Int) throws {
        let shared = try #require(Checkout.shared)
        let folder = try TemporaryDirectory()
        try folder.write(try Self.matches(year, seed: 1).prefix(3).text, to: "some.json")
        let bytes = try Data(contentsOf: URL(filePath: "\(shared)/insights/\(year).json"))
        let insights = try JSON.parse(Array(bytes))
        // One event's, or several events' by key.
        let events =
            insights["qual"] != nil
            ? [insights]
            : insights.objectValue?.members.map {
                var event = $0.value.objectValue ?? JSONObject()
                event["key"] = .string($0.key)
                return .object(event)
            } ?? []
        try folder.write(JSON.array(events).text(), to: "insights.json")
        let made = try folder.new(year, from: "some.json", insights: "insights.json")
        #expect(made.diagnostics.isEmpty)
        #expect(made.samples.contains { $0.hasSuffix("_insights") })
        let names = try folder.contents(of: "bundles").keys
        #expect(names.contains("\(year)/insights.yaml"))
    }

    /// Of the same samples the same text; the whole of one, in sight.
    @Test func aDraftReadsLikeThis() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.draft("2027.json"), to: "match.json")
        _ = try folder.new(2027, from: "match.json")
        let text = try String(
            contentsOf: URL(filePath: folder["bundles/2027/match.yaml"]), encoding: .utf8)
        let body = text.split(separator: "\n").drop { $0 != "format: 1" }.joined(separator: "\n")
        #expect(try body + "\n" == Self.draft("2027.yaml"))
        let table = try String(
            contentsOf: URL(filePath: folder["bundles/2027/samples/2027abc_qm1.txt"]),
            encoding: .utf8)
        #expect(table.contains("  Auto Line Robot 1                        ✓ | –\n"))
        #expect(table.contains("\n> Coopertition: Stack\n"))
    }

    private static func draft(_ name: String) throws -> String {
        try String(
            contentsOfFile: Checkout.path("Tests/PublishTests/Mistakes/drafts/\(name)"),
            encoding: .utf8)
    }

    @Test func ofManyMatchesTheFewThatShowMostAreKept() throws {
        let folder = try TemporaryDirectory()
        let plain = (1...20).map { NewSeasonTests.match("qm\($0)", #"{"a": 1}"#) }
        let odd = NewSeasonTests.match("f1m1", #"{"a": 1, "rare": "Word"}"#)
        try folder.write((plain + [odd]).joined(separator: "\n"), to: "all.json")
        let made = try folder.new(2027, from: "all.json")
        #expect(made.givenCount == 21)
        #expect(made.samples.count == SampleChoice.countMax)
        #expect(made.samples.contains("2027abc_f1m1"))
    }

    @Test func fieldsThatNoSampleHasAreNamed() throws {
        let folder = try TemporaryDirectory()
        let fields = "abcdefghijklmnopqrst".map { "rare\($0)" }
        let matches = fields.enumerated().map { at, field in
            NewSeasonTests.match("qm\(at + 1)", "{\"a\": 1, \"\(field)\": \"Word\"}")
        }
        try folder.write(matches.joined(separator: "\n"), to: "all.json")
        let made = try folder.new(2027, from: "all.json")
        #expect(made.samples.count == SampleChoice.countMax)
        #expect(made.leftOutCount == fields.count - SampleChoice.countMax)
        let text = try String(contentsOfFile: "\(made.path)/match.yaml", encoding: .utf8)
        for field in fields { #expect(text.contains(field)) }
        #expect(text.contains("in none of the samples; a row for it needs a sample that has it"))
    }

    /// The steps may be copied into a shell, whatever the folder's name is.
    @Test func theStepsQuoteTheFolder() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.draft("2027.json"), to: "match.json")
        let bundles = folder["my 'seasons'"]
        let made = try Program.run(
            "bundle-publish",
            ["new", "2027", "--from", folder["match.json"], "--bundles", bundles])
        #expect(made.status == 0, "\(made.messages)")
        let steps = made.output.split(separator: "\n").filter { $0.contains(" --bundles ") }
        #expect(steps.count == 3)
        for step in steps {
            let word = try #require(step.components(separatedBy: " --bundles ").last)
            let shell = try Program.run("/bin/sh", ["-c", "printf %s \(word)"])
            #expect(shell.output == bundles)
        }
    }

    /// A match with that breakdown for both sides, on one line.
    static func match(_ name: String, _ side: String, year: Int = 2027) -> String {
        #"{"key": "\#(year)abc_\#(name)", "comp_level": "qm", "score_breakdown": "#
            + #"{"red": \#(side), "blue": \#(side)}}"#
    }

    @Test func theProgramSaysWhatComesNext() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.draft("2027.json"), to: "match.json")
        let arguments = [
            "new", "2027", "--from", folder["match.json"], "--bundles", folder["bundles"],
        ]
        let made = try Program.run("bundle-publish", arguments)
        #expect(made.status == 0, "\(made.messages)")
        #expect(made.output.contains("1. Cut.") && made.output.contains("3. Publish."))
        let check = try Program.run("bundle-publish", ["check", "--bundles", folder["bundles"]])
        #expect(check.status == 0)
        let again = try Program.run("bundle-publish", arguments)
        #expect(again.status == 1)
        #expect(again.messages.contains("is there already; nothing was written\n    → "))
    }
}

/// The same numbers for the same seed.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Sequence<JSON> {
    fileprivate var text: String { JSON.array(Array(self)).text() }
}

extension TemporaryDirectory {
    /// What `bundle-publish new` does.
    func new(
        _ number: Int, from file: String, insights: String? = nil
    ) throws -> SeasonMaker.Made {
        let year = try #require(BundleYear(number))
        var matches: [GivenMatch] = []
        try MatchFile.read([self[file]]) { (value, place) throws(AuthoringError) in
            matches.append(try GivenMatch(match: value, at: place, of: year))
        }
        var statistics: [GivenMatch] = []
        try MatchFile.read([insights].compactMap { $0.map { self[$0] } }) {
            (value, place) throws(AuthoringError) in
            statistics.append(try GivenMatch(insights: value, at: place, of: year))
        }
        return try SeasonMaker(folder: self["bundles"], year: year, title: nil)
            .make(matches: matches, insights: statistics)
    }
}
