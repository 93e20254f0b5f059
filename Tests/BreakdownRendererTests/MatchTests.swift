@testable import BreakdownRenderer
import JSON
import Testing

@Suite struct MatchTests {
    struct Case: CustomTestStringConvertible {
        let json: String
        let problem: String
        var testDescription: String { problem }
    }

    @Test(arguments: [
        Case(json: "7", problem: "match: expected an object, found 7"),
        Case(json: "{}", problem: "match.key: expected a value, found none"),
        Case(json: #"{"key": 7}"#, problem: "match.key: expected text, found 7"),
        Case(
            json: #"{"key": "qm4"}"#,
            problem: #"match.key: expected a match key such as 2018necmp_qm4, found "qm4""#),
        Case(
            json: #"{"key": "2018a_qm1", "alliances": []}"#,
            problem: "match.alliances: expected an object, found a list"),
        Case(
            json: #"{"key": "2018a_qm1", "alliances": {"red": {"score": "12"}}}"#,
            problem: #"match.alliances.red.score: expected an integer, found "12""#),
        Case(
            json: #"{"key": "2018a_qm1", "alliances": {"blue": {"team_keys": ["frc1", true]}}}"#,
            problem: "match.alliances.blue.team_keys[1]: expected a team's key, found true or false"
        ),
        Case(
            json: #"{"key": "2018a_qm1", "winning_alliance": "green"}"#,
            problem:
                #"match.winning_alliance: expected "red", "blue" or "", found "green""#),
        Case(
            json: #"{"key": "2018a_qm1", "match_number": -1}"#,
            problem: "match.match_number: expected an integer from 0 to 99999, found -1"),
        Case(
            json: #"{"key": "2018\#(String(repeating: "a", count: 200))"}"#,
            problem:
                "match.key: expected at most 100 bytes of text, found "
                + "\"2018\(String(repeating: "a", count: 36))…\""),
    ])
    func wrongTypesAreNamedWithTheirPath(_ test: Case) throws {
        let json = try JSON.parse(test.json)
        let error = #expect(throws: MatchError.self) { try Match.decode(json) }
        #expect(error?.description == test.problem)
    }

    @Test(arguments: [
        ("null", nil), ("[]", nil), (#""""#, nil),
        ("[1]", "match.score_breakdown: expected an object, found a list"),
        ("true", "match.score_breakdown: expected an object, found true or false"),
        ("7.0", "match.score_breakdown: expected an object, found 7"),
        (#""x""#, #"match.score_breakdown: expected an object, found "x""#),
        (
            #"{"blue": "x", "red": {}}"#,
            #"match.score_breakdown.blue: expected an object, found "x""#
        ),
        (
            #"{"blue": {}, "red": []}"#,
            "match.score_breakdown.red: expected an object, found a list"
        ),
    ])
    func noFormOfBreakdownDiscardsTheScore(_ breakdown: String, _ problem: String?) throws {
        let json = try JSON.parse(
            """
            {"key": "2018a_qm1", "score_breakdown": \(breakdown), "alliances": {
              "red": {"score": 12.0, "team_keys": ["frc254"]},
              "blue": {"score": 5, "team_keys": ["frc27"]}}}
            """, limits: .match)
        let match = try Match.decode(json)
        #expect(match.breakdown == nil && match.breakdownError?.description == problem)
        let rendered = Renderer().render(match, with: nil)
        #expect(rendered.problems == (problem.map { [$0] } ?? []))
        let text = TextFormatter(width: 80).format(rendered)
        for word in ["254", "27", "12", "5", "Red wins"] { #expect(text.contains(word)) }
    }

    @Test func whatIsMissingIsAValue() throws {
        let match = try Match.decode(
            JSON.parse(
                #"{"key": "2018a_qm1", "alliances": null, "score_breakdown": {"red": null}}"#))
        #expect(match.year == 2018)
        #expect(match.eventKey == "2018a")
        #expect(match.red == Alliance(teams: [], score: nil))
        #expect(match.winner == nil)
        #expect(match.breakdown?.count == 1)
        #expect(!match.isPlayed)
    }

    @Test func aGivenYearOutweighsTheKeys() throws {
        #expect(try Match.decode(["key": "2024test_qm1"], year: 2023).year == 2023)
        #expect(try Match.decode(["key": "practice"], year: 2023).year == 2023)
    }

    @Test(arguments: [
        ("qm", 1, 4, "Qualification 4"), ("sf", 1, 6, "Semifinal 1 Match 6"),
        ("f", 1, 2, "Final 2"), ("qf", 3, 1, "Quarterfinal 3 Match 1"),
        ("ef", 8, 2, "Eighthfinal 8 Match 2"), ("f", 2, 1, "Final 2 Match 1"),
        ("xx", 1, 1, "xx 1"),
    ])
    func matchesAreNamedInWords(_ level: String, _ set: Int64, _ match: Int64, _ name: String)
        throws
    {
        let json: JSON = [
            "key": "2018a_x", "comp_level": .string(level), "set_number": .integer(set),
            "match_number": .integer(match),
        ]
        let rendered = Renderer().render(try Match.decode(json), with: nil)
        #expect(rendered.heading.matchName == name)
    }

    @Test(arguments: [
        (#""winning_alliance": "blue","#, 9, 3, Side.blue as Side?),
        (#""winning_alliance": "","#, 9, 3, nil), ("", 9, 3, .red), ("", 3, 9, .blue),
        ("", 3, 3, nil), ("", -1, -1, nil),
    ])
    func theWinnerIsReadOrFollowsFromTheScores(
        _ member: String, _ red: Int, _ blue: Int, _ winner: Side?
    ) throws {
        let match = try Match.decode(
            JSON.parse(
                """
                {"key": "2018a_qm1", \(member)
                 "alliances": {"red": {"score": \(red)}, "blue": {"score": \(blue)}}}
                """))
        #expect(match.winner == winner)
    }

    @Test(arguments: [
        (#""alliances": {"red": {"score": -1}, "blue": {"score": -1}}"#, "not been played yet"),
        (#""alliances": {"red": {"score": 7}, "blue": {"score": 9}}"#, "No score breakdown"),
        (#""score_breakdown": {"red": {}, "blue": null}"#, "is empty"),
    ])
    func withoutABreakdownThereIsASentence(_ member: String, _ words: String) throws {
        let match = try Match.decode(JSON.parse(#"{"key": "2018a_qm1", \#(member)}"#))
        let rendered = Renderer().render(match, with: nil)
        #expect(rendered.tables.isEmpty)
        #expect(rendered.notes.count == 1)
        #expect(rendered.notes.first?.contains(words) == true)
    }
}
