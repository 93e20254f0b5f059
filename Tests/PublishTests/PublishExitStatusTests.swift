import Foundation
import TestSupport
import Testing

@testable import bundle_publish

/// The documents list the exit statuses that the program has, and each trouble has one.
@Suite struct PublishExitStatusTests {
    /// `UPDATE_EXPECTED=1 swift test --filter PublishExitStatusTests` writes the table anew, for review.
    @Test func theDocumentsListTheExitStatuses() throws {
        let table = try DocumentTable("docs/PUBLISHING.md", from: "| exit status | meaning |")
        #expect(try table.matches(ExitStatus.table), "\(table.lines)")
    }

    @Test(arguments: [
        ["check", "--bundles", "bundles"], ["preview", "2024", "--bundles", "bundles"],
        ["plan", "--bundles", "bundles", "--home", "home", "--in", "site"],
    ])
    func aFullStandardOutputIsAnError(_ command: [String]) throws {
        let fixture = try SeasonFixture.publishedNow()
        let result = try Program.run(
            "/bin/sh",
            ["-c", "\"$0\" \"$@\" > /dev/full", Program.path(of: "bundle-publish")]
                + command.map {
                    ["bundles", "home", "site"].contains($0) ? fixture.folder[$0] : $0
                })
        #expect(result.status == 1, "\(result.messages)")
        #expect(
            result.messages.hasSuffix(
                "bundle-publish: cannot write standard output: No space left on device\n"))
    }

    /// Commands that only read, and find nothing that counts.
    private static let readers: [[String]] = [
        ["refresh"], ["rollback", "2024"], ["recall", "2024", "abcdef"], ["waves", "2024", "all"],
        ["prune", "--keep-days", "30"], ["keys", "renew-root", "--dry-run"], ["log"], ["status"],
        ["site"], ["verify"], ["drift", "2024", "--bundles", "BUNDLES"],
    ]

    /// A home that has seen nothing there: nothing counts, and `publish` signs over it.
    @Test(arguments: [nil, "{}", "not JSON"])
    func aTimestampThatIsGoneOrDamagedHasOneExitStatus(_ timestamp: String?) throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.folder.remove("home/seen")
        try fixture.folder.remove("site/metadata/timestamp.json")
        if let timestamp {
            try fixture.folder.write(timestamp, to: "site/metadata/timestamp.json")
        }
        let before = try fixture.folder.contents(of: "site")
        for command in Self.readers {
            let result = try fixture.run(command + ["--in", "SITE", "--home", "HOME"])
            #expect(result.status == 3, "\(command): \(result.messages)")
            #expect(
                command == ["verify"] || result.messages.contains("    → "),
                "\(command) names a remedy")
        }
        #expect(try fixture.folder.contents(of: "site") == before, "nothing is written")
        let publish = ["publish", "--bundles", "BUNDLES", "--in", "SITE", "--home", "HOME"]
        #expect(try fixture.run(publish).status == 0, "the remedy works")
        #expect(try fixture.run(["status", "--in", "SITE", "--home", "HOME"]).status == 0)
    }

    /// Nobody is told that there is nothing to do where nothing was compared.
    @Test func matchesOfAnotherSeasonAreNoAllClear() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(
            #"{"key":"2023a_qm1","score_breakdown":{"red":{"a":1},"blue":{"a":2}}}"#,
            to: "other.json")
        let result = try Program.run(
            "bundle-publish",
            [
                "drift", "2024", "--bundles", fixture.bundles, "--state", fixture.folder["state"],
                "--matches", fixture.folder["other.json"],
            ])
        #expect(result.status == 1)
        #expect(result.messages.contains("expected matches of 2024, found none"))
    }

    /// An author learns that no sample draws the description of insights.
    @Test func insightsWithoutASampleAreAWarning() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(
            """
            format: 1
            title: T
            tables:
              - rows:
                  - {label: High, field: high_scoree}
            """, to: "bundles/2024/insights.yaml")
        let check = ["check", "2024", "--bundles", fixture.bundles]
        let result = try Program.run("bundle-publish", check)
        #expect(
            (result.output + result.messages).contains("no sample has event insights"),
            "\(result.output)\(result.messages)")
        #expect(try Program.run("bundle-publish", check + ["--strict"]).status == 2)
    }

    /// One trouble, one exit status: a file is gone that the signed metadata names.
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
        let commands = [["verify"], ["prune", "--keep-days", "30"]]
        for command in commands {
            let result = try fixture.run(command + ["--in", "SITE", "--home", "HOME"])
            #expect(result.status == 3, "\(command): \(result.messages)")
        }
    }

    @Test(arguments: [
        ["publish", "--in", "place", "--waves", "10%:0h,100%:1h"], ["waves", "2024", "all"],
        ["promote", "--from", "place", "--from-home", "beta"],
    ])
    func aHoldOffOfMoreThanADayIsWrongUsage(_ command: [String]) throws {
        let result = try Program.run("bundle-publish", command + ["--hold-off", "25h"])
        #expect(result.status == 64)
        #expect(
            result.messages.contains("--hold-off: expected at most 1d, found 25h"),
            "\(result.messages)")
    }
}
