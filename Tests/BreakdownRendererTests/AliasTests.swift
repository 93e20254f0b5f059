import BreakdownRenderer
import JSON
import Testing

@Suite struct AliasTests {
    @Test(
        arguments: [
            (#"{"format": 1, "title": "T", "tables": []}"#, nil, nil),
            (#"{"format": 1, "alias": 2020}"#, 2020, nil),
            (#"{"format": 1, "alias": 2020, "title": "Home"}"#, 2020, "Home"),
        ] as [(String, Int?, String?)])
    func anAliasNamesAnotherSeason(_ json: String, _ year: Int?, _ title: String?) throws {
        let alias = try DescriptionAlias.decode(JSON.parse(json))
        #expect(alias?.year == year)
        #expect(alias?.title == title)
    }

    @Test func theOtherSeasonsTreeStandsInItsPlace() throws {
        let tree: JSON = ["format": 1, "title": "There", "tables": []]
        let plain = try DescriptionAlias.decode(["format": 1, "alias": 2020])
        #expect(plain?.resolved(tree) == tree)
        let titled = try DescriptionAlias.decode(["format": 1, "alias": 2020, "title": "Home"])
        #expect(titled?.resolved(tree) == ["format": 1, "title": "Home", "tables": []])
    }

    @Test(arguments: [
        (
            #"{"format": 1, "alias": "2020", "tables": []}"#,
            [
                "tables: unknown key `tables`: known keys: format, alias, title",
                "alias: expected a year, found \"2020\"",
            ]
        ),
        (
            #"{"format": 3, "alias": 2020}"#,
            [
                "format: expected a level from 1 to 2, found 3: a description of level 3 needs a newer "
                    + "program"
            ]
        ),
    ])
    func mistakesAreFound(_ json: String, _ findings: [String]) throws {
        let tree = try JSON.parse(json)
        do {
            _ = try DescriptionAlias.decode(tree)
            Issue.record("decoded")
        } catch {
            #expect(error.findings.map(\.description) == findings)
        }
    }

    @Test func whatIsPublishedIsNeverAnAlias() throws {
        #expect(throws: DescriptionErrors.self) {
            try Description.decode(["format": 1, "title": "T", "alias": 2020])
        }
    }
}
