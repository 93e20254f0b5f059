import Foundation
import TestSupport
import Testing

/// How every program reads its command line.
@Suite struct CommandLineTests {
    static let programs = ["bundle-publish", "bundle-agent", "breakdown", "match-fetch"]

    @Test(.needs(.tracing), arguments: programs)
    func argumentsNeedNoProc(_ program: String) throws {
        let result = try Program.run(
            "/usr/bin/strace",
            ["-f", "-qq", "-o", "/dev/null"]
                + ["/proc/self/maps", "/proc/self/cmdline"].flatMap { ["-P", $0] }
                + ["-e", "inject=openat:error=ENOENT", Program.path(of: program), "--nonsense"])
        #expect(result.messages.contains("--nonsense"), "\(result)")
        #expect(result.status != 0)
    }

    @Test(arguments: [
        ["bundle-publish"], ["bundle-publish", "keys"], ["bundle-agent"], ["match-fetch"],
    ])
    func withoutACommandUsageIsWrong(_ line: [String]) throws {
        let result = try Program.run(Program.path(of: line[0]), Array(line.dropFirst()))
        #expect(result.status == 64)
        #expect(result.messages.contains("expected a command"))
    }

    @Test(arguments: [
        ("bundle-publish chek", "check"), ("bundle-publish keys rotte-online", "rotate-online"),
        ("bundle-agent pol", "poll"), ("match-fetch logni", "login"),
    ])
    func aTypoNamesTheNearestCommand(_ line: String, _ nearest: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let result = try Program.run(Program.path(of: words[0]), Array(words.dropFirst()))
        #expect(result.status == 64)
        let place = words.dropLast().joined(separator: " ")
        #expect(
            result.messages == "\(words[0]): unknown command '\(words.last ?? "")'; "
                + "did you mean '\(nearest)'? '\(place) --help' lists them\n")
        let help = try Program.run(
            Program.path(of: words[0]), words.dropFirst().dropLast() + ["--help"])
        #expect(help.output.contains(nearest))
    }

    @Test(
        arguments: [
            "bundle-publish refresh -home /srv/home", "bundle-publish -help",
            "bundle-agent poll -state /srv",
            "bundle-agent -version", "breakdown -plain match.json", "match-fetch -help",
            "match-fetch login -forget",
        ])
    func aWordWithOneDashIsWrongUsage(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let result = try Program.run(Program.path(of: words[0]), Array(words.dropFirst()))
        #expect(result.status == 64)
        let word = try #require(words.first { $0.hasPrefix("-") })
        #expect(result.messages.contains("found '\(word)': -\(word)"), "\(result)")
    }

    @Test func namesAfterTwoDashesMayBeginWithOne() throws {
        let result = try Program.run(Program.path(of: "breakdown"), ["--", "-missing.json"])
        #expect(result.messages.contains("-missing.json"))
        #expect(result.status != 64)
    }
}
