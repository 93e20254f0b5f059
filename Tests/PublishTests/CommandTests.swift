import Foundation
import TestSupport
import Testing

/// The program as a user runs it: exit status, results, messages.
@Suite struct CommandTests {
    @Test func checkShowsEveryMistakeAndEndsWithTwo() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(
            SeasonFixture.description().replacing("label: Auto", with: "lable: Auto"),
            to: "bundles/2024/match.yaml")
        let result = try fixture.expect(2, of: "check")
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("2024/match.yaml:6:9: error: unknown key `lable`\n"))
        #expect(result.messages.contains("          - lable: Auto\n            ^~~~~\n"))
        #expect(result.messages.hasSuffix("in 1 file\n"))
        #expect(!result.messages.contains("\u{1B}"), "no colour where there is no terminal")
    }

    @Test(arguments: [
        "check 99", "verify x", "verify --in x --at tomorrow", "preview 2024 --html",
        "recall 2024 aaaaaaaa --lift", "recall 2024 xyz", "lift 2024", "publish --force",
        "rollback 2024 --to aa", "rollback 24", "publish --over x", "publish 2024", "again",
        "waves 2024 stop --hold-off 10m", "waves 2024 half", "waves 2024 50%:2h,10%:0h",
        "publish --in x --waves 10", "waves 2024 all --hold-off 25h", "prune --keep-days -1",
        "init --no-passphrase --passphrase-file x",
        "keys new x --no-passphrase --passphrase-file x",
        "keys add-root --public x --no-passphrase",
        "new 2027 --from x --title a\u{0B}b", "keys remove-root", "keys renew-root --root-key fd:x",
        "keys renew-root --key x", "rollback 2024 --why a\u{0B}b",
    ])
    func wrongUsageEndsWith64(_ command: String) throws {
        let words = command.split(separator: " ").map { String($0).replacing("\u{0B}", with: "\n") }
        let result = try Program.run("bundle-publish", words)
        #expect(result.status == 64)
        #expect(result.messages.contains("Usage:"))
    }

    @Test(arguments: [
        ("plan --in ftp://x", "expected http://, https://, file://"),
        ("publish --in https://example.org/x", "expected a place to write to"),
        ("rollback 2024 --in NOWHERE", "expected a published repository"),
        ("log 2024 --in NOWHERE", "expected a published repository"),
        ("prune --keep-days 3 --in NOWHERE", "expected a published"),
        ("site --in NOWHERE", "expected a published repository"),
    ])
    func aWrongPlaceIsTold(_ command: String, _ message: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        let nowhere = fixture.folder["nowhere"]
        let result = try fixture.expect(1, of: command.replacing("NOWHERE", with: nowhere))
        #expect(result.messages.contains(message), "\(result.messages)")
        #expect(result.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: nowhere))
    }

    @Test func wavesWithoutNewContentSaySo() throws {
        let fixture = try SeasonFixture()
        try fixture.expect(of: "init --no-passphrase")
        let publish = "publish --in SITE --waves 10%:0h,100%:2h"
        let note = "note: --waves and --hold-off are for new contents, and there are none"
        #expect(try !fixture.run(publish).output.contains(note))
        #expect(try fixture.run(publish).output.contains(note))
    }

    @Test func aPreviewOfASeasonThatIsNotThereEndsAtOnce() throws {
        let fixture = try SeasonFixture()
        let result = try Program.run(
            "bundle-publish",
            [
                "preview", "2033", "--bundles", fixture.bundles, "--html",
                fixture.folder["preview.html"],
            ])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("bundle-publish new 2033"), "\(result.messages)")
    }

    @Test(arguments: ["bundles", "bundles/site", "bundles/../bundles", ".", "link"])
    func seasonsAreNeverServed(_ place: String) throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder["link"], withDestinationPath: fixture.bundles)
        let before = try fixture.folder.contents(of: "")
        let result = try fixture.expect(1, of: "publish --in \(fixture.folder[place])")
        #expect(result.messages.contains("apart from the seasons in"), "\(result.messages)")
        #expect(result.messages.contains("→ name another folder with --in"))
        #expect(try fixture.folder.contents(of: "") == before)
    }

    @Test(arguments: [
        "check", "build", "embed", "init", "plan", "publish", "refresh", "rollback",
        "recall", "lift", "again", "waves", "drift", "log", "prune", "site", "status",
        "verify", "keys",
        "keys list", "keys new", "keys rotate-online", "keys add-root", "keys remove-root",
        "keys renew-root", "keys threshold", "keys sign", "new", "preview",
    ])
    func helpHasExamples(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let result = try Program.run("bundle-publish", words + ["--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("Example"))
    }
}
