import CEL
import JSON
import Testing

@testable import BreakdownRenderer

/// One match has one budget: whatever a description says, what it costs is bounded as a whole.
@Suite struct RenderBudgetTests {
    static let red = """
        {"points": 12, "list": [1, 2, 3], "text": "Yes", "nested": {"a": 1, "b": [true, false]}}
        """

    @Test(arguments: Attack.onRendering) func oneMatchHasOneFuelBudget(_ attack: Attack) throws {
        let match = try Sample.match(red: Self.red)
        let description = try Sample.description(rows: attack.rows, top: attack.top)
        let result = Deadline.value { Renderer().renderWithCost(match, with: description) }
        let (rendered, cost) = try #require(result, "\(attack) has no limit")
        #expect(cost.steps <= RenderLimits.fuelStepsMax)
        #expect(cost.textBytes <= RenderLimits.textBytesMax + 3 * 4_100)
        // What is behind the limit is one problem, beside those of single expressions.
        let limits = rendered.problems.filter { $0.contains("in all") }
        #expect(limits.count <= 1 && rendered.problems.count <= RenderLimits.problemsMax + 1)
        #expect(rendered.tables.reduce(0) { $0 + $1.rows.count } <= RenderLimits.rowsMax)
        let isComplete = cost.percent < 100 && rendered.problems.isEmpty
        #expect(isComplete || !rendered.problems.isEmpty)
    }

    @Test func whatFollowsTheLastStepIsAProblemLikeAnyOther() throws {
        let attack = Attack("", value: Attack.nested)
        let (rendered, _) = Renderer().renderWithCost(
            try Sample.match(red: Self.red),
            with: try Sample.description(
                rows: #"{"label": "Points", "field": "points"},"#
                    + attack.rows.replacing(Attack.fifty, with: "[1, 2, 3]")
                    + #",{"label": "End", "value": "1"}"#))
        #expect(!rendered.isGeneric)
        let rows = try #require(rendered.tables.first).rows
        #expect(rows.first?.red == "12" && rows.last?.label == "End" && rows.last?.red == "⚠")
        #expect(
            rendered.problems.contains {
                $0.contains("expected a table of at most 500000 steps in all")
            })
    }

    @Test func whatFollowsTheLastByteOfTextIsLeftOut() throws {
        let attack = try #require(Attack.onRendering.first { $0.testDescription == "long labels" })
        let rendered = Renderer().render(
            try Sample.match(), with: try Sample.description(rows: attack.rows))
        let rows = try #require(rendered.tables.first).rows
        #expect(rows.count < 200 && rows.last?.label == "⚠" && rows.last?.blue == "⚠")
        #expect(rendered.problems.count == 1)
        #expect(rendered.problems[0].contains("expected at most 220000 bytes of text in all"))
    }

    /// Expected tables depend on it: the count must not depend on the machine, the hour or chance.
    @Test(arguments: Attack.onRendering.prefix(5)) func theCostIsTheSameEachTime(_ attack: Attack)
        throws
    {
        let match = try Sample.match(red: Self.red)
        let description = try Sample.description(rows: attack.rows, top: attack.top)
        let first = Renderer().renderWithCost(match, with: description)
        let second = Renderer().renderWithCost(match, with: description)
        #expect(first.cost == second.cost)
        #expect(first.rendered == second.rendered)
    }

    @Test(arguments: Attack.onReading) func readingADescriptionHasOneBudget(
        _ attack: Attack
    ) throws {
        let reader = try Self.reading(rows: attack.rows, top: attack.top)
        #expect(reader.fuel.stepsTaken <= RenderLimits.readingStepsMax)
        let isRefused = !reader.findings.isEmpty
        #expect(isRefused || reader.fuel.stepsTaken < RenderLimits.readingStepsMax)
        #expect(reader.findings.filter { $0.message.contains("steps to read") }.count <= 1)
    }

    static func reading(rows: String, top: String = "") throws -> DescriptionReader {
        var reader = DescriptionReader(subject: .match)
        let json = try JSON.parse(
            #"{"format": 1, "title": "Test", \#(top) "tables": [{"rows": [\#(rows)]}]}"#)
        _ = reader.readDescription(JSONCursor(json))
        return reader
    }

    /// Matches that are as hostile as a megabyte allows.
    @Test(arguments: ["key", "keys", "texts", "lists", "beside"])
    func genericTablesOfHostileMatchesAreBounded(_ kind: String) throws {
        func members(_ count: Int, _ value: String) -> String {
            "{" + (0..<count).map { "\"k\($0)\": \(value)" }.joined(separator: ",") + "}"
        }
        var red = "{}"
        var beside = ""
        switch kind {
        case "key":
            let key = String(repeating: "aB", count: 100_000)
            red = "{\"\(key)\": \(members(500, "1"))}"
        case "keys": red = members(20_000, "1")
        case "texts": red = members(500, "\"\(String(repeating: "é", count: 900))\"")
        case "lists": red = members(500, "[[],[],[],[],[],[],[],[]]")
        default: beside = String(members(20_000, "1").dropFirst().dropLast()) + ","
        }
        let rendered = Renderer().render(
            try Sample.match(red: red, blue: "{\"a\": 1}", beside: beside), with: nil)
        let texts =
            rendered.notes
            + rendered.tables.flatMap(\.rows).flatMap { [$0.label, $0.red, $0.blue] }
        #expect(texts.reduce(0) { $0 + $1.utf8.count } <= 2 * RenderLimits.textBytesMax)
        #expect(texts.count <= 3 * RenderLimits.genericRowsMax + RenderLimits.genericRowsMax + 2)
        #expect(rendered.isGeneric && !rendered.notes.isEmpty)
    }
}
