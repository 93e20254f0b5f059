import ArgumentParser
import TestSupport
import Testing

@testable import tuf_client

/// The short way around the parser of arguments never means anything else than the parser does.
@Suite struct RequestTests {
    @Test(arguments: [
        ["refresh"], ["init", "root.json"], ["--metadata-dir", "m", "init", "root.json"],
        ["--metadata-url", "http://a/", "--metadata-dir", "m", "refresh"],
        [
            "--metadata-url", "u", "--metadata-dir", "m", "--target-name", "a/b", "--target-name",
            "refresh", "--target-dir", "t", "--target-base-url", "v", "download",
        ],
        ["--metadata-dir", "a b", "--target-name", "é", "download"], ["refresh", "surplus"],
        ["init"], ["--target-name", "a", "--target-name", "a", "download"],
    ])
    func theSuitesOwnFormMeansTheSame(_ arguments: [String]) throws {
        let short = try #require(Request(plain: arguments[...]))
        let long = try #require(TUFClient.parseAsRoot(arguments) as? TUFClient)
        #expect(short == long.request)
    }

    @Test(arguments: [
        [], ["--help"], ["-h"], ["refresh", "--metadata-dir", "m"],
        ["--metadata-dir=m", "refresh"],
        ["--metadata-dir", "-m", "refresh"],
        ["--metadata-dir", "m", "--metadata-dir", "n", "refresh"],
        ["--metadata-dir"], ["--metadata-dir", "", "refresh"], ["--none", "x", "refresh"],
        ["renew"],
        ["init", "a", "b"], ["init", "-"], ["--", "refresh"],
        ["--generate-completion-script", "bash"],
    ])
    func everythingElseIsLeftToTheParser(_ arguments: [String]) {
        #expect(Request(plain: arguments[...]) == nil)
    }

    /// libcurl is still being loaded then.
    @Test func aRefreshThatFailsAtOnceEndsAsItShould() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "root.json")
        for _ in 0..<100 {
            let result = try Program.run(
                "tuf-client",
                ["--metadata-url", "http://127.0.0.1:9/", "--metadata-dir", folder.path, "refresh"])
            #expect(result.status == 1, "\(result.messages)")
        }
    }
}
