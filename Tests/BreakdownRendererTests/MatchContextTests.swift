import BreakdownRenderer
import JSON
import Testing

/// What a heading says when the event is known, and what without it.
@Suite struct MatchContextTests {
    struct Name: CustomTestStringConvertible {
        let key: String
        let type: PlayoffType?
        let name: String
        var year = 2024
        var testDescription: String { "\(year) \(key), \(type.map { "\($0)" } ?? "unknown")" }
    }

    static let names = [
        Name(key: "qm 1 4", type: nil, name: "Qualification 4"),
        Name(key: "qm 1 4", type: .doubleEliminationOf8, name: "Qualification 4"),
        Name(key: "sf 5 1", type: nil, name: "Playoff Match 5"),
        Name(key: "sf 5 2", type: nil, name: "Semifinal 5 Match 2"),
        Name(key: "sf 5 1", type: nil, name: "Semifinal 5 Match 1", year: 2022),
        Name(key: "qf 3 1", type: nil, name: "Quarterfinal 3 Match 1"),
        Name(
            key: "sf 1 1", type: .doubleEliminationOf8,
            name: "Playoff Match 1 (Round 1, upper bracket)"),
        Name(
            key: "sf 5 1", type: .doubleEliminationOf8,
            name: "Playoff Match 5 (Round 2, lower bracket)"),
        Name(
            key: "sf 5 2", type: .doubleEliminationOf8,
            name: "Playoff Match 5 Replay (Round 2, lower bracket)"),
        Name(
            key: "sf 5 3", type: .doubleEliminationOf8,
            name: "Playoff Match 5 Replay 2 (Round 2, lower bracket)"),
        Name(
            key: "sf 13 1", type: .doubleEliminationOf8,
            name: "Playoff Match 13 (Round 5, lower bracket)"),
        Name(key: "sf 14 1", type: .doubleEliminationOf8, name: "Playoff Match 14"),
        Name(key: "f 1 2", type: .doubleEliminationOf8, name: "Final 2"),
        Name(
            key: "sf 4 1", type: .doubleEliminationOf4,
            name: "Playoff Match 4 (Round 2, upper bracket)"),
        Name(
            key: "sf 5 1", type: .doubleEliminationOf4,
            name: "Playoff Match 5 (Round 3, lower bracket)"),
        Name(key: "sf 1 7", type: .roundRobin, name: "Round Robin Match 7"),
        Name(key: "f 1 1", type: .roundRobin, name: "Final 1"),
        Name(
            key: "ef 5 1", type: .legacyDoubleElimination,
            name: "Eighthfinal 5 Match 1 (lower bracket)"),
        Name(key: "f 2 1", type: .legacyDoubleElimination, name: "Final 2 Match 1"),
        Name(key: "sf 2 3", type: .bracketOf8, name: "Semifinal 2 Match 3"),
        Name(key: "f 1 5", type: .bestOf5, name: "Final 5"),
    ]

    @Test(arguments: names)
    func aMatchIsNamedByThePlayoffType(_ name: Name) throws {
        let event = EventFacts(key: "2024a", playoffType: name.type)
        let rendered = Renderer().render(
            try match(name.key, year: name.year), with: nil, in: MatchContext(event: event))
        #expect(rendered.heading.matchName == name.name)
    }

    @Test(arguments: [
        (
            #"{"key":"2024a","name":"A Cup","timezone":"America/New_York"}"#,
            "A Cup · Final 1 · 6 Apr 2024, 20:05"
        ),
        (#"{"key":"2024a","name":"A Cup","timezone":"Mars/Olympus"}"#, "A Cup · Final 1"),
        (
            #"{"key":"2024a","start_date":"2024-04-03","end_date":"2024-04-06"}"#,
            "2024a · Final 1 · 3–6 Apr 2024"
        ),
        (#"{"key":"2024a","start_date":"2024-02-30","end_date":"2024-04-06"}"#, "2024a · Final 1"),
        (
            #"{"key":"2024a","name":7,"timezone":[],"playoff_type":"x","start_date":null}"#,
            "2024a · Final 1"
        ),
    ])
    func theHeadingHasNameAndDate(_ event: String, _ heading: String) throws {
        let facts = try EventFacts.decode(JSON.parse(event))
        let rendered = Renderer().render(
            try match("f 1 1", time: 1_712_448_300), with: nil, in: MatchContext(event: facts))
        let text = TextFormatter(width: 100).format(rendered)
        #expect(text.hasPrefix("\(heading)\n"))
    }

    @Test func disqualifiedAndSurrogateTeamsAreMarked() throws {
        let match = try Match.decode(
            JSON.parse(
                """
                {"key":"2024a_qm1","alliances":{
                 "red":{"team_keys":["frc1","frc2"],"dq_team_keys":["frc2"],"surrogate_team_keys":7},
                 "blue":{"team_keys":["frc3"],"surrogate_team_keys":["frc3"]}}}
                """))
        let text = TextFormatter(ascii: true).format(Renderer().render(match, with: nil))
        #expect(text.contains("1 - 2 DQ |"))
        #expect(text.contains("| 3 S "))
        #expect(text.contains("DQ: disqualified. S: surrogate, the match does not count"))
    }

    @Test(arguments: [
        (35, "35 seconds"), (1, "1 second"), (60, "1 minute"), (7_300, "2 hours"),
        (86_400, "1 day"), (700_000, "8 days"),
    ])
    func anAgeIsToldInItsLargestUnit(_ seconds: Int64, _ age: String) {
        let retrieval = Retrieval(source: "T", address: "a", ageSeconds: seconds, isStored: true)
        #expect(retrieval.age == age)
    }

    private func match(_ key: String, year: Int = 2024, time: Int64 = 0) throws -> Match {
        let parts = key.split(separator: " ")
        return try Match.decode(
            [
                "key": .string("\(year)a_x"), "event_key": .string("2024a"),
                "comp_level": .string(String(parts[0])),
                "set_number": .integer(Int64(parts[1]) ?? 0),
                "match_number": .integer(Int64(parts[2]) ?? 0), "actual_time": .integer(time),
            ])
    }
}
