@testable import breakdown
import BreakdownRenderer
import JSON
import Testing
import TestSupport

/// What a stream says about a match whose data changes after it was told.
@Suite struct FollowMemoryTests {
    /// A look at the match: the scores, the winner, and red's points in the breakdown; nil without one.
    struct Look: Sendable {
        var red = 32
        var blue = 41
        var winner = "blue"
        var points: Int? = 32
        var teams = "frc1"

        static let unplayed = Look(red: -1, blue: -1, winner: "", points: nil)
        static let zeros = Look(red: 0, blue: 0, winner: "", points: 0)
        static let withoutDetails = Look(points: nil)
        static let whole = Look()

        func listed() throws -> ListedMatch {
            let breakdown =
                points.map { #"{"red":{"totalPoints":\#($0)},"blue":{"totalPoints":41}}"# }
                ?? "null"
            return ListedMatch(
                try Match.decode(
                    JSON.parse(
                        #"""
                        {"key":"2024aaa1_qm20","comp_level":"qm","match_number":20,"set_number":1,
                        "winning_alliance":"\#(winner)","score_breakdown":\#(breakdown),"alliances":{
                        "red":{"score":\#(red),"team_keys":["\#(teams)"]},
                        "blue":{"score":\#(blue),"team_keys":["frc2"]}}}
                        """#)), playoffType: nil)
        }
    }

    struct Story: CustomTestStringConvertible, Sendable {
        let name: String
        let looks: [Look]
        /// What each look brings: nil for no news, the empty text for news without a correction.
        let changes: [String?]
        var testDescription: String { name }
    }

    static let stories = [
        Story(name: "nothing changes", looks: [.whole, .whole], changes: ["", nil]),
        Story(
            name: "a score, then its details", looks: [.unplayed, .withoutDetails, .whole],
            changes: [nil, "", ""]),
        Story(
            name: "zeros, a score without details, the real ones",
            looks: [.unplayed, .zeros, .withoutDetails, .whole],
            changes: [nil, "", "corrected: 32–41 (was 0–0)", ""]),
        Story(
            name: "a corrected score", looks: [.whole, Look(red: 32, blue: 71)],
            changes: ["", "corrected: 32–71 (was 32–41)"]),
        Story(
            name: "a score that was corrected and restored",
            looks: [.whole, Look(blue: 71), .whole],
            changes: ["", "corrected: 32–71 (was 32–41)", "corrected: 32–41 (was 32–71)"]),
        Story(
            name: "a tie gets a winner",
            looks: [Look(red: 9, blue: 9, winner: ""), Look(red: 9, blue: 9, winner: "red")],
            changes: ["", "corrected: 9–9, red wins (was no winner)"]),
        Story(
            name: "a replay", looks: [.whole, .unplayed, Look(red: 50, blue: 30, winner: "red")],
            changes: ["", "taken back: it has no result now (was 32–41)", ""]),
        Story(
            name: "a replay with the same result", looks: [.whole, .unplayed, .whole],
            changes: ["", "taken back: it has no result now (was 32–41)", ""]),
        Story(
            name: "other details", looks: [.whole, Look(points: 30)],
            changes: ["", "corrected: its details (the score is still 32–41)"]),
        Story(
            name: "details that go away", looks: [.whole, .withoutDetails],
            changes: ["", "taken back: its details (the score is still 32–41)"]),
        Story(
            name: "another team", looks: [.whole, Look(teams: "frc3")],
            changes: ["", "corrected: its teams (the score is still 32–41)"]),
        Story(
            name: "other details come with the score",
            looks: [Look(red: -1, blue: -1, winner: "", points: 9), .whole],
            changes: ["", "corrected: its details"]),
        Story(
            name: "details before the score",
            looks: [Look(red: -1, blue: -1, winner: ""), .whole], changes: ["", ""]),
    ]

    @Test(arguments: stories) func whatWasSaidIsCorrected(_ story: Story) throws {
        var memory = FollowMemory()
        for (look, change) in zip(story.looks, story.changes) {
            let news = memory.news(in: [try look.listed()])
            #expect(news.count == (change == nil ? 0 : 1), "\(look)")
            #expect((news.first?.change ?? "") == (change ?? ""), "\(look)")
        }
        #expect(story.looks.count == story.changes.count)
    }

    @Test func aMatchThatVanishesIsComparedWhenItReturns() throws {
        var memory = FollowMemory()
        #expect(memory.news(in: [try Look.whole.listed()]).count == 1)
        #expect(memory.news(in: []).isEmpty)
        #expect(memory.news(in: [try Look.whole.listed()]).isEmpty)
        #expect(memory.news(in: []).isEmpty)
        #expect(
            memory.news(in: [try Look(blue: 71).listed()]).first?.change
                == "corrected: 32–71 (was 32–41)")
    }

    @Test func theOrderOfMembersMeansNothing() throws {
        let looks = [
            #"{"red":{"a":1,"b":[1,2]},"blue":{}}"#, #"{"blue":{},"red":{"b":[1,2],"a":1}}"#,
            #"{"blue":{},"red":{"b":[2,1],"a":1}}"#,
        ]
        var memory = FollowMemory()
        let counts = try looks.map { breakdown in
            memory.news(in: [
                ListedMatch(
                    try Match.decode(
                        JSON.parse(
                            #"""
                            {"key":"2024aaa1_qm20","score_breakdown":\#(breakdown),"alliances":{
                            "red":{"score":1},"blue":{"score":2}}}
                            """#)), playoffType: nil)
            ]).count
        }
        #expect(counts == [1, 0, 1])
    }

    @Test func aNewMatchReplacesNothing() throws {
        var memory = FollowMemory()
        let first = try #require(memory.news(in: [try Look.zeros.listed()]).first)
        #expect(first.replaces == .null)
        let second = try #require(memory.news(in: [try Look.whole.listed()]).first)
        #expect(
            second.replaces == [
                "state": "complete", "winner": nil,
                "alliances": [
                    "red": ["score": 0, "ranking_points": nil],
                    "blue": ["score": 0, "ranking_points": nil],
                ],
            ])
        _ = memory.news(in: [try Look.unplayed.listed()])
        #expect(memory.news(in: [try Look.whole.listed()]).first?.replaces == .null)
    }
}
