import BundleFormat
import BundleUpdater
import JSON
import SeasonClient
import Testing

/// What many machines serve, side by side.
@Suite struct FleetReportTests {
    /// What `status --json` prints on a machine with these seasons, each with the digit of its version.
    private func facts(
        _ years: [(year: Int, digit: String, published: String?)], more: String = ""
    ) throws -> FleetReport.Answer {
        let seasons = years.map { year, digit, published in
            let version = String(repeating: digit, count: 64)
            return "{\"year\":\(year),\"version\":\"\(version)\""
                + (published.map { ",\"published\":\"\($0)\"" } ?? "") + "}"
        }
        let text =
            "{\"schema\":1,\"freshness\":\"fresh\",\"years\":[\(seasons.joined(separator: ","))]"
            + more + "}"
        return .facts(try MachineFacts(statusJSON: Array(text.utf8)))
    }

    private static let early = "2026-01-01T00:00:00Z"
    private static let late = "2026-11-21T02:30:00Z"

    @Test func theVersionThatWasPublishedLastIsTheNewest() throws {
        let report = FleetReport([
            ("old", try facts([(2025, "a", Self.early), (2024, "c", nil)])),
            ("new", try facts([(2025, "b", Self.late)])), ("silent", .none("refused")),
        ])
        let newest = report.newest.map { "\($0.key) \($0.value.short.prefix(1))" }
        #expect(newest.sorted() == ["2024 c", "2025 b"])
        #expect(report.machines.map { $0.behind.map(\.number) } == [[2025], [2024], []])
        #expect(report.machines.map(\.severity) == [.harmless, .harmless, .failed])
        #expect(report.severity == .failed)
    }

    @Test func inTheSameSecondTheHashDecides() throws {
        let answers = [
            ("one", try facts([(2025, "a", Self.late)])),
            ("two", try facts([(2025, "b", Self.late)])),
        ]
        for order in [answers, answers.reversed()] {
            let report = FleetReport(order.map { (host: $0.0, answer: $0.1) })
            #expect(report.machines.first { !$0.behind.isEmpty }?.host == "one")
        }
    }

    @Test(
        "What is no status is refused",
        arguments: [
            ",\"staleSince\":\"yesterday\"", ",\"problem\":1", ",\"agentVersion\":[]",
            ",\"heldSince\":\"2026-02-30T00:00:00Z\"",
        ])
    func mistakes(_ more: String) {
        #expect(throws: JSONShapeError.self) { try facts([], more: more) }
    }
}
