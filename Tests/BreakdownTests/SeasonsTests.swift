import BreakdownRenderer
import BundleFormat
import TestSupport
import Testing

@testable import breakdown

/// Which bundle a season's matches are shown with, and what is said about those passed over.
@Suite struct SeasonsTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func theFirstSourceWins() throws {
        try write(2031, titled: "named", in: "a")
        try write(2031, titled: "fetched", in: "b")
        check(2031, gives: "named", from: [.folder(folder["a"]), .agent(folder["b"])])
    }

    @Test func aSourceWithoutTheYearIsPassedOverInSilence() throws {
        try write(2030, titled: "other", in: "a")
        try write(2031, titled: "fetched", in: "b")
        check(2031, gives: "fetched", from: [.folder(folder["a"]), .agent(folder["b"])])
        check(2031, gives: "fetched", from: [.agent(folder["absent"]), .agent(folder["b"])])
        check(2029, gives: nil, from: [.folder(folder["a"]), .agent(folder["b"])])
    }

    @Test func numbersThatAreNoSeasonHaveNoBundle() {
        for number in [-1, 0, 1991, 3000, .max] { check(number, gives: nil, from: [.embedded]) }
    }

    struct Broken: CustomTestStringConvertible {
        let name: String
        let files: [String: String]
        let problem: String
        var testDescription: String { name }
    }

    static let broken = [
        Broken(
            name: "a description that is no JSON", files: ["match.json": "{]"],
            problem: "match.json: line 1, column 2: expected a key in quotes, found ']'"),
        Broken(
            name: "a level of tomorrow", files: ["match.json": #"{"format":3}"#],
            problem: "match.json: format: expected"),
        Broken(
            name: "a description with a mistake",
            files: ["match.json": #"{"format":1,"title":7,"tables":[]}"#],
            problem: "match.json: title: expected text, found 7"),
        Broken(
            name: "an author's folder, not compiled", files: ["match.yaml": "format: 1"],
            problem: "match.yaml: compile it with bundle-publish build --output DIR"),
    ]

    @Test(arguments: broken)
    func whatCannotBeUsedIsToldAndPassedOver(_ example: Broken) throws {
        for (name, text) in example.files { try folder.write(text, to: "a/2031/\(name)") }
        try write(2031, titled: "fetched", in: "b")
        check(
            2031, gives: "fetched", from: [.folder(folder["a"]), .agent(folder["b"])],
            telling: "\(folder["a"])/2031/\(example.problem)")
    }

    @Test func aFolderInAFilesPlaceIsToldAndPassedOver() throws {
        try folder.write("", to: "a/2031/match.json/x")
        check(
            2031, gives: nil, from: [.folder(folder["a"])],
            telling: "bundle 2031: cannot read \(folder["a"])/2031/match.json: Is a directory")
    }

    @Test func eachSeasonIsReadOnce() throws {
        try folder.write("{", to: "a/2031/match.json")
        var seasons = SeasonLookup(sources: [.folder(folder["a"])])
        var told = 0
        for _ in 0..<3 { _ = seasons.bundle(2031) { _ in told += 1 } }
        #expect(told == 1)
    }

    @Test func insightsAreDescribedApart() throws {
        try write(2031, titled: "matches", in: "a")
        try write(2031, titled: "insights", in: "b", file: "insights.json")
        var seasons = SeasonLookup(sources: [.folder(folder["a"]), .folder(folder["b"])])
        #expect(seasons.bundle(2031, .match) { _ in }?.description.title == "matches")
        #expect(seasons.bundle(2031, .insights) { _ in }?.description.title == "insights")
    }

    @Test func versionAndOriginAreWhatTheListBesideTheSeasonsSays() throws {
        try write(2031, titled: "x", in: "a")
        let version = String(repeating: "0123456789abcdef", count: 4)
        func list(_ origin: String) throws {
            try folder.write(
                #"{"bundles":{"2031":{"version":"\#(version)","origin":"\#(origin)"}}}"#,
                to: "a/set.json")
        }
        try list("downloaded")
        #expect(try origin(.agent(folder["a"])) == "2031 \(version) downloaded")
        // An agent that has had no network yet serves what it was shipped with, and says so.
        try list("embedded")
        #expect(try origin(.agent(folder["a"])) == "2031 \(version) embedded")
        // The same folder named by hand is a folder.
        #expect(try origin(.folder(folder["a"])) == "2031 \(version) folder")
    }

    @Test(arguments: ["", "{", #"{"bundles":{}}"#, #"{"bundles":{"2031":{"version":"x"}}}"#])
    func withoutAListThereIsNoVersion(_ list: String) throws {
        try write(2031, titled: "x", in: "a")
        if !list.isEmpty { try folder.write(list, to: "a/set.json") }
        #expect(try origin(.folder(folder["a"])) == "2031 nil folder")
        #expect(try origin(.agent(folder["a"])) == "2031 nil downloaded")
    }

    @Test func theProgramKnowsTheVersionsOfItsOwnSeasons() throws {
        var seasons = SeasonLookup(sources: [.embedded])
        #expect(!seasons.years.isEmpty)
        for year in seasons.years {
            let bundle = seasons.bundle(year.number) { Issue.record("\($0)") }
            #expect(bundle?.provenance.version?.utf8.count == 64)
            #expect(bundle?.provenance.origin == "embedded")
        }
    }

    @Test func whatASetKnowsToBeRecalledIsNotShownFromTheProgram() throws {
        let index = try #require(BundleSource.embedded.index)
        let (year, entry) = try #require(index.entries.min { $0.key < $1.key })
        let agent = BundleSource.agent(folder["state"])
        func write(recalling versions: Set<ContentVersion>) throws {
            let set = SetIndex(recalled: versions.isEmpty ? [:] : [year: versions])
            try folder.write(String(decoding: set.encoded(), as: UTF8.self), to: "state/set.json")
        }
        func title(_ sources: [BundleSource]) -> String? {
            var seasons = SeasonLookup(sources: sources)
            return seasons.bundle(year.number) { Issue.record("\($0)") }?.description.title
        }
        let own = try #require(title([.embedded]))
        try write(recalling: [])
        #expect(title([agent, .embedded]) == own)
        try write(recalling: [entry.version])
        #expect(title([agent, .embedded]) == nil)
        #expect(title([.folder(folder["state"]), .embedded]) == nil, "the set named by hand")
        #expect(title([.folder(folder["other"]), agent, .embedded]) == nil)
        // It counts only for this content.
        let other = try #require(ContentVersion(String(repeating: "0", count: 64)))
        try write(recalling: [other])
        #expect(title([agent, .embedded]) == own)
    }

    @Test func aNamedFolderWithARecalledContentIsNotShown() throws {
        let year = try #require(BundleYear(2031))
        let version = try #require(ContentVersion(String(repeating: "0123456789abcdef", count: 4)))
        func writeSet(_ set: SetIndex, to name: String) throws {
            try folder.write(String(decoding: set.encoded(), as: UTF8.self), to: "\(name)/set.json")
        }
        try write(2031, titled: "earlier", in: "sets/1")
        try writeSet(
            SetIndex(entries: [year: .init(version: version, origin: .downloaded)]), to: "sets/1")
        try write(2031, titled: "now", in: "current")
        try writeSet(SetIndex(recalled: [year: [version]]), to: "current")
        check(
            2031, gives: "now", from: [.folder(folder["sets/1"]), .agent(folder["current"])],
            telling: "\(folder["sets/1"])/2031: not shown, because the publisher has recalled "
                + "0123456789ab")
        check(2031, gives: "earlier", from: [.folder(folder["sets/1"]), .agent(folder["none"])])
    }

    /// The set's index is cut, or the link to it is gone; the next poll repairs that.
    @Test func withoutAReadableSetNothingEmbeddedIsShown() throws {
        let index = try #require(BundleSource.embedded.index)
        let year = try #require(index.years.first)
        func title(telling told: Bool = false) -> String? {
            var titles: [String?] = []
            let current = folder["agent/current"]
            for set in [BundleSource.agent(current), .folder(current), .folder(current + "/")] {
                var problems: [String] = []
                var seasons = SeasonLookup(sources: [set, .embedded])
                let bundle = seasons.bundle(year.number) { problems.append("\($0)") }
                titles.append(bundle?.description.title)
                #expect(problems.count == (told ? 1 : 0), "\(set): \(problems)")
            }
            #expect(Set(titles).count == 1)
            return titles[0]
        }
        try folder.write("", to: "agent/lock")
        #expect(title() != nil, "no repository was ever read")
        try folder.write("{}", to: "agent/metadata/timestamp.json")
        #expect(title(telling: true) == nil, "without the link")
        try folder.write("{\"bundles\":", to: "agent/current/set.json")
        #expect(title(telling: true) == nil, "with a set that was cut")
        try folder.write(
            String(decoding: SetIndex(entries: index.entries).encoded(), as: UTF8.self),
            to: "agent/current/set.json")
        #expect(title() != nil)
    }

    @Test func yearsAreThoseOfAllSources() throws {
        try write(2031, titled: "x", in: "a")
        try write(2029, titled: "x", in: "b")
        try write(2031, titled: "x", in: "b")
        try folder.write("", to: "b/set.json")
        try folder.write("", to: "b/12/notes.txt")
        let seasons = SeasonLookup(
            sources: [.folder(folder["a"]), .agent(folder["b"]), .agent(folder["absent"])])
        #expect(seasons.years.map(\.number) == [2029, 2031])
    }

    @Test func sourcesAreTheFolderTheAgentAndTheProgram() {
        #expect(
            BundleSource.all(folder: "x") { _ in nil } == [
                .folder("x"), .agent("/var/lib/bundle-agent/current"), .embedded,
            ])
        #expect(
            BundleSource.all(folder: nil) { $0 == "BUNDLE_AGENT_STATE" ? "/s" : nil } == [
                .agent("/s/current"), .embedded,
            ])
        #expect(
            BundleSource.all(folder: nil) { _ in "" } == [
                .agent("/var/lib/bundle-agent/current"), .embedded,
            ])
    }

    // MARK: - Helpers

    private func check(
        _ number: Int, gives title: String?, from sources: [BundleSource],
        telling problem: String? = nil, at location: SourceLocation = #_sourceLocation
    ) {
        var seasons = SeasonLookup(sources: sources)
        var told: [String] = []
        let bundle = seasons.bundle(number) { told.append("\($0)") }
        #expect(bundle?.description.title == title, sourceLocation: location)
        #expect(told.count == (problem == nil ? 0 : 1), sourceLocation: location)
        if let problem {
            #expect(told.first?.hasPrefix(problem) == true, "\(told)", sourceLocation: location)
        }
    }

    private func origin(_ source: BundleSource) throws -> String {
        let year = try #require(BundleYear(2031))
        let bundle = try #require(try SeasonBundle.read(year, .match, from: source))
        let provenance = bundle.provenance
        return "\(provenance.year) \(provenance.version ?? "nil") \(provenance.origin)"
    }

    private func write(
        _ year: Int, titled title: String, in name: String, file: String = "match.json"
    ) throws {
        try folder.write(
            """
            {"format":1,"tables":[{"rows":[{"field":"points","label":"Points"}]}],"title":"\(title)"}
            """, to: "\(name)/\(year)/\(file)")
    }
}
