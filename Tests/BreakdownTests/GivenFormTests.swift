@testable import breakdown
import BreakdownRenderer
import Foundation
import JSON
import TestSupport
import Testing

/// Matches as other programs hand them on: each form gives the table of the API's own.
@Suite struct GivenFormTests {
    /// The forms into which a match of API v3 is brought.
    enum Form: String, CaseIterable {
        case scores, olderScores, oneEntry, webhook, olderWebhook, textInside, dump, breakdownAlone

        func text(of match: JSON) -> JSON {
            switch self {
            case .scores: ["MatchScores": [scores(match, "alliances")]]
            case .olderScores: ["MatchScores": [scores(match, "Alliances")]]
            case .oneEntry: scores(match, "alliances")
            case .webhook:
                [
                    "message_type": "match_score",
                    "message_data": ["match": match, "team_key": "frc1"],
                ]
            case .olderWebhook:
                ["message_type": "match_score", "message_data": ["match": withTeams(match)]]
            case .textInside: ["message_data": .string((["match": match] as JSON).text())]
            case .dump: ["matches": ["some": ["of": [match]]]]
            case .breakdownAlone: ["score_breakdown": match["score_breakdown"] ?? nil]
            }
        }

        /// As FIRST's API has it: each alliance in a list, and what is said once beside it.
        private func scores(_ match: JSON, _ name: String) -> JSON {
            let breakdown = match["score_breakdown"]?.objectValue
            var entry = JSONObject()
            let isQualification = match["comp_level"]?.stringValue == "qm"
            entry["matchLevel"] = isQualification ? "Qualification" : "Playoff"
            entry["matchNumber"] = .integer(Self.number(match))
            entry["winningAlliance"] =
                switch match["winning_alliance"]?.stringValue {
                case "red": 1
                case "blue": "Blue"
                default: 0
                }
            entry["tiebreaker"] = ["item1": -1, "item2": ""]
            var alliances: [JSON] = []
            for member in breakdown?.members ?? [] {
                guard
                    var side = Side(rawValue: member.key).flatMap({ _ in member.value.objectValue })
                else {
                    entry[member.key] = member.value
                    continue
                }
                side["alliance"] = member.key == "red" ? "Red" : "Blue"
                alliances.append(.object(side))
            }
            entry[name] = .array(alliances)
            return .object(entry)
        }

        /// Of playoffs that averages decide, the number tells the round.
        static func number(_ match: JSON) -> Int64 {
            let number = match["match_number"]?.integerValue ?? 0
            guard match["key"]?.stringValue?.hasPrefix("2015") == true else { return number }
            return ["sf": 8, "f": 14][match["comp_level"]?.stringValue ?? "", default: 0] + number
        }

        private func withTeams(_ match: JSON) -> JSON {
            guard var object = match.objectValue, var alliances = object["alliances"]?.objectValue
            else { return match }
            for side in ["red", "blue"] {
                guard let alliance = alliances[side] else { continue }
                alliances[side] = [
                    "score": alliance["score"] ?? nil, "teams": alliance["team_keys"] ?? [],
                    "dqs": alliance["dq_team_keys"] ?? [],
                    "surrogates": alliance["surrogate_team_keys"] ?? [],
                ]
            }
            object["alliances"] = .object(alliances)
            return .object(object)
        }
    }

    /// The matches among the samples of all seasons, without those of an extra round.
    static let samples = SampleTests.samples.filter {
        !$0.name.hasSuffix("_insights") && !$0.name.contains("_ef")
    }

