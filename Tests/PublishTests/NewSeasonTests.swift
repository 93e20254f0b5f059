import BreakdownRenderer
import BundleArchive
import BundleFormat
import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// A season started from real matches shows all of them, whatever the season.
@Suite struct NewSeasonTests {
    /// Real matches of a season.
    static func realMatches(_ year: Int) throws -> [JSON] {
        let shared = try #require(Checkout.shared)
        let bytes = try Data(contentsOf: URL(filePath: "\(shared)/matches/\(year).json"))
        return try #require(try JSON.parse(Array(bytes), limits: .file).arrayValue)
    }

    /// Those with a breakdown, in an order that a seed decides.
    private static func matches(_ year: Int, seed: UInt64) throws -> [JSON] {
        var generator = Dice(seed: seed)
        return try realMatches(year)
            .filter { $0["score_breakdown"]?["red"]?.objectValue?.isEmpty == false }
            .shuffled(using: &generator)
    }

    @Test(arguments: [
        (true, "/usr/share/x.json", "../../docs/description.schema.json"),
        (false, "/usr/share/x.json", "/usr/share/x.json"), (false, "/a place/x.json", nil),
        (false, nil, nil),
    ])
    func theDraftNamesASchemaThatExists(
        _ isInDocs: Bool, _ own: String?, _ named: String?
    ) throws {
        let folder = try TemporaryDirectory()
        try folder.write(OneSeason.rich(2027), to: "match.json")
        if isInDocs { try folder.write("{}", to: "docs/description.schema.json") }
        _ = try folder.new(2027, from: "match.json", schemaPath: own)
        let line = try folder.read("bundles/2027/match.yaml").split(separator: "\n").first ?? ""
        let schema = line.split(separator: "$schema=").dropFirst().first.map(String.init)
        #expect(schema == named, "\(line)")
    }

    @Test func theProgramFindsItsSchema() throws {
        let folder = try TemporaryDirectory()
        try folder.write(OneSeason.rich(2027), to: "match.json")
        let made = try Program.run(
            "bundle-publish",
            ["new", "2027", "--from", folder["match.json"], "--bundles", folder["bundles"]])
        #expect(made.status == 0, "\(made.messages)")
        let text = try folder.read("bundles/2027/match.yaml")
        let named = text.firstMatch(of: #/\$schema=(\S+)/#)
        let schema = try #require(named).1
        #expect(
            try JSON.parse(Array(Data(contentsOf: URL(filePath: String(schema)))))["title"] != nil)
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

    @Test func aDraftReadsLikeThis() throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.draft("2027.json"), to: "match.json")
        _ = try folder.new(2027, from: "match.json")
        let text = try folder.read("bundles/2027/match.yaml")
        let body = text.split(separator: "\n").drop { $0 != "format: 1" }.joined(separator: "\n")
        #expect(try body + "\n" == Self.draft("2027.yaml"))
        let table = try folder.read("bundles/2027/samples/2027abc_qm1.txt")
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

    /// A match with that breakdown for both sides, on one line.
    static func match(_ name: String, _ side: String, year: Int = 2027) -> String {
        #"{"key": "\#(year)abc_\#(name)", "comp_level": "qm", "score_breakdown": "#
            + #"{"red": \#(side), "blue": \#(side)}}"#
    }
}

/// What `new` makes of what no season should start from, and of data that no season has had yet.
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

extension Sequence<JSON> {
    fileprivate var text: String { JSON.array(Array(self)).text() }
}

extension TemporaryDirectory {
    /// What `bundle-publish new` does.
    func new(
        _ number: Int, from file: String, insights: String? = nil, schemaPath: String? = nil
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
        return try SeasonMaker(
            folder: self["bundles"], year: year, title: nil, schemaPath: schemaPath
        )
        .make(matches: matches, insights: statistics)
    }
}
