import ArgumentParser
import RepositoryTransport
import TestSupport
import Testing

@testable import bundle_agent

/// Flags and environment, and what is said of mistakes in them.
@Suite struct ConfigurationTests {
    @Test(arguments: [
        ("1s", "1s"), ("90s", "90s"), ("15m", "15m"), ("60m", "1h"), ("24h", "24h"),
        ("0s", nil), ("15", nil), ("m", nil), ("", nil), ("-1m", nil), ("25h", nil), ("1.5h", nil),
        ("99999999999999999999h", nil), ("9223372036854775807h", nil), ("15 m", nil),
    ])
    func intervals(_ text: String, _ expected: String?) {
        #expect(Interval(argument: text)?.description == expected)
    }

    @Test func flagsWinOverTheEnvironment() throws {
        let folder = try TemporaryDirectory()
        try folder.write("root", to: "root.json")
        let environment = [
            "BUNDLE_AGENT_STATE": "/env/state", "BUNDLE_AGENT_REPOSITORY": "https://env.example/",
            "BUNDLE_AGENT_ROOT": folder["root.json"],
        ]
        let fromEnvironment = try Configuration(
            StateOptions.parse([]), RepositoryOptions.parse([]), environment: { environment[$0] })
        #expect(fromEnvironment.state.path == "/env/state")
        #expect(fromEnvironment.repository?.address.description == "https://env.example")
        let fromFlags = try Configuration(
            StateOptions.parse(["--state", "/flag/state/"]),
            RepositoryOptions.parse(["--repository", "/srv/site"]), environment: { environment[$0] }
        )
        #expect(fromFlags.state.path == "/flag/state")
        #expect(fromFlags.repository?.address.description == "file:///srv/site")
        let neither = try Configuration(
            StateOptions.parse([]), RepositoryOptions.parse([]), environment: { _ in nil })
        #expect(neither.state.path == "/var/lib/bundle-agent")
        #expect(neither.repository == nil)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [String]
        let words: String
    }

    @Test(arguments: [
        Mistake(
            testDescription: "nothing to poll", arguments: ["poll"], words: "--repository ADDRESS"),
        Mistake(
            testDescription: "an empty state folder", arguments: ["status", "--state", ""],
            words: "--state: expected a folder, found nothing"),
        Mistake(
            testDescription: "no root",
            arguments: ["poll", "--repository", "/x", "--root", "/nonexistent/root.json"],
            words: "give the repository's root metadata with --root FILE"),
        Mistake(
            testDescription: "no address", arguments: ["run", "--repository", "ftp://x"],
            words: "expected http://"),
        Mistake(
            testDescription: "no interval", arguments: ["run", "--interval", "soon"],
            words: "--interval"),
        Mistake(testDescription: "no command", arguments: ["pol"], words: "pol"),
    ])
    func mistakesNameTheRemedy(_ row: Mistake) throws {
        let result = try Program.run("bundle-agent", row.arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains(row.words))
    }

    @Test func aRepositoryThatIsNotThereIsSaidInASentence() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "root.json")
        let result = try Program.run(
            "bundle-agent",
            [
                "poll", "--repository", "http://127.0.0.1:1", "--root", folder["root.json"],
                "--state",
                folder["state"], "--json",
            ])
        #expect(result.status != 0)
        #expect(result.messages.hasPrefix("bundle-agent: http://127.0.0.1:1: "))
        #expect(result.output.hasPrefix("{\n  \"schema\": 1,"))
    }
}
