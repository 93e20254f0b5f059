import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import bundle_publish

/// The documents list the exit statuses that the program has, and each trouble has one.
@Suite struct PublishExitStatusTests {
    /// `UPDATE_EXPECTED=1 swift test --filter PublishExitStatusTests` writes the table anew, for review.
    @Test func theDocumentsListTheExitStatuses() throws {
        let table = try DocumentTable("docs/PUBLISHING.md", from: "| exit status | meaning |")
        let rows = ExitCode.meanings.map { "| \($0.status.rawValue) | \($0.meaning) |" }
        let expected = ["| exit status | meaning |", "|---|---|"] + rows
        #expect(try table.matches(expected), "\(table.lines)")
    }

    @Test(arguments: ["check", "preview 2024", "plan --home home --in site"])
    func aFullStandardOutputIsAnError(_ command: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        let line = "cd '\(fixture.folder.path)' && \"$0\" \(command) --bundles bundles > /dev/full"
        let result = try Program.run("/bin/sh", ["-c", line, Program.path(of: "bundle-publish")])
        #expect(result.status == 1, "\(result.messages)")
        #expect(
            result.messages.hasSuffix(
                "bundle-publish: cannot write standard output: No space left on device\n"))
    }

    @Test func insightsWithoutASampleAreAWarning() throws {
        let fixture = try SeasonFixture()
        let rows = "tables: [{ rows: [{ label: High, field: high_scoree }] }]"
        try fixture.folder.write("format: 1\ntitle: T\n\(rows)\n", to: "bundles/2024/insights.yaml")
        let result = try fixture.run("check 2024")
        #expect((result.output + result.messages).contains("no sample has event insights"))
        try fixture.expect(2, of: "check 2024 --strict")
    }

    /// A home that has seen nothing there: nothing counts, and only `publish --anew` begins again.
    @Test(arguments: [nil, "{}", "not JSON"])
    func aTimestampThatIsGoneOrDamagedHasOneExitStatus(_ timestamp: String?) throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.folder.remove("home/seen")
        try fixture.folder.remove("site/metadata/timestamp.json")
        if let timestamp {
            try fixture.folder.write(timestamp, to: "site/metadata/timestamp.json")
        }
        let before = try fixture.folder.contents(of: "site")
        for command in [
            "refresh", "rollback 2024", "recall 2024 abcdef", "waves 2024 all", "log", "status",
            "prune --keep-days 30", "keys renew-root --dry-run", "site", "verify",
            "drift 2024 --bundles BUNDLES",
        ] {
            let result = try fixture.expect(3, of: "\(command) --in SITE")
            #expect(
                command == "verify" || result.messages.contains("    → "),
                "\(command) names a remedy")
        }
        #expect(try fixture.folder.contents(of: "site") == before, "nothing is written")
        let refused = try fixture.expect(1, of: "publish --in SITE")
        #expect(refused.messages.contains("publish --anew"))
        try fixture.expect(of: "publish --anew --in SITE")
        try fixture.expect(of: "status --in SITE")
    }

    @Test func matchesOfAnotherSeasonAreNoAllClear() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(
            #"{"key":"2023a_qm1","score_breakdown":{"red":{"a":1},"blue":{"a":2}}}"#,
            to: "other.json")
        let matches = fixture.folder["other.json"]
        let result = try fixture.expect(1, of: "drift 2024 --bundles BUNDLES --matches \(matches)")
        #expect(result.messages.contains("expected matches of 2024, found none"))
    }

    @Test(arguments: [
        ("metadata", "snapshot.json"), ("metadata", "targets.json"), ("targets/f1/2024", ".zip"),
    ])
    func aSignedFileThatIsGoneHasOneExitStatus(_ folder: String, _ suffix: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        let path = "\(fixture.site)/\(folder)"
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where name.hasSuffix(suffix) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
        try fixture.expect(3, of: "verify --in SITE")
        try fixture.expect(3, of: "prune --keep-days 30 --in SITE")
    }
}
