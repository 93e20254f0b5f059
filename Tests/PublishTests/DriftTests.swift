import BundleFormat
import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// What new matches have that the live description does not show.
@Suite struct DriftTests {
    /// Further matches with texts replaced (`old => new`), and what is found (`! id`): `Mistakes/drift.txt`.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]

        static let all: [Case] = {
            let path = Checkout.path("Tests/PublishTests/Mistakes/drift.txt")
            return ((try? CheckFileTests.Example(path: path).parts()) ?? []).map {
                Case(testDescription: $0.name, lines: $0.text.components(separatedBy: "\n"))
            }
        }()

        var ids: [String] {
            lines.filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) }
        }

        func edited(_ match: String) -> String {
            lines.map { $0.components(separatedBy: " => ") }.filter { $0.count == 2 }
                .reduce(match) { $0.replacing($1[0], with: $1[1]) }
        }
    }

    @Test(arguments: Case.all) func matchesAreComparedWithTheSeason(_ example: Case) throws {
        let texts = (3...5).map { example.edited(DriftFixture.match($0)) }
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
        // Eleven are too few to say so.
        #expect(try Self.report(matches(10...20), with: season).findings == [])
    }

    @Test func ofAMatchThatComesTwiceTheLastCounts() throws {
        let corrected = DriftFixture.match(3)
            .replacing("\"rounds\": 2", with: "\"rounds\": 2, \"bonus\": 1")
        let season = try DriftFixture().season()
        let report = try Self.report([DriftFixture.match(3), corrected], with: season)
        #expect(report.comparedCount == 1 && report.findings.map(\.id) == ["newField bonus"])
    }

    @Test(
        "Real matches of every season are as its description expects",
        .enabled(if: Checkout.shared != nil, "no real matches beside this clone"),
        arguments: [2015, 2016, 2017, 2018, 2019, 2020, 2022, 2023, 2024, 2025, 2026])
    func realMatchesAreNoNoise(_ number: Int) throws {
        let season = try #require(try Self.realSeason(number))
        let report = try DriftReport(NewSeasonTests.realMatches(number), with: season)
        #expect(report.comparedCount > 50)
        #expect(!report.needsReview, "\(report.findings)")
    }

    @Test(
        "A total that is no sum of its parts is found in every season that has one",
        .enabled(if: Checkout.shared != nil, "no real matches beside this clone"),
        arguments: [2016, 2017, 2018, 2019, 2020, 2022, 2023, 2024, 2025, 2026])
    func aWrongTotalIsFoundInRealMatches(_ number: Int) throws {
        let season = try #require(try Self.realSeason(number))
        var wrongCount = 0
        let wrong = try NewSeasonTests.realMatches(number).map { match in
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
        let report = DriftReport(wrong, with: season)
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

    private static func report(
        _ texts: [String], with season: LiveSeason
    ) throws -> DriftReport {
        let values = try texts.map { try JSON.parse(Array($0.utf8), limits: .match) }
        return DriftReport(values, with: season)
    }
}

/// A small season whose rows read everything that its two samples have.
struct DriftFixture {
    let folder: TemporaryDirectory

    static let yaml = """
        format: 1
        title: Small Season
        applies: has(red.autoPoints)
        tables:
          - rows:
              - { label: Auto, field: autoPoints }
              - { label: Teleop, field: hub.teleopPoints }
              - { label: Fouls, field: foulPoints }
              - each: [1, 2]
                label: Robot {item}
                field: robot{item}
                words: { Parked: P, Climbed: C, Flew: F }
              - { label: Line, value: "alliance.line == 'Crossed' ? '✓' : '✗'" }
              - { label: Pace, value: alliance.autoPoints / alliance.rounds }
              - { label: Total, kind: total, field: totalPoints }

        """

    init(yaml: String = DriftFixture.yaml, samples: [String] = []) throws {
        folder = try TemporaryDirectory()
        try folder.write(yaml, to: "bundles/2026/match.yaml")
        for number in 1...2 {
            try folder.write(Self.match(number), to: "bundles/2026/samples/qm\(number).json")
        }
        for (at, sample) in samples.enumerated() {
            try folder.write(sample, to: "bundles/2026/samples/more\(at).json")
        }
        _ = try ContentCheck(folder: folder["bundles"], updatesTables: true).run()
    }

    func season() throws -> LiveSeason {
        let checked = try ContentCheck(folder: folder["bundles"]).runStrictly()
        guard let season = checked.first.flatMap({ LiveSeason($0.contents) }) else {
            throw SetUpError("no live season")
        }
        return season
    }

    /// A match on one line; its red side is `red`, its blue side the same with other points.
    static func match(_ number: Int) -> String {
        """
        {"key": "2026abc_qm\(number)", "event_key": "2026abc", "comp_level": "qm", \
        "set_number": 1, "match_number": \(number), "winning_alliance": "red", \
        "actual_time": \(1_772_000_000 + number * 600), "alliances": \
        {"red": {"score": \(number + 15), "team_keys": ["frc1", "frc2", "frc3"]}, \
        "blue": {"score": \(number + 35), "team_keys": ["frc4", "frc5", "frc6"]}}, \
        "score_breakdown": {"red": \(side(auto: number, teleop: 10, foul: 5)), \
        "blue": \(side(auto: number, teleop: 20, foul: 15))}}
        """
    }

    private static func side(auto: Int, teleop: Int, foul: Int) -> String {
        """
        {"autoPoints": \(auto), "hub": {"teleopPoints": \(teleop)}, "foulPoints": \(foul), \
        "robot1": "Parked", "robot2": "\(auto % 2 == 0 ? "Climbed" : "Parked")", \
        "line": "Crossed", "rounds": 2, "totalPoints": \(auto + teleop + foul)}
        """
    }
}
