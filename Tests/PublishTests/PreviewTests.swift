import Foundation
import TestSupport
import Testing

@testable import bundle_publish

/// A season at work, in a real terminal and as a page; and what they show, as values.
@Suite struct PreviewTests {
    @Test(
        .needs(programs: "python3"), .needs(.pseudoTerminal),
        arguments: ["terminal", "page"])
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
        ("", "expected a file, found a folder"),
        ("bundles", "expected a file, found a folder"),
        ("bundles/preview.html", "expected a file apart from the seasons"),
        ("bundles/2027/match.yaml", "expected a file apart from the seasons"),
        ("link/preview.html", "expected a file apart from the seasons"),
        ("link", "expected a file, found a link, a device or a pipe"),
        ("/dev/null", "expected a file, found a link, a device or a pipe"),
        ("nowhere/preview.html", "cannot write"),
        ("matches.json/preview.html", "cannot write"),
    ])
    func aPageGoesOnlyIntoAFileOfItsOwn(_ place: String, _ message: String) throws {
        let folder = try Self.season()
        try FileManager.default.createSymbolicLink(
            atPath: folder["link"], withDestinationPath: folder["bundles/2027/samples"])
        let before = try folder.contents(of: "")
        let path = place.hasPrefix("/") || place.isEmpty ? place : folder[place]
        let result = try Program.run(
            "bundle-publish",
            ["preview", "2027", "--bundles", folder["bundles"], "--html", path])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.messages.contains(message), "\(result.messages)")
        #expect(result.messages.contains("→ name a file"), "\(result.messages)")
        #expect(try folder.contents(of: "") == before)
    }
}
