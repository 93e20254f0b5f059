import Foundation
import TestSupport
import Testing

/// `make demo-season`: from three real matches to a table on an agent, by the commands alone.
@Suite struct SeasonDemoTests {
    @Test func threeMatchesBecomeATableOnAnAgent() throws {
        let folder = try TemporaryDirectory()
        let bin = (Program.path(of: "breakdown") as NSString).deletingLastPathComponent
        let result = try Program.run(
            "/usr/bin/env", ["bash", Checkout.path("scripts/demo-season"), bin],
            environment: ["DEMO_SEASON_FOLDER": folder["demo"]])
        #expect(result.status == 0, "\(result.output)\n\(result.messages)")
        let steps = result.output.components(separatedBy: "\n\n")
        #expect(steps.contains { $0.contains("$ bundle-publish new 2026") })
        #expect(result.output.contains("2026  installed"))
        // The table of the agent's bundle, not of the program's own 2026.
        let table = try #require(result.output.components(separatedBy: "$ breakdown ").last)
        #expect(table.contains("\n2026 From Three Matches\n╭"))
        #expect(table.contains("│ Total Points │") || table.contains(" Total Points "))
        #expect(!table.contains("⚠"))
    }

    /// `make demo`: the real seasons from the embedded set to a correction on an agent.
    @Test func theDemonstrationRunsToItsEnd() throws {
        let folder = try TemporaryDirectory()
        let bin = (Program.path(of: "breakdown") as NSString).deletingLastPathComponent
        let result = try Program.run(
            "/usr/bin/env", ["bash", Checkout.path("scripts/demo"), bin],
            environment: ["DEMO_FOLDER": folder["demo"]])
        #expect(result.status == 0, "\(result.output)\n\(result.messages)")
        #expect(result.output.contains("2018  installed"))
        #expect(result.output.contains("Auto Leave (crossed the line)"))
        #expect(result.output.contains("nothing to publish"))
    }
}
