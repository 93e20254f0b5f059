import JSON
import Testing

@testable import BreakdownRenderer

/// What a description needs of the programs that read it.
@Suite struct LevelTests {
    @Test(
        arguments: [
            (0, "0th"), (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th"), (11, "11th"),
            (12, "12th"), (13, "13th"), (21, "21st"), (101, "101st"), (111, "111th"),
            (112, "112th"),
            (1_013, "1013th"), (-1, "-1st"), (-11, "-11th"), (-22, "-22nd"),
            (Int64.max, "9223372036854775807th"), (Int64.min, "-9223372036854775808th"),
        ] as [(Int64, String)])
    func ordinalIsAPlaceInARow(_ number: Int64, _ text: String) throws {
        let rendered = try Sample.render(
            rows: #"{"label": "Rank", "value": "ordinal(alliance.n)"}"#, red: #"{"n": \#(number)}"#)
        #expect(rendered.tables.first?.rows.first?.red == text)
        #expect(rendered.problems.isEmpty)
    }

    @Test func ordinalOfNothingIsNothing() throws {
        let rendered = try Sample.render(
            rows: #"{"label": "Rank", "value": "ordinal(alliance.n)"}"#, red: #"{"n": null}"#)
        #expect(rendered.tables.first?.rows.first?.red == "–")
        #expect(rendered.problems.isEmpty)
    }

    @Test func ordinalOfAFractionIsAProblem() throws {
        let rendered = try Sample.render(
            rows: #"{"label": "Rank", "value": "ordinal(alliance.n)"}"#, red: #"{"n": 1.5}"#)
        #expect(rendered.tables.first?.rows.first?.red == "⚠")
    }

    @Test(arguments: [
        (#"{"label": "a", "value": "signed(1)"}"#, "", 1),
        (#"{"label": "a", "value": "ordinal(1)"}"#, "", 2),
        (#"{"label": "{ordinal(1)}", "value": "1"}"#, "", 2),
        (#"{"label": "{ordinal(item)}", "each": [1], "value": "1"}"#, "", 2),
        (#"{"label": "a", "each": [1], "field": "k{ordinal(item)}"}"#, "", 2),
        (#"{"label": "a", "each": [1], "needs": "k{ordinal(item)}", "value": "1"}"#, "", 2),
        (#"{"label": "a", "when": "ordinal(1) == '1st'", "value": "1"}"#, "", 2),
        (#"{"label": "a", "text": "{ordinal(1)}"}"#, "", 2),
        (#"{"label": "a", "cases": [{"when": "ordinal(1) == ''", "text": "x"}]}"#, "", 2),
        (#"{"label": "a", "value": "[1].map(x, ordinal(x))"}"#, "", 2),
        (#"{"label": "a", "value": "1"}"#, #""define": {"o": "ordinal(1)"},"#, 2),
        (#"{"label": "a", "value": "1"}"#, #""applies": "ordinal(1) == '1st'","#, 2),
        (#"{"label": "a", "value": "1"}"#, #""notes": [{"text": "{ordinal(1)}"}],"#, 2),
        (#"{"label": "a", "value": "'ordinal(1)'"}"#, "", 1),
    ])
    func aDescriptionNeedsTheLowestLevelThatHasAllItUses(
        _ rows: String, _ top: String, _ level: Int
    ) throws {
        #expect(try Sample.description(rows: rows, top: top).level == level)
    }

    @Test func everyLevelUpToOursIsReadAndAGreaterOneNeedsANewerProgram() throws {
        for level in LanguageLevel.levels {
            let json = try JSON.parse(
                #"{"format": \#(level), "title": "T", "tables": [{"rows": [{"label": "a", "value": "1"}]}]}"#
            )
            #expect(try Description.decode(json).level == 1)
        }
        let next = LanguageLevel.levels.upperBound + 1
        let error = #expect(throws: DescriptionErrors.self) {
            try Description.decode(JSON.parse(#"{"format": \#(next), "shape": 1}"#))
        }
        #expect(
            error?.findings.map(\.description) == [
                "format: expected a level from 1 to 2, found \(next): "
                    + "a description of level \(next) needs a newer program"
            ])
    }

    @Test func nothingWasAddedToTheFirstLevelOrBeyondTheLast() {
        for (_, level) in LanguageLevel.added {
            #expect(LanguageLevel.levels.dropFirst().contains(level))
        }
    }
}
