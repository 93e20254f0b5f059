import ArgumentParser
@testable import bundle_agent
@testable import BundleUpdater
@testable import SeasonClient
import Testing

/// The short way around the parser of arguments never means anything else than the parser does.
@Suite struct PollRequestTests {
    private func long(_ arguments: [String]) throws -> PollRequest {
        try #require(BundleAgent.parseAsRoot(arguments) as? PollCommand).request
    }

    @Test(arguments: [
        ["poll"], ["poll", "--config", "a b"],
        ["poll", "--repository", "https://a.example/b", "--state", "/s", "--root", "r.json"],
        ["poll", "--wave", "canary", "--self-test", "none", "--proxy", "é"],
    ])
    func settingsWithTheirValuesMeanTheSame(_ arguments: [String]) throws {
        #expect(try PollRequest(plain: arguments[...]) == long(arguments))
    }

    @Test(arguments: Setting.all)
    func eachSettingIsAFlagOfBothOrOfNeither(_ setting: Setting) throws {
        let arguments = ["poll", setting.flag, "1"]
        let short = PollRequest(plain: arguments[...])
        #expect(short == (try? long(arguments)))
        #expect(short == nil || short?.given[setting].texts == ["1"])
    }

    @Test(arguments: [
        [], ["--help"], ["status"], ["poll", "--help"], ["poll", "--json"], ["poll", "--dry-run"],
        ["poll", "--unattended"],
        ["poll", "--from", "x"], ["poll", "--state=/s"], ["poll", "--state"],
        ["poll", "--state", ""], ["poll", "--state", "-s"], ["poll", "--", "--state", "s"],
        ["poll", "--state", "a", "--state", "b"], ["poll", "--config", "a", "--config", "b"],
        ["poll", "--repository", "a", "--repository", "b"], ["poll", "surplus"],
        ["poll", "--none", "x"], ["pol", "--state", "s"], ["help", "poll"],
    ])
    func everythingElseIsLeftToTheParser(_ arguments: [String]) {
        #expect(PollRequest(plain: arguments[...]) == nil)
    }
}
