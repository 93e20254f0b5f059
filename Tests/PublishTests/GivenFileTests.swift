import TestSupport
import Testing

@testable import SeasonAuthoring

/// Files of matches that are not what they seem: `bundle-publish` recognises them as `breakdown` does.
@Suite struct GivenFileTests {
    private let fixture: SeasonFixture

    init() throws { fixture = try SeasonFixture() }

    /// Scores as FIRST's API gives them.
    private static let scores = """
        {"MatchScores": [{"matchLevel": "Qualification", "matchNumber": 12, "alliances": [
          {"alliance": "Blue", "autoPoints": 5, "teleopPoints": 15, "totalPoints": 20},
          {"alliance": "Red", "autoPoints": 10, "teleopPoints": 20, "totalPoints": 30}]}]}
        """

    private func run(_ arguments: String...) throws -> Program.Result {
        try Program.run("bundle-publish", arguments + ["--bundles", fixture.bundles])
    }

    private func file(_ text: String) throws -> String {
        try fixture.folder.write(text, to: "given.json")
        return fixture.folder["given.json"]
    }

    @Test(arguments: [
        ("<!DOCTYPE html><p>Sign in", "found a web page or XML; get a match from https://"),
        ("PK\u{3}\u{4}", "found a packed file; unpack it first: unzip -p FILE"),
        ("{\0\"\0k\0", "found text in UTF-16LE; save it as UTF-8"),
        (#"{"Error": "X-TBA-Auth-Key is invalid"}"#, "The Blue Alliance answered with an error"),
        (#"{"message": "No API key found"}"#, "the server answered with an error"),
        (#"{"key": "2024abc_qm1", "time": NaN}"#, "found NaN, which JSON does not have"),
        ("{'key': None}", "found ', which JSON does not have"),
        ("not found\n", "begins with 'not found'"),
        ("\n", "expected a match, found nothing"),
    ])
    func aFileOfSomethingElseIsOneSentence(_ text: String, _ words: String) throws {
        let path = try file(text)
        for command in [
            ["check", "2024", "--matches", path], ["drift", "2024", "--matches", path],
            ["new", "2031", "--from", path],
        ] {
            let result = try Program.run(
                "bundle-publish", command + ["--bundles", fixture.bundles])
            #expect(result.status == 1 || result.status == 2, "\(command)")
            #expect(result.messages.contains(words), "\(result.messages)")
        }
    }

    /// Other packers: BreakdownTests, by the same reader.
    @Test func aPackedFileNamesTheCommandThatUnpacksIt() throws {
        let path = try file(SeasonFixture.match(2024))
        _ = try Program.run("/bin/sh", ["-c", "gzip -c \"$0\" > \"$0.packed\"", path])
        let result = try run("check", "2024", "--matches", "\(path).packed")
        let command = try #require(
            result.messages.firstMatch(of: #/unpack it first: (.+) FILE/#)?.1,
            "\(result.messages)")
        _ = try Program.run("/bin/sh", ["-c", "\(command) \"$0.packed\" > \"$0\"", path])
        #expect(try run("check", "2024", "--matches", path).status == 0)
    }

    @Test func aSampleOfSomethingElseIsOneSentence() throws {
        try fixture.folder.write("<!DOCTYPE html>", to: "bundles/2024/samples/qm1.json")
        let result = try run("check")
        #expect(result.status == 2)
        #expect(
            result.messages.contains(
                "samples/qm1.json: error: expected a match in JSON, found a web page or XML"),
            "\(result.messages)")
    }

    @Test func aNewSeasonStartsFromScoresOfFIRSTsAPI() throws {
        let result = try run("new", "2031", "--from", file(Self.scores))
        #expect(result.status == 0, "\(result.messages)")
        let sample = try fixture.folder.read("bundles/2031/samples/2031_qm12.json")
        #expect(sample.contains("\"team_keys\""))
        #expect(try run("check", "2031", "--strict").status == 0)
    }

    @Test func scoresOfNoSeasonAreReadIfOneSeasonIsNamed() throws {
        let path = try file(Self.scores)
        let refused = try run("check", "--matches", path)
        #expect(refused.status != 0)
        #expect(refused.messages.contains("expected the season of scores of FIRST's API"))
        #expect(refused.messages.contains("name one season"), "\(refused.messages)")
        #expect(try run("check", "2024", "--matches", path).status == 0)
        let drift = try run("drift", "2024", "--matches", path)
        #expect(!drift.messages.contains("season of scores"), "\(drift.messages)")
    }

    @Test func aMessageOfAWebhookIsItsMatch() throws {
        let path = try file(
            #"{"message_type": "match_score", "message_data": {"match": \#(SeasonFixture.match(2024))}}"#
        )
        let result = try run("check", "2024", "--matches", path)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains("1 match"), "\(result.output)")
    }
}
