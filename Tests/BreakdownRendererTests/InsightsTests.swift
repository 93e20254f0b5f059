import BreakdownRenderer
import JSON
import Testing

@Suite struct InsightsTests {
    private static let description = #"""
        {"format": 1, "title": "2030 Test", "default": "--", "applies": "has(qual.a) || has(playoff.a)",
         "define": {"figures": "stats[item.key]"},
         "tables": [{"title": "Bonus", "rows": [
            {"each": [{"name": "Auto Run", "key": "a"}, {"name": "Climb *", "key": "c"}],
             "label": "{item.name}", "needs": "{item.key}",
             "text": "{figures[0]} / {figures[1]} ({fixed(figures[2], 2)}%)"},
            {"label": "Played", "field": "nested.count"},
            {"label": "High Score", "text": "{stats.high[0]} in {stats.high[2]} {side}"}]}],
         "notes": [{"text": "* RP", "needs": "c"}]}
        """#

    private func render(_ insights: String) throws -> RenderedBreakdown {
        let description = try Description.decode(JSON.parse(Self.description), of: .insights)
        return Renderer().render(
            try EventInsights.decode(JSON.parse(insights), year: 2030), with: description)
    }

    @Test func qualificationAndPlayoffsStandSideBySide() throws {
        let rendered = try render(
            #"""
            {"qual": {"a": [435, 510, 85.29411764705883], "high": [492, "2030ny_qm67", "Q67"]},
             "playoff": {"a": [0, 34, 0.0], "c": [1, 34], "high": null, "nested": {"count": 3}}}
            """#)
        #expect(rendered.subject == .insights)
        #expect(rendered.key == "2030ny")
        #expect(rendered.title == "2030 Test")
        #expect(rendered.heading.matchName == "Event Insights")
        let rows = rendered.tables[0].rows
        #expect(rows.map(\.label) == ["Auto Run", "Climb *", "Played", "High Score"])
        #expect(
            rows.map(\.red) == ["435 / 510 (85.29%)", "-- / -- (--%)", "--", "492 in Q67 qual"])
        #expect(rows.map(\.blue) == ["0 / 34 (0.00%)", "1 / 34 (--%)", "3", "-- in -- playoff"])
        #expect(rendered.notes == ["* RP"])
        #expect(rendered.problems.isEmpty)
        let json = JSONFormatter().format(rendered, bundle: nil)
        #expect(json.contains(#""values":{"qual":"0 / 1"#) == false)
        #expect(
            json.contains(
                #""label":"Auto Run","kind":"plain","values":{"qual":"435 / 510 (85.29%)","playoff":"0 / 34 (0.00%)"}"#
            ))
    }

    @Test func aHalfThatIsNullHasNoValues() throws {
        let rendered = try render(#"{"qual": {"a": [1, 2, 50]}, "playoff": null}"#)
        #expect(rendered.tables[0].rows.map(\.red) == ["1 / 2 (50.00%)", "-- in -- qual"])
        #expect(rendered.tables[0].rows.map(\.blue) == ["–", "–"])
    }

    @Test func withoutStatisticsASentenceSaysSo() throws {
        let rendered = try render(#"{"qual": null, "playoff": null}"#)
        #expect(rendered.tables.isEmpty)
        #expect(rendered.notes == ["No insights were computed for this event."])
        #expect(rendered.key == "2030")
    }

    @Test func anotherShapeGetsTheGenericTable() throws {
        let rendered = try render(
            #"""
            {"qual": {"climb_count": [3, 8, 37.5], "average_score": 54.123456, "zero": 0,
             "high_score": [94, "2030ny_qm37", "Q37"]}, "playoff": {}}
            """#)
        #expect(rendered.isGeneric)
        #expect(rendered.title == "2030 Event Insights")
        #expect(
            rendered.tables[0].rows.map { "\($0.label): \($0.red)" } == [
                "Climb Count: 3 / 8 / 37.50", "Average Score: 54.12",
                "High Score: 94 / 2030ny_qm37 / Q37",
            ])
        #expect(rendered.notes == ["Not shown: 1 row that is zero or empty on both sides."])
    }

    @Test func aDescriptionOfMatchesIsNotUsed() throws {
        let rendered = Renderer().render(
            try EventInsights.decode(JSON.parse(#"{"qual": {"a": 1}}"#), year: 2030),
            with: try Sample.description(rows: #"{"label": "A", "text": "x"}"#))
        #expect(rendered.isGeneric)
    }

    @Test func theVariablesOfMatchesAreUnknown() throws {
        #expect(throws: DescriptionErrors.self) {
            try Description.decode(
                JSON.parse(
                    #"""
                    {"format": 1, "title": "T",
                     "tables": [{"rows": [{"label": "A", "value": "alliance.a"}]}]}
                    """#), of: .insights)
        }
    }

    @Test(arguments: [
        (#"{"qual": null}"#, true), (#"{"qual": {}, "playoff": {}}"#, true),
        (#"{"key": "2030ny_qm1", "alliances": {}}"#, false), ("[]", false), ("{}", false),
        (#"{"alliances": {}, "qual": 1}"#, false),
    ])
    func insightsAreKnownByTheirShape(_ json: String, _ expected: Bool) throws {
        #expect((Subject(of: try JSON.parse(json)) == .insights) == expected)
    }

    @Test(arguments: [
        (#"{"key": "2031abc", "qual": {}}"#, "2031abc", 2031),
        (#"{"event_key": "2031abc", "playoff": {}}"#, "2031abc", 2031),
        (#"{"qual": {"x": ["a", 1], "h": [7, "2031abc_qm2", "Q2"]}}"#, "2031abc", 2031),
        (#"{"qual": null, "playoff": {"h": [7, "2031abc_f1m2", "F2"]}}"#, "2031abc", 2031),
    ])
    func theDataTellsTheEvent(_ json: String, _ key: String, _ year: Int) throws {
        let insights = try EventInsights.decode(JSON.parse(json))
        #expect(insights.eventKey == key)
        #expect(insights.year == year)
    }

    @Test(arguments: [
        (#"{"qual": {}}"#, "insights: expected an event's key or a match's, found none"),
        (#"{"qual": []}"#, "insights.qual: expected an object or null, found a list"),
        ("7", "insights: expected an object, found 7"),
        (
            #"{"qual": {"h": [7, "_", "Q"]}}"#,
            "insights: expected an event's key or a match's, found none"
        ),
    ])
    func whatIsNoneIsRefused(_ json: String, _ problem: String) throws {
        let tree = try JSON.parse(json)
        do {
            _ = try EventInsights.decode(tree)
            Issue.record("decoded")
        } catch {
            #expect(error.description == problem)
        }
    }
}
