import BreakdownRenderer
import JSON

/// Small matches and descriptions for tests.
enum Sample {
    /// A qualification match whose two sides have the given breakdowns.
    static func match(
        red: String = "{}", blue: String? = nil, beside: String = "", level: String = "qm"
    ) throws -> Match {
        try Match.decode(
            JSON.parse(
                """
                {"key": "2030test_\(level)4", "event_key": "2030test", "comp_level": "\(level)",
                 "set_number": 1, "match_number": 4, "winning_alliance": "red",
                 "alliances": {
                   "red": {"score": 12, "team_keys": ["frc254", "frc9971B", "frc1"]},
                   "blue": {"score": 5, "team_keys": ["frc27", "frc1114", "frc2056"]}},
                 "score_breakdown": {\(beside) "red": \(red), "blue": \(blue ?? red)}}
                """))
    }

    /// A description of one table with these rows.
    static func description(rows: String, top: String = "") throws -> Description {
        try Description.decode(
            JSON.parse(
                """
                {"format": 1, "title": "Test", \(top) "tables": [{"rows": [\(rows)]}]}
                """))
    }

    /// The match rendered by a description of these rows.
    static func render(
        rows: String, red: String = "{}", blue: String? = nil, beside: String = "", top: String = ""
    ) throws -> RenderedBreakdown {
        Renderer().render(
            try match(red: red, blue: blue, beside: beside),
            with: try description(rows: rows, top: top))
    }
}
