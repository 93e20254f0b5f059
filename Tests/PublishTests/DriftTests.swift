import BundleFormat
import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// What new matches have that the live description does not show, and what is remembered of it.
@Suite struct DriftTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// What is replaced in a further match.
        let edits: [(old: String, new: String)]
        let ids: [String]

        init(_ name: String, _ edits: [(String, String)], _ ids: String...) {
            (testDescription, self.edits, self.ids) = (name, edits, ids)
        }
    }

    static let cases = [
        Case("a match like the samples", []),
        Case("a new field", [("\"rounds\": 2", "\"rounds\": 2, \"bonus\": 5")], "newField bonus"),
        Case(
            "a new field of an object", [("\"hub\": {", "\"hub\": {\"bonus\": [1], ")],
            "newField hub.bonus"),
        Case(
            "a new field beside the sides",
            [("\"score_breakdown\": {", "\"score_breakdown\": {\"coop\": true, ")],
            "newField breakdown.coop"),
        Case("a new field without a value", [("\"rounds\": 2", "\"rounds\": 2, \"bonus\": null")]),
        Case(
            "a new word", [("\"robot1\": \"Parked\"", "\"robot1\": \"Hung\"")],
            "newWord robot1 Hung"),
        Case("a word of another robot", [("\"robot1\": \"Parked\"", "\"robot1\": \"Climbed\"")]),
        Case(
            "a word that only the description has",
            [("\"robot1\": \"Parked\"", "\"robot1\": \"Flew\"")]),
        Case("no word", [("\"robot1\": \"Parked\"", "\"robot1\": \"\"")]),
        Case(
            "a word in an expression that does not name it", [("\"Crossed\"", "\"Jumped\"")],
            "unnamedWord line Jumped"),
        Case(
            "a cell that cannot be computed", [("\"rounds\": 2", "\"rounds\": 0")],
            "problem"),
        Case(
            "a total of which a part is missing", [("\"totalPoints\": ", "\"totalPoints\": 9")],
            "unexplainedTotal totalPoints"),
        Case(
            "a total with a new part",
            [
                ("\"rounds\": 2", "\"rounds\": 2, \"bonusPoints\": 900"),
                ("\"totalPoints\": ", "\"totalPoints\": 9"),
            ],
            "unexplainedTotal totalPoints", "newField bonusPoints"),
        Case(
            "another game", [("\"autoPoints\"", "\"otherPoints\"")], "notDescribed"),
        Case("one field less", [("\"rounds\": 2", "\"rounds\": null")]),
        Case("no score but a text", [("\"score\": ", "\"score\": \"much\", \"no\": ")], "problem"),
        Case("no breakdown", [("\"score_breakdown\": {", "\"score_breakdown\": null, \"x\": {")]),
    ]

    @Test(arguments: cases) func matchesAreComparedWithTheSeason(_ example: Case) throws {
        let texts = (3...5).map { number in
            example.edits.reduce(DriftFixture.match(number)) { $0.replacing($1.old, with: $1.new) }
        }
        let season = try DriftFixture().season()
        let report = try Self.report(texts, with: season)
        let ids = report.findings.map { $0.id.hasPrefix("problem ") ? "problem" : $0.id }
        #expect(Array(Set(ids)).sorted() == example.ids.sorted(), "\(report.findings)")
        let keys = ["2026abc_qm3", "2026abc_qm4", "2026abc_qm5"]
        #expect(report.findings.allSatisfy { $0.matches == keys })
    }

    @Test("official totals are sometimes not the sum of their parts: two of them are no finding")
    func aFewWrongTotalsAreNoFinding() throws {
        let texts = (3...5).map { number in
            let match = DriftFixture.match(number)
            return number == 3
                ? match : match.replacing("\"totalPoints\": ", with: "\"totalPoints\": 9")
        }
        #expect(try Self.report(texts, with: DriftFixture().season()).findings == [])
    }

    @Test("a sample that shows the same answers a finding")
    func aSampleAnswersAFinding() throws {
        let odd = DriftFixture.match(3)
            .replacing("\"rounds\": 2", with: "\"rounds\": 2, \"bonus\": 5, \"bonusPoints\": 1")
            .replacing("\"line\": \"Crossed\"", with: "\"line\": \"Jumped\"")
        let without = try Self.report([odd], with: DriftFixture().season())
        #expect(without.findings.count == 3)
        let with = try Self.report([odd], with: DriftFixture(samples: [odd]).season())
        #expect(with.findings == [])
    }

    @Test("a field that the latest twelve matches lack no longer comes")
    func aFieldStops() throws {
        let yaml = DriftFixture.yaml.replacing(
            "alliance.autoPoints / alliance.rounds", with: "alliance.?rounds")
        let season = try DriftFixture(yaml: yaml).season()
        func matches(_ lacking: ClosedRange<Int>) -> [String] {
            (1...20).map { number in
                let match = DriftFixture.match(number)
                return lacking.contains(number)
                    ? match.replacing("\"rounds\": 2", with: "\"rounds\": null") : match
            }
        }
        let stopped = try Self.report(matches(9...20).shuffled(), with: season)
        #expect(stopped.findings.map(\.id) == ["stoppedField rounds"])
        #expect(stopped.findings.first?.matches.count == 12)
        #expect(try Self.report(matches(3...19), with: season).findings == [])

        // Eleven are too few to say so, and are looked at again with the next.
        let few = try Self.report(matches(10...20), with: season)
        #expect(few.findings == [] && few.state.matches.count == 9)
        let late = DriftFixture.match(21).replacing("\"rounds\": 2", with: "\"rounds\": null")
        let next = try Self.report(matches(10...20) + [late], with: season, after: few.state)
        #expect(next.comparedCount == 12 && next.findings.map(\.id) == ["stoppedField rounds"])
    }

    @Test func whatWasComparedIsComparedAgainOnlyIfItChanged() throws {
        let season = try DriftFixture().season()
        let texts = (3...6).map(DriftFixture.match)
        let first = try Self.report(texts, with: season)
        #expect(first.comparedCount == 4 && first.state.matches.count == 4)
        let second = try Self.report(texts, with: season, after: first.state)
        #expect(second.comparedCount == 0 && second.findings == [])

        var corrected = texts
        corrected[1] = texts[1].replacing("\"rounds\": 2", with: "\"rounds\": 2, \"bonus\": 1")
        let third = try Self.report(corrected, with: season, after: second.state)
        #expect(third.comparedCount == 1)
        #expect(third.findings.map(\.matches) == [["2026abc_qm4"]])
        #expect(third.findings.allSatisfy(third.isNew))

        // It stays until somebody answers it, and is news only once.
        let fourth = try Self.report(corrected, with: season, after: third.state)
        #expect(fourth.comparedCount == 1 && fourth.findings == third.findings)
        #expect(!fourth.findings.contains(where: fourth.isNew))
    }

    @Test func aNewDescriptionIsComparedWithAllMatches() throws {
        let fixture = try DriftFixture()
        let texts = (3...6).map(DriftFixture.match)
        let path = fixture.folder["state/2026.json"]
        let first = try Self.report(texts, with: fixture.season())
        try first.state.write(to: path, of: fixture.season().year)
        #expect(try DriftState(path, of: fixture.season()) == first.state)

        let other = try DriftFixture(yaml: DriftFixture.yaml + "notes: [{ text: More }]\n").season()
        #expect(
            try Self.report(texts, with: other, after: DriftState(path, of: other)).comparedCount
                == 4)
    }

    @Test(arguments: [
        "", "[]", "{", "{\"version\": 2}", "{\"version\": 1, \"year\": 2025}",
        "{\"version\": 1, \"year\": 2026, \"season\": 1, \"matches\": {}, \"findings\": []}",
        "{\"version\": 1, \"year\": 2026, \"season\": \"a\", \"matches\": [], \"findings\": []}",
    ])
    func somethingElseIsNoState(_ text: String) throws {
        let fixture = try DriftFixture()
        try fixture.folder.write(text, to: "state.json")
        let season = try fixture.season()
        #expect(throws: AuthoringError.notDriftState(path: fixture.folder["state.json"])) {
            try DriftState(fixture.folder["state.json"], of: season)
        }
        #expect(try fixture.folder.read("state.json") == text)
    }

    @Test(
        "Real matches of every season are as its description expects",
        .enabled(if: Checkout.shared != nil, "no real matches beside this clone"),
        arguments: [2015, 2016, 2017, 2018, 2019, 2020, 2022, 2023, 2024, 2025, 2026])
    func realMatchesAreNoNoise(_ number: Int) throws {
        let season = try #require(try Self.realSeason(number))
        let report = try DriftReport(
            Self.realMatches(number), with: season, after: DriftState(season))
        #expect(report.comparedCount > 50)
        #expect(!report.asksForSomebody, "\(report.findings)")
    }

    @Test(
        "A total that is no sum of its parts is found in every season that has one",
        .enabled(if: Checkout.shared != nil, "no real matches beside this clone"),
        arguments: [2016, 2017, 2018, 2019, 2020, 2022, 2023, 2024, 2025, 2026])
    func aWrongTotalIsFoundInRealMatches(_ number: Int) throws {
        let season = try #require(try Self.realSeason(number))
        var wrongCount = 0
        let wrong = try Self.realMatches(number).map { match in
            guard var object = match.objectValue,
                var breakdown = match["score_breakdown"]?.objectValue,
                var red = breakdown["red"]?.objectValue, red["totalPoints"] != nil
            else { return match }
            wrongCount += 1
            red["totalPoints"] = 7_777
            breakdown["red"] = .object(red)
            object["score_breakdown"] = .object(breakdown)
            return .object(object)
        }
        let report = DriftReport(wrong, with: season, after: DriftState(season))
        let finding = try #require(
            report.findings.first { $0.id == "unexplainedTotal totalPoints" })
        #expect(finding.matches.count == wrongCount && wrongCount > 50)
    }

    private static func realSeason(_ number: Int) throws -> LiveSeason? {
        let year = try #require(BundleYear(number))
        let checked = try ContentCheck(folder: Checkout.path("bundles"), years: [year])
            .runStrictly()
        return checked.first.flatMap { LiveSeason($0.contents) }
    }

    private static func realMatches(_ number: Int) throws -> [JSON] {
        let shared = try #require(Checkout.shared)
        let bytes = try Data(contentsOf: URL(filePath: "\(shared)/matches/\(number).json"))
        return try JSON.parse(Array(bytes), limits: .file).arrayValue ?? []
    }

    private static func report(
        _ texts: [String], with season: LiveSeason, after state: DriftState? = nil
    ) throws -> DriftReport {
        let values = try texts.map { try JSON.parse(Array($0.utf8), limits: .match) }
        return DriftReport(values, with: season, after: state ?? DriftState(season))
    }
}
