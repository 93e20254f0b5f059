import JSON
import Testing

@testable import BreakdownRenderer

/// Whether a match was played: no single field decides it against the others.
@Suite struct MatchProgressTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var scores = (-1, -1)
        var winner = ""
        var breakdown = "null"
        var more = ""
        let outcome: String
        /// The note; nil if there are tables.
        let note: String?
        var testDescription: String { name }
    }

    private static let unplayed = "This match has not been played yet."
    private static let noScore = "No score was published for this match."

    static let cases = [
        Case(name: "nothing", outcome: "Not played yet", note: unplayed),
        Case(
            name: "only a schedule", more: #""time": 1711112700, "predicted_time": 1711112800,"#,
            outcome: "Not played yet", note: unplayed),
        Case(
            name: "a score", scores: (3, 1), winner: "red", outcome: "Red wins",
            note: "No score breakdown was published for this match."),
        Case(
            name: "a start", more: #""actual_time": 1711112663,"#, outcome: "No score",
            note: noScore),
        Case(
            name: "a result that was shown", more: #""post_result_time": 1711112880,"#,
            outcome: "No score", note: noScore),
        Case(name: "a winner alone", winner: "blue", outcome: "Blue wins", note: noScore),
        Case(name: "one score", scores: (3, -1), outcome: "", note: noScore),
        Case(
            name: "a breakdown with points",
            breakdown: #"{"red": {"totalPoints": 32}, "blue": {}}"#,
            outcome: "No score", note: nil),
        Case(
            name: "a breakdown without points",
            breakdown: #"{"red": {"totalPoints": 0, "threshold": 2}, "blue": {}}"#,
            outcome: "No score", note: nil),
        Case(
            name: "an empty breakdown", breakdown: "{}", outcome: "Not played yet", note: unplayed),
    ]

    @Test(arguments: cases) func theWordsFitAllFields(_ example: Case) throws {
        let json = try JSON.parse(
            """
            {"key": "2024nytr_qm1", \(example.more) "winning_alliance": "\(example.winner)",
             "score_breakdown": \(example.breakdown), "alliances": {
               "red": {"score": \(example.scores.0), "team_keys": ["frc1"]},
               "blue": {"score": \(example.scores.1), "team_keys": ["frc2"]}}}
            """)
        let rendered = Renderer().render(try Match.decode(json), with: nil)
        #expect(rendered.heading.outcome(.match) == example.outcome)
        if let note = example.note {
            #expect(rendered.notes == [note])
        } else {
            #expect(!rendered.tables.isEmpty)
        }
    }

    @Test func pointsAreAResultAndAStartIsNone() throws {
        func match(_ more: String) throws -> Match {
            try Match.decode(JSON.parse(#"{"key": "2024nytr_qm1", \#(more)}"#))
        }
        #expect(try !match(#""actual_time": 5"#).hasResult)
        #expect(try match(#""score_breakdown": {"red": {"total_points": -4}}"#).hasResult)
        #expect(try !match(#""score_breakdown": {"red": {"points": "x", "count": 4}}"#).hasResult)
    }

    @Test func aStreamAddsANoteAndWhatItReplaces() throws {
        let match = try Sample.match(red: #"{"a": 1}"#)
        let context = {
            var context = MatchContext()
            context.correction = "Qual 4 corrected: 12–5 (was 0–0)"
            context.replaces = "null"
            return context
        }()
        let rendered = Renderer().render(match, with: nil, in: context)
        #expect(rendered.notes.first == context.correction)
        #expect(SummaryFormatter().format(rendered).contains("corrected: 12–5 (was 0–0)"))
        #expect(JSONFormatter().format(rendered, bundle: nil).hasSuffix(",\"replaces\":null}\n"))
        let usual = Renderer().render(match, with: nil)
        #expect(!JSONFormatter().format(usual, bundle: nil).contains("replaces"))
    }
}
