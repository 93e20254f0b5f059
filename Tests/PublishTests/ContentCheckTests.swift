import BundleArchive
import BundleFormat
import Testing
import TestSupport

@testable import SeasonAuthoring

/// Samples against their tables; `Mistakes/checks` has what an author reads.
@Suite struct ContentCheckTests {
    @Test func commentsAndOrderMakeNoNewVersion() throws {
        let fixture = try SeasonFixture()
        let before = try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents.version)
        let lines = SeasonFixture.description().split(separator: "\n")
        let reordered = (lines[3...] + ["# a comment"] + lines[..<3]).joined(separator: "\n")
        try write(["match.yaml": reordered + "\n"], into: fixture)
        #expect(
            try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents.version)
                == before)
    }

    private func write(_ files: [String: String], into fixture: SeasonFixture) throws {
        for (name, text) in files { try fixture.folder.write(text, to: "bundles/2024/\(name)") }
    }
}

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

    @Test(
        arguments: [
            (1, nil), (8, "% of what one table may cost"), (30, "steps in all"),
        ] as [(Int, String?)])
    func aTableThatCostsMuchIsTold(_ rows: Int, _ says: String?) throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(Self.description(rows: rows), to: "bundles/2024/match.yaml")
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        let found = try ContentCheck(
            folder: fixture.bundles, years: [try #require(BundleYear(2024))]
        ).run().diagnostics
        guard let says else { return #expect(found.isEmpty, "\(found)") }
        #expect(found.contains { $0.message.contains(says) && $0.isWarning == (rows < 30) })
    }
}
