import BreakdownRenderer
import Testing

@testable import struct BreakdownRenderer.KeyWords

@Suite struct GenericBreakdownTests {
    @Test(arguments: [
        ("autoLineRobot1", "Auto Line Robot 1"), ("tba_gameData", "Game Data"),
        ("endGameNoteInTrapPoints", "End Game Note In Trap Points"), ("rp", "Ranking Points"),
        ("tba_rpEarned", "Ranking Points Earned"), ("total_points", "Total Points"),
        ("g206Penalty", "G206 Penalty"), ("kPaBonusPoints", "kPa Bonus Points"),
        ("shift1Count", "Shift 1 Count"), ("position1crossings", "Position 1 Crossings"),
        ("HTTPServer", "HTTP Server"), ("B", "B"), ("topRow_Bay12", "Top Row Bay 12"), ("", ""),
        ("_", "_"), ("tba", "Tba"), ("éclair", "Éclair"),
    ])
    func keysBecomeWords(_ key: String, _ words: String) {
        #expect(KeyWords(key).title == words)
    }

    private func rows(red: String, blue: String? = nil) throws -> [BreakdownTable.Row] {
        let match = try Sample.match(red: red, blue: blue)
        return Renderer(showAll: true).render(match, with: nil).tables.flatMap(\.rows)
    }

    @Test func rowsThatAreZeroOrEmptyOnBothSidesAreHidden() throws {
        let match = try Sample.match(
            red: """
                {"zero": 0, "fraction": 0.0, "word": "", "list": [0, null], "null": null, "a": 1,
                 "flag": false, "none": "None", "totalPoints": 0}
                """,
            blue: #"{"zero": 0, "a": 0, "list": []}"#)
        let rendered = Renderer().render(match, with: nil)
        #expect(rendered.tables[0].rows.map(\.label) == ["A", "Flag", "None", "Total Points"])
        #expect(rendered.notes == ["Not shown: 5 rows that are zero or empty on both sides."])
        let all = Renderer(showAll: true).render(match, with: nil)
        #expect(all.tables[0].rows.count == 9)
        #expect(all.notes.isEmpty)
    }

    @Test func equivalentSpellingsStayApart() throws {
        let (one, other) = ("\u{E9}t", "e\u{301}t")
        let words = #"["\#(one)", "\#(other)", "b", "c"]"#
        let rows = try rows(red: #"{"\#(one)Auto": 1, "b": 1, "\#(other)Auto": 2, "z": \#(words)}"#)
        let signs = try #require(rows.last { $0.label == "Z" }).red
        #expect(Set(signs.split(separator: " ")).count == 4)
        #expect(rows.count == 4)
    }

    @Test func aMatchWithoutAnyScoreIsShownWhole() throws {
        let rendered = Renderer().render(
            try Sample.match(red: #"{"a": 0, "totalPoints": 0}"#), with: nil)
        #expect(rendered.tables[0].rows.map(\.label) == ["A", "Total Points"])
        #expect(rendered.notes.isEmpty)
    }

    @Test func periodsStandInOrderAndTotalsLast() throws {
        let rows = try rows(
            red: """
                {"totalPoints": 9, "rp": 2, "foulCount": 1, "adjustPoints": 0, "endgamePoints": 3,
                 "teleopPoints": 5, "teleopCells": 4, "autoPoints": 1, "autoLine": "x",
                 "linkCount": 2, "autoCells": 1, "techFoulCount": 0, "autoLinePoints": 1,
                 "totalAutoPoints": 1, "linkPoints": 4}
                """)
        #expect(
            rows.map { "\($0.label): \($0.kind)" } == [
                "Auto Line: plain", "Auto Line Points: subtotal", "Auto Cells: plain",
                "Auto Points: total", "Total Auto Points: total", "Teleop Cells: plain",
                "Teleop Points: total", "Endgame Points: subtotal", "Link Count: plain",
                "Link Points: subtotal", "Fouls / Tech Fouls: plain", "Adjust Points: subtotal",
                "Ranking Points: plain", "Total Points: total",
            ])
    }

    @Test func everyKeyOfEitherSideIsThere() throws {
        let rows = try rows(red: #"{"a": 1, "both": 2}"#, blue: #"{"both": null, "b": true}"#)
        #expect(rows.map { "\($0.red) \($0.label) \($0.blue)" } == ["1 A –", "2 Both –", "– B ✓"])
    }

    @Test func nestedValuesAreFlattened() throws {
        let rows = try rows(
            red: #"""
                {"hubScore": {"autoCount": 3, "rows": {"top": [true, false]}},
                 "links": [{"row": "Mid", "nodes": [0, 1, 2]}], "empty": [], "mixed": {"x": 1}}
                """#,
            blue: #"{"hubScore": null, "links": [], "mixed": 5}"#)
        #expect(
            rows.map { "\($0.red) | \($0.label) | \($0.blue)" } == [
                "3 | Hub Score Auto Count | –", "✓ ✗ | Hub Score Rows Top | –",
                "Mid | Links 1 Row | –", "0 1 2 | Links 1 Nodes | –", "– | Empty | –",
                "1 | Mixed X | –", "– | Mixed | 5",
            ])
    }

    @Test func relatedRowsAreJoined() throws {
        let letters = "ABCDEF".map { #""node\#($0)": \#("ACF".contains($0))"# }
        let rows = try rows(
            red: """
                {"endGameRobot1": "Parked", "endGameRobot2": "None", "endGameRobot3": "DeepCage",
                 "leaveRobot1": "Yes", "leaveRobot2": "No", "g206Penalty": true,
                 "g410Penalty": false, "foulCount": 1, "techFoulCount": 0, "shift1Count": 3,
                 "shift2Count": 4, "row": {\(letters.joined(separator: ","))},
                 "grid": ["None", "Cube", "Cone", "None"]}
                """)
        #expect(
            rows.map { "\($0.label): \($0.red)" } == [
                "End Game Robots 1–3: Parked, ✗, Deep Cage", "Leave Robots 1–2: ✓ ✗",
                "Shift 1 Count: 3", "Shift 2 Count: 4", "Row Nodes A–F: ✓·✓··✓",
                "Grid: · ■ ▲ ·", "Penalties: G206", "Fouls / Tech Fouls: 1 / 0",
            ])
    }

    @Test func whatStandsBesideTheSidesBecomesNotes() throws {
        let match = try Sample.match(
            red: #"{"a": 1}"#, beside: #""coopertition": "Stack", "coopertition_points": 40,"#)
        let rendered = Renderer().render(match, with: nil)
        #expect(rendered.notes == ["Coopertition: Stack", "Coopertition Points: 40"])
        #expect(rendered.title == "2030 Score Breakdown")
        #expect(rendered.isGeneric)
    }

    @Test func depthIsBounded() throws {
        let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
        let rows = try rows(red: deep)
        #expect(rows.map { "\($0.label): \($0.red)" } == ["A A A A: 1 value"])
    }

    @Test func rowsAreBounded() throws {
        let many = (0..<2_000).map { #""k\#($0)": 1"# }.joined(separator: ",")
        let match = try Sample.match(red: "{\(many)}")
        let rendered = Renderer().render(match, with: nil)
        #expect(rendered.tables.first?.rows.count == 500)
        #expect(rendered.notes == ["There are more values than these 500."])
    }
}
