import BundleFormat
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What one table may cost is bounded; an author hears of it before a real match reaches the bound.
@Suite struct RenderCostCheckTests {
    /// Rows that take a part of what a table may cost each.
    private static func description(rows: Int) -> String {
        let ones = "[\(Array(repeating: "1", count: 14).joined(separator: ","))]"
        let costly = (0..<rows).map { at in
            """
                  - label: Costly \(at)
                    value: "\(ones).filter(a, \(ones).all(b, \(ones).all(c, a + b + c > 0))).size() + alliance.autoPoints"

            """
        }
        return SeasonFixture.description() + costly.joined()
    }

    private func check(rows: Int) throws -> [Diagnostic] {
        let fixture = try SeasonFixture()
        try fixture.folder.write(Self.description(rows: rows), to: "bundles/2024/match.yaml")
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        return try ContentCheck(folder: fixture.bundles, years: [try #require(BundleYear(2024))])
            .run().diagnostics
    }

    @Test func aTableThatCostsLittleIsNoWarning() throws {
        let found = try check(rows: 1)
        #expect(found.isEmpty, "\(found)")
    }

    @Test func aTableThatCostsMuchIsAWarning() throws {
        let found = try check(rows: 8)
        #expect(found.count == 1 && found.allSatisfy(\.isWarning), "\(found)")
        #expect(found.first?.message.contains("% of what one table may cost") == true)
    }

    @Test func aTableThatCostsTooMuchIsAMistake() throws {
        let found = try check(rows: 30)
        #expect(found.contains { !$0.isWarning && $0.message.contains("steps in all") })
    }
}
