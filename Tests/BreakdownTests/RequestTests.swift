import ArgumentParser
@testable import breakdown
import BreakdownRenderer
import Testing
import TestSupport

/// The short way around the parser of arguments never means anything else than the parser does.
@Suite struct RequestTests {
    @Test(arguments: [
        ["match.json"], ["a", "b", "c"], ["./-"], ["help"], ["version"], ["text"], ["2024"],
        ["a b"], ["é"], ["@file"], ["a=b"], ["\u{1B}[1m"], ["/"], ["a", "a"],
    ])
    func namesOfFilesMeanTheSame(_ arguments: [String]) throws {
        let short = try #require(Request(filesOnly: arguments[...]))
        let long = try #require(Breakdown.parseAsRoot(arguments) as? Breakdown)
        #expect(short == long.request)
    }

    @Test(arguments: [
        [], ["-"], ["--"], ["--", "a"], ["--format", "json"], ["a", "--ascii"], ["a", "-"],
        ["-h"], ["--help"], ["--version"], ["--generate-completion-script", "bash"],
        ["---completion"], [""], ["a", ""], ["-a"], ["a", "-x", "b"],
    ])
    func everythingElseIsLeftToTheParser(_ arguments: [String]) {
        #expect(Request(filesOnly: arguments[...]) == nil)
    }

    @Test(arguments: [["--help"], ["--version"], ["--generate-completion-script", "zsh"]])
    func theParserStillAnswers(_ arguments: [String]) throws {
        let result = try Program.run("breakdown", arguments)
        #expect(result.status == 0)
        #expect(!result.output.isEmpty)
    }

    @Test func optionsBecomeTheRequest() throws {
        let arguments = [
            "a", "--bundles", "b", "--year", "2024", "--format", "html", "--ascii", "--color",
            "never",
            "--width", "90", "--match", "k", "--match", "l", "--all", "--strict", "c",
        ]
        let parsed = try #require(Breakdown.parseAsRoot(arguments) as? Breakdown)
        let expected = Request(
            files: ["a", "c"], bundles: "b", year: 2024, keys: ["k", "l"], format: .html,
            wish: .init(width: 90, ascii: true, colour: .never), showsAll: true, isStrict: true)
        #expect(parsed.request == expected)
    }
}
