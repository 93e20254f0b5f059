import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The program as a user runs it: exit status, results, messages.
@Suite struct CommandTests {
    @Test func checkShowsEveryMistakeAndEndsWithTwo() throws {
        let fixture = try SeasonFixture()
        try fixture.folder.write(
            SeasonFixture.description().replacing("label: Auto", with: "lable: Auto"),
            to: "bundles/2024/match.yaml")
        let result = try Program.run("bundle-publish", ["check", "--bundles", fixture.bundles])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("2024/match.yaml:6:9: error: unknown key `lable`\n"))
        #expect(result.messages.contains("          - lable: Auto\n            ^~~~~\n"))
        #expect(result.messages.hasSuffix("in 1 file\n"))
        #expect(!result.messages.contains("\u{1B}"), "no colour where there is no terminal")
    }

    @Test func checkOfGoodSeasonsSaysSo() throws {
        let fixture = try SeasonFixture()
        let result = try Program.run("bundle-publish", ["check", "--bundles", fixture.bundles])
        #expect(result.status == 0)
        #expect(result.output == "2 seasons, 2 samples: no mistakes\n")
        #expect(result.messages.isEmpty)
    }

    @Test func theWholeWay() throws {
        let fixture = try SeasonFixture()
        let common = ["--home", fixture.home.path]
        let publish =
            ["publish", "--in", fixture.site, "--bundles", fixture.bundles, "--json"] + common
        let made = try Program.run("bundle-publish", ["init", "--no-passphrase"] + common)
        #expect(made.status == 0)
        #expect(made.output.contains("Three things to do next"))
        #expect(!made.output.contains("private"))

        let dry = try Program.run("bundle-publish", publish + ["--dry-run"])
        #expect(dry.status == 0)
        #expect(dry.output.contains("\"dryRun\":true"))
        #expect(try Program.run("bundle-publish", publish).output.contains("\"change\":\"added\""))
        let again = try Program.run("bundle-publish", publish)
        #expect(again.status == 0)
        #expect(again.output.contains("\"signing\":\"nothing\""))

        let status = try Program.run("bundle-publish", ["status", "--in", fixture.site] + common)
        #expect(status.status == 0)
        #expect(status.messages.isEmpty)
        #expect(status.output.contains("1 of 2"))
    }

    @Test(arguments: [
        ["check", "99"], ["bogus"], ["verify", "x"], ["verify", "--in", "x", "--at", "tomorrow"],
        ["preview", "2024", "--port", "8000"],
        ["recall", "2024", "aaaaaaaa", "--lift"], ["lift", "2024"], ["publish", "--force"],
        ["rollback", "2024", "--to", "aa"],
        ["publish", "--commit", String(repeating: "a", count: 40)],
        ["rollback", "2024", "--why", "a\nb"], ["promote", "--from", "x"],
        ["waves", "2024", "stop", "--hold-off", "10m"], ["waves", "2024", "half"],
        ["init", "--no-passphrase", "--passphrase-file", "x"],
        ["keys", "new", "x", "--no-passphrase", "--passphrase-file", "x"],
        ["keys", "add-root", "--public", "x", "--no-passphrase"],
        ["new", "2027", "--from", "x", "--title", "a\nb"],
        ["keys", "remove-root"], ["keys", "renew-root", "--root-key", "fd:x"],
        ["keys", "renew-root", "--key", "x"],
    ])
    func wrongUsageEndsWith64(_ arguments: [String]) throws {
        let result = try Program.run("bundle-publish", arguments)
        #expect(result.status == 64)
        #expect(result.messages.contains("Usage:"))
    }

    @Test(
        arguments: [
            ("x", "found 'x'"), ("10", "found '10'"), ("10%:0h;100%:2h", "found '10%:0h;100%:2h'"),
            ("10%:0h,120%:1h", "found '120%:1h'"),
            ("50%:2h,10%:3h", "each later and greater than the one before"), ("", "found ''"),
        ])
    func wavesThatCannotBeReadAreNamed(_ waves: String, _ says: String) throws {
        for command in [["publish", "--in", "x", "--waves", waves], ["waves", "2024", waves]] {
            let result = try Program.run("bundle-publish", command)
            #expect(result.status == 64)
            #expect(result.messages.contains(says), "\(result.messages)")
        }
    }

    @Test func wavesWithoutNewContentSaySo() throws {
        let fixture = try SeasonFixture()
        let common = [
            "publish", "--in", fixture.site, "--bundles", fixture.bundles, "--home",
            fixture.home.path, "--waves", "10%:0h,100%:2h",
        ]
        let home = ["init", "--no-passphrase", "--home", fixture.home.path]
        #expect(try Program.run("bundle-publish", home).status == 0)
        let note = "note: --waves and --hold-off are for new contents, and there are none"
        #expect(try !Program.run("bundle-publish", common).output.contains(note))
        #expect(try Program.run("bundle-publish", common).output.contains(note))
    }

    @Test func aPreviewOfASeasonThatIsNotThereEndsAtOnce() throws {
        let fixture = try SeasonFixture()
        let result = try Program.run(
            "bundle-publish", ["preview", "2033", "--bundles", fixture.bundles, "--serve"])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("bundle-publish new 2033"), "\(result.messages)")
    }

    @Test(arguments: ["bundles", "bundles/site", "bundles/../bundles", ".", "link"])
    func seasonsAreNeverServed(_ place: String) throws {
        let fixture = try SeasonFixture()
        let made = ["init", "--no-passphrase", "--home", fixture.home.path]
        #expect(try Program.run("bundle-publish", made).status == 0)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder["link"], withDestinationPath: fixture.bundles)
        let before = try fixture.folder.contents(of: "")
        let result = try Program.run(
            "bundle-publish",
            [
                "publish", "--in", fixture.folder[place], "--bundles", fixture.bundles, "--home",
                fixture.home.path,
            ])
        #expect(result.status == 1)
        #expect(result.messages.contains("apart from the seasons in"), "\(result.messages)")
        #expect(result.messages.contains("→ name another folder with --in"))
        #expect(try fixture.folder.contents(of: "") == before)
    }

    @Test(arguments: [
        "check", "build", "embed", "init", "plan", "publish", "refresh", "rollback",
        "recall", "lift", "waves", "promote", "pull", "drift", "log", "prune", "site", "status",
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
