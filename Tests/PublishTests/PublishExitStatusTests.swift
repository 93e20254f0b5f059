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
        ["plan", "--bundles", "bundles", "--home", "home", "--to", "site"],
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

    /// Every command that reads a published directory, without the directory.
    private static let commands: [[String]] = [
        ["publish", "--bundles", "bundles", "--to"],
        ["publish", "--bundles", "bundles", "--dry-run", "--to"],
        ["plan", "--bundles", "bundles", "--to"],
        ["drift", "2024", "--bundles", "bundles", "--to"],
        ["refresh", "--to"], ["rollback", "2024", "--in"],
        ["recall", "2024", "abcdef", "--in"], ["waves", "2024", "all", "--in"],
        ["promote", "--to", "third", "--from"], ["promote", "--from", "whole", "--to"],
        ["prune", "--keep-days", "30", "--in"], ["keys", "renew-root", "--dry-run", "--to"],
        ["log"], ["status"], ["site"],
    ]

    @Test(arguments: [nil, "{}", "not JSON"])
    func aTimestampThatIsGoneOrDamagedHasOneExitStatus(_ timestamp: String?) throws {
        let (fixture, run) = try Self.damaged(timestamp)
        let before = try fixture.folder.contents(of: "place")

        for command in Self.commands {
            let result = try run(command + ["place", "--home", "home"])
            #expect(result.status == 3, "\(command): \(result.messages)")
            #expect(result.messages.contains("    → "), "\(command) names a remedy")
        }
        // It reports what each agent meets.
        let verified = try run(["verify", "place", "--home", "home"])
        #expect(verified.status == 3, "\(verified.output)")
        #expect(try fixture.folder.contents(of: "place") == before, "nothing is written")
    }

    /// A publish goes on there; a command that changes an entry says first that the key is replaced.
    @Test(arguments: [nil, "{}", "not JSON"])
    func itHasThatExitStatusBetweenTwoKeysToo(_ timestamp: String?) throws {
        let (fixture, run) = try Self.damaged(timestamp)
        let rotated = try run(["keys", "rotate-online", "--home", "home"])
        #expect(rotated.status == 0)
        #expect(rotated.output.contains("\(fixture.folder["home"])/keys/online.key\n"))
        #expect(!rotated.output.contains("online-next"), "that file has been renamed")
        let commands: [[String]] = [
            ["prune", "--keep-days", "30", "--in"], ["log"], ["status"], ["site"], ["verify"],
        ]
        for command in commands {
            let result = try run(command + ["place", "--home", "home"])
            #expect(result.status == 3, "\(command): \(result.messages)")
        }
        let publish = ["publish", "--bundles", "bundles", "--home", "home", "--to", "place"]
        #expect(try run(publish).status == 0, "the remedy works")
        #expect(try run(["status", "place", "--home", "home"]).status == 0)
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
        let commands: [[String]] = [["verify"], ["prune", "--keep-days", "30", "--in"]]
        let readers = folder == "metadata" ? [["status"], ["log"], ["site"]] : []
        for command in commands + readers {
            let result = try Program.run(
                "bundle-publish", command + [fixture.site, "--home", fixture.folder["home"]])
            #expect(result.status == 3, "\(command): \(result.messages)")
        }
    }

    /// A published place with another timestamp, a whole one, and a way to run the program on them.
    private static func damaged(
        _ timestamp: String?
    ) throws -> (SeasonFixture, ([String]) throws -> Program.Result) {
        let fixture = try SeasonFixture()
        func run(_ arguments: [String]) throws -> Program.Result {
            let folders = ["bundles", "home", "place", "whole", "third"]
            return try Program.run(
                "bundle-publish", arguments.map { folders.contains($0) ? fixture.folder[$0] : $0 })
        }
        #expect(try run(["init", "--home", "home", "--no-passphrase"]).status == 0)
        let publish = ["publish", "--bundles", "bundles", "--home", "home", "--to"]
        for place in ["place", "whole"] { #expect(try run(publish + [place]).status == 0) }
        let path = fixture.folder["place/metadata/timestamp.json"]
        if let timestamp {
            try Data(timestamp.utf8).write(to: URL(filePath: path))
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        return (fixture, run)
    }

    @Test(arguments: [
        ["publish", "--to", "place", "--waves", "10%:0h,100%:1h"], ["waves", "2024", "all"],
        ["promote", "--from", "place", "--to", "third"],
    ])
    func aHoldOffOfMoreThanADayIsWrongUsage(_ command: [String]) throws {
        let result = try Program.run("bundle-publish", command + ["--hold-off", "25h"])
        #expect(result.status == 64)
        #expect(
            result.messages.contains("--hold-off: expected at most 1d, found 25h"),
            "\(result.messages)")
    }
}
