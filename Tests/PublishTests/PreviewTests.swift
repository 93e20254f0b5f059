import Foundation
import TestSupport
import Testing

@testable import bundle_publish

/// A season at work, in a real terminal and for a real HTTP client; and what they show, as values.
@Suite struct PreviewTests {
    @Test(
        .needs(programs: "python3"), .needs(.pseudoTerminal),
        arguments: ["terminal", "browser"])
    func followsEverySave(_ kind: String) throws {
        let folder = try Self.season()
        let result = try Program.run(
            "/usr/bin/python3",
            [
                Checkout.path("Tests/PublishTests/Python/preview.py"), kind,
                Program.path(of: "bundle-publish"), folder["bundles"],
            ])
        #expect(result.status == 0, "\(result.messages)")
        let milliseconds = try #require(
            Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        // A save takes less than 200 ms; but here everything runs at once.
        #expect(milliseconds < 10_000)
    }

    /// 2027 with two samples.
    private static func season() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let matches = [1, 2].map {
            NewSeasonTests.match("qm\($0)", #"{"points": \#($0), "teleopNotes": 3, "state": "Up"}"#)
        }
        try folder.write(matches.joined(separator: "\n"), to: "matches.json")
        _ = try folder.new(2027, from: "matches.json")
        return folder
    }

    @Test func withoutATerminalItPrintsEverySampleOnceAndEnds() throws {
        let folder = try Self.season()
        let command = ["preview", "2027", "--bundles", folder["bundles"]]
        let shown = try Program.run("bundle-publish", command)
        #expect(shown.status == 0, "\(shown.messages)")
        #expect(shown.output.contains("qm1\n\n") && shown.output.contains("qm2\n\n"))
        #expect(!shown.output.contains("\u{1B}"))
        #expect(shown.messages.contains("2027: no mistakes"))
        try folder.write("title: [", to: "bundles/2027/match.yaml")
        let wrong = try Program.run("bundle-publish", command)
        #expect(wrong.status == 2 && wrong.messages.contains("match.yaml"), "\(wrong.messages)")
    }

    @Test func keysAreReadInEveryForm() {
        let keys = PreviewKey.keys(
            in: Array(
                "nqp\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[5~\u{1B}[6~ \u{1B}[1;5A\u{1B}x\u{03}".utf8),
            rows: 7)
        #expect(
            keys == [
                .next, .quit, .previous, .scroll(-1), .scroll(1), .next, .scroll(-7), .scroll(7),
                .scroll(7), .scroll(-1), .quit,
            ])
    }

    @Test(arguments: [
        "127.0.0.1:80": true, "localhost:80": true, "evil.example:80": false, "127.0.0.1": false,
        "127.0.0.1:81": false,
    ])
    func onlyTheMachinesOwnNamesAreAnswered(_ host: String, _ isOurs: Bool) {
        #expect(PreviewServer.isOurs(host, port: 80) == isOurs)
    }
}
