@testable import breakdown
import BreakdownRenderer
import Foundation
import JSON
import Testing
import TestSupport

/// The order of an event's matches is that in which they are played.
@Suite struct PlayOrderTests {
    /// A match with its times; it has a score if it was played.
    struct One: Sendable {
        let name: String
        var isPlayed = true
        var scheduled: Int?
        var predicted: Int?
        var actual: Int?
        var posted: Int?

        func listed() throws -> ListedMatch {
            func text(_ time: Int?) -> String { time.map(String.init) ?? "null" }
            let score = isPlayed ? 5 : -1
            return ListedMatch(
                try Match.decode(
                    JSON.parse(
                        #"""
                        {"key":"2023aaa3_\#(name)","time":\#(text(scheduled)),"actual_time":\#(text(actual)),
                        "predicted_time":\#(text(predicted)),"post_result_time":\#(text(posted)),
                        "alliances":{"red":{"score":\#(score)},"blue":{"score":\#(score)}}}
                        """#)), playoffType: nil)
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let matches: [One]
        let order: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "a replay in double elimination, by its time",
            matches: [
                One(name: "sf1m1", scheduled: 10, actual: 10),
                One(name: "sf2m1", scheduled: 30, actual: 30),
                One(name: "sf11m1", scheduled: 40, actual: 40),
                One(name: "sf1m2", scheduled: 20, actual: 20),
            ], order: ["sf1m1", "sf1m2", "sf2m1", "sf11m1"]),
        Case(
            name: "a qualification match that was repeated in the evening",
            matches: [
                One(name: "qm5", scheduled: 50, actual: 900),
                One(name: "qm6", scheduled: 60, actual: 65),
                One(name: "qm7", scheduled: 70, actual: 75),
            ], order: ["qm6", "qm7", "qm5"]),
        Case(
            name: "without any time, by the keys",
            matches: [One(name: "f1m1"), One(name: "qm10"), One(name: "sf1m1"), One(name: "qm2")],
            order: ["qm2", "qm10", "sf1m1", "f1m1"]),
        Case(
            name: "a schedule alone",
            matches: [
                One(name: "sf1m2", scheduled: 20), One(name: "sf2m1", scheduled: 30),
                One(name: "sf1m1", scheduled: 10),
            ], order: ["sf1m1", "sf1m2", "sf2m1"]),
        Case(
            name: "one without its start, at an event that is late",
            matches: [
                One(name: "qm1", scheduled: 10, actual: 110),
                One(name: "qm2", scheduled: 20, actual: 120), One(name: "qm3", scheduled: 30),
            ], order: ["qm1", "qm2", "qm3"]),
        Case(
            name: "the time of the result, where there is no start",
            matches: [
                One(name: "qm1", scheduled: 10, posted: 100),
                One(name: "qm2", scheduled: 20, posted: 25),
            ], order: ["qm2", "qm1"]),
        Case(
            name: "matches to come are last, whatever the schedule said",
            matches: [
                One(name: "qm1", scheduled: 10, actual: 110),
                One(name: "qm2", isPlayed: false, scheduled: 20, predicted: 130),
                One(name: "qm3", scheduled: 30, actual: 120),
                One(name: "qm4", isPlayed: false, scheduled: 40, predicted: 125),
            ], order: ["qm1", "qm3", "qm4", "qm2"]),
    ]

    @Test(arguments: cases) func playedLastIsLast(_ example: Case) throws {
        for matches in [example.matches, example.matches.reversed()] {
            let sorted = PlayOrder.sorted(try matches.map { try $0.listed() })
            #expect(sorted.map(\.shortKey) == example.order)
        }
    }

    @Test func theLastOneHasAResult() throws {
        // A match that has only begun has nothing to show.
        let begun = One(name: "qm2", isPlayed: false, scheduled: 20, actual: 20)
        let matches = PlayOrder.sorted([
            try begun.listed(), try One(name: "qm1", scheduled: 10, actual: 10).listed(),
        ])
        #expect(MatchChoice(last: 1).choose(matches).map(\.shortKey) == ["qm1"])
        #expect(KioskView.shown(matches)?.shortKey == "qm1")
    }

    @Test(arguments: [
        (played: 10, coming: 10, rows: 9, shown: 4..<13), (10, 10, 3, 8..<11), (10, 10, 50, 0..<20),
        (10, 1, 9, 2..<11), (2, 10, 9, 0..<9), (0, 10, 4, 0..<4), (10, 0, 4, 6..<10),
        (10, 10, 0, 10..<10),
    ])
    func aSmallScreenShowsTheLatestMatchAndTheNext(
        _ played: Int, _ coming: Int, _ rows: Int, _ shown: Range<Int>
    ) throws {
        let matches = try (1...max(1, played + coming)).map {
            try One(name: "qm\($0)", isPlayed: $0 <= played).listed()
        }
        let window = PlayOrder.window(in: matches, count: rows)
        #expect(window == shown)
    }

    @Test(
        .enabled(if: Checkout.shared != nil, "the workshop's inputs are not beside this checkout"))
    func aRealReplayStandsAfterItsFirstMatch() throws {
        let file = "\(try #require(Checkout.shared))/field/replay-in-double-elimination.json"
        let json = try JSON.parse(try String(contentsOfFile: file, encoding: .utf8), limits: .match)
        let matches = ListedMatch.all(json.arrayValue ?? [], playoffType: .doubleEliminationOf8)
            .matches
        #expect(matches.prefix(3).map(\.shortKey) == ["sf1m1", "sf1m2", "sf2m1"])
        #expect(MatchChoice(last: 1).choose(matches).map(\.shortKey) == ["sf11m1"])
        #expect(KioskView.shown(matches)?.shortKey == "sf11m1")
    }
}
