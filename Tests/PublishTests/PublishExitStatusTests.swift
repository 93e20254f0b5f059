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
        let before = try fixture.folder.contents(of: "place")

        for command in Self.commands {
            let result = try run(command + ["place", "--home", "home"])
            #expect(result.status == 3, "\(command): \(result.messages)")
            #expect(result.messages.contains("    → "), "\(command) names a remedy")
        }
        #expect(try fixture.folder.contents(of: "place") == before, "nothing is written")
    }
}