    @Test(arguments: samples, Form.allCases)
    func everyFormGivesTheTableOfTheSample(_ sample: SampleTests.Sample, _ form: Form) throws {
        let match = try JSON.parse(
            String(contentsOfFile: "\(sample.path).json", encoding: .utf8), limits: .match)
        let breakdown = match["score_breakdown"]?.objectValue
        // A total that is the match's and not the breakdown's is absent, too.
        if form == .breakdownAlone, breakdown?["coopertition"] != nil || breakdown == nil { return }
        let year = try #require(Int(sample.year))
        var known = KnownContext()
        let values = try known.values(in: form.text(of: match))
        #expect(values.count == 1)
        let source = try InputValue.decode(
            known.match(try #require(values.first), year: year), year: year)
        var seasons = SeasonLookup(sources: [.embedded])
        let bundle = seasons.bundle(source.year, source.subject) { Issue.record("\($0)") }
        let rendered = Renderer().render(source, with: bundle?.description)
        let expected = try Match.decode(match, year: year)
        if form != .breakdownAlone {
            #expect(rendered.heading.red.score == expected.red.score)
            #expect(rendered.heading.blue.score == expected.blue.score)
        }
        if form == .webhook || form == .olderWebhook {
            #expect(rendered.heading.red == expected.red && rendered.heading.blue == expected.blue)
        }
        let table = try String(contentsOfFile: "\(sample.path).txt", encoding: .utf8)
        guard form != .breakdownAlone || !table.contains("Ranking") else { return }
        #expect(ExpectedFormatter().format(rendered) == table)
    }

    /// Real figures of FIRST's API: Week 0 of 2018, and the first playoff match of 2016nyny.
    private static let week0 =
        #"{"matchLevel":"Qualification","matchNumber":1,"switchLeftNearColor":"Red","alliances":"#
        + #"[{"alliance":"Blue","autoRobot1":"None","autoPoints":0,"teleopPoints":265,"rp":2,"totalPoints":265},"#
        + #"{"alliance":"Red","autoRobot1":"AutoRun","autoPoints":5,"teleopPoints":50,"rp":0,"totalPoints":55}]}"#
    private static let nyny =
        #"{"MatchScores":[{"matchLevel":"Playoff","matchNumber":1,"AudienceGroup":"GroupA","Alliances":"#
        + #"[{"alliance":"Blue","robot1Auto":"Crossed","autoPoints":22,"totalPoints":122},"#
        + #"{"alliance":"Red","robot1Auto":"Crossed","autoPoints":30,"totalPoints":85}]}]}"#
    private static func schedule(_ teams: String) -> String {
        #"{"Schedule":[{"description":"Qualification 1","startTime":"2018-02-17T09:00:00","matchNumber":1,"#
            + #""tournamentLevel":"Qualification","\#(teams)":["#
            + #"{"teamNumber":319,"station":"Blue2","surrogate":false,"dq":true},"#
            + #"{"teamNumber":58,"station":"Blue1","surrogate":true},"#
            + #"{"teamNumber":0,"station":"Blue3"},"#
            + #"{"teamNumber":131,"station":"Red1"}]}]}"#
    }

    private func run(_ arguments: [String] = [], _ input: String) throws -> Program.Result {
        try Program.run(
            "breakdown", arguments, input: input,
            environment: ["BUNDLE_AGENT_STATE": "/nowhere"])
    }

    @Test func scoresWithoutAScheduleHaveADashForTheirTeams() throws {
        let result = try run(["--year", "2018"], #"{"MatchScores":[\#(Self.week0)]}"#)
        #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
        #expect(result.output.hasPrefix("2018 · Qualification 1\n2018 Power Up\n"))
        #expect(result.output.contains("RED 55 ") && result.output.contains(" 265 BLUE ★ "))
        #expect(result.output.contains(#/ – │ +Robots +│ – /#), "\(result.output)")
        let json = try run(["--year", "2018", "--format", "json"], Self.week0)
        #expect(json.output.hasPrefix(#"{"key":"2018_qm1","#))
        let page = try run(["--year", "2018", "--format", "html"], Self.week0).output
        #expect(page.contains("Qualification 1") && !page.contains("/match/2018_qm1"))
        #expect(json.output.contains(#""teams":[],"#) && !json.output.contains(#""teams":["–"]"#))
    }

    @Test(arguments: ["teams", "Teams"])
    func aScheduleNamesTheTeamsAndTheSeasonOfScores(_ teams: String) throws {
        let result = try run([], "\(Self.schedule(teams))\n[\(Self.week0)]")
        #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
        #expect(result.output.hasPrefix("2018 · Qualification 1\n2018 Power Up\n"))
        #expect(result.output.contains("│ 58\u{A0}S · 319\u{A0}DQ "), "\(result.output)")
        #expect(result.output.contains(" 131 │"))
    }

    @Test func anEventNamesTheSeasonAndTheRoundOfScores() throws {
        let event = #"{"key":"2016nyny","event_code":"nyny","name":"NYC","playoff_type":0}"#
        let result = try run([], "\(event)\n\(Self.nyny)")
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.hasPrefix("NYC · Quarterfinal 1 Match 1\n"))
        let chosen = try run(["--match", "2016nyny_qf1m1"], "\(event)\n\(Self.nyny)")
        #expect(chosen.status == 0 && chosen.output == result.output)
        #expect(try run(["--year", "2016"], Self.nyny).output.hasPrefix("2016 · Playoff 1\n"))
    }

    @Test func scoresOfNoSeasonNameTheOption() throws {
        let refused = try run([], Self.nyny)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(
            refused.messages.hasSuffix(
                "scores of FIRST's API: expected their season, found none; name it with --year\n"))
        #expect(try run(["--year", "2016"], Self.nyny).status == 0)
    }

    @Test func aScheduleBehindTheScoresIsNamed() throws {
        let late = try run([], "\(Self.week0)\n\(Self.schedule("teams"))")
        #expect(late.status == 1)
        #expect(late.messages.contains("give FIRST's MatchScores, and the schedule before them"))
        #expect(try run([], "\(Self.schedule("teams"))\n\(Self.week0)").status == 0)
    }

    @Test func oneWrongAllianceSpoilsItsOwnMatchOnly() throws {
        let wrong = Self.week0.replacing("\"Blue\"", with: "\"Green\"")
        let result = try run(["--year", "2018"], "[\(wrong),\(Self.week0)]")
        #expect(result.status == 1 && result.output.contains("RED 55"))
        #expect(
            result.messages.contains(
                "MatchScores.alliances[0].alliance: expected \"Red\" or \"Blue\""),
            "\(result.messages)")
    }

    @Test func anEventInOneAnswerMayBeLargerThanOneMatch() throws {
        let entry = Self.week0.replacing("{", with: "{" + String(repeating: " ", count: 8_000))
        let list = Array(repeating: entry, count: 60).joined(separator: ",")
        let result = try run(
            ["--year", "2018", "--format", "json"], #"{"MatchScores":[\#(list)]}"#)
        #expect(list.utf8.count > 1 << 20 && result.status == 0, "\(result.messages)")
        #expect(result.output.split(separator: "\n").count == 60)
        let huge = #"{"key":"2018a_qm1","alliances":{}\#(String(repeating: " ", count: 1 << 20))}"#
        #expect(try run([], huge).messages.contains("bytes in one match"))
    }
}
