import Foundation
import TestSupport
import Testing

/// `drift`, `new --event` and `check --event` on a server that answers as the API does, and
/// `scripts/ci-drift`, which keeps one issue.
@Suite(.needs(programs: "nginx")) struct DriftProgramTests {
    @Test func aNightsMatchesAreCompared() throws {
        let night = try Night()
        let first = try night.drift()
        #expect(first.status == 0, "\(first.output)\(first.messages)")
        #expect(first.output == "2026: 5 matches compared, 2 without a breakdown: nothing to do\n")
        #expect(first.messages.contains("Powered by The Blue Alliance"))
        let asked = try night.server.requests().count
        let again = try night.drift()
        #expect(
            try night.server.requests().dropFirst(asked).filter { $0.hasSuffix(" 304") }.count == 5,
            "what has not changed is not transferred again")
        #expect(again.output == first.output)

        // In week 3 the game gets a bonus, which makes up a part of the total.
        try night.change {
            $0.replacing("\"adjustPoints\": 0", with: "\"bridgePoints\": 5, \"adjustPoints\": 0")
        }
        let found = try night.drift()
        #expect(found.status == 2)
        #expect(
            found.output.contains(
                "no row shows the new field bridgePoints: 5 matches, the first is"))
        #expect(found.output.contains("\n    → add a row for it; if it needs none, make "))

        // A single event, and an event of another season.
        let one = try night.drift(["--event", "2026aaa"])
        #expect(one.status == 2 && one.output.contains("bridgePoints: 2 matches"), "\(one.output)")
        #expect(
            try night.drift(["--event", "2025aaa"]).messages.contains("expected an event of 2026"))
        let unknown = try night.drift(["--event", "2026nothing"])
        #expect(unknown.status == 1, "\(unknown.messages)")
    }

    /// A whole season has hundreds of events; those that get no news are named in a few lines.
    @Test func eventsWithoutNewsAreNamedInALongSeason() throws {
        let night = try Night()
        let events = (0..<30).map {
            "2026e\(UnicodeScalar(UInt8(97 + $0 / 26)))\(UnicodeScalar(UInt8(97 + $0 % 26)))"
        }
        for event in events { try night.folder.write("[]", to: "api/event/\(event)/matches") }
        let quoted = events.map { "\"\($0)\"" }.joined(separator: ",")
        try night.folder.write("[\(quoted)]", to: "api/events/2026/keys")
        try night.folder.write("{\"down_events\": [\(quoted)]}", to: "api/status")
        let messages = try night.drift().messages
        #expect(messages.components(separatedBy: "has no new results").count == 6, "\(messages)")
        #expect(messages.contains("and of 25 more events"), "\(messages)")
    }

    /// `--to` compares with what is published, also when the folder of seasons is ahead.
    @Test func whatIsPublishedCanBeCompared() throws {
        let night = try Night()
        let (home, site) = (night.folder["home"], night.folder["site"])
        let made = try night.run(["init", "--home", home, "--no-passphrase"])
        #expect(made.status == 0, "\(made.messages)")
        let published = try night.run(
            ["publish", "--bundles", night.folder["bundles"], "--home", home, "--in", site])
        #expect(published.status == 0, "\(published.output)\(published.messages)")
        // The folder loses its description; the published one is there.
        try FileManager.default.removeItem(atPath: night.folder["bundles/2026/match.yaml"])
        #expect(try night.drift(["--event", "2026aaa"]).status != 0)
        let to = ["--event", "2026aaa", "--in", site, "--home", home]
        let fine = try night.drift(to)
        #expect(fine.status == 0, "\(fine.output)\(fine.messages)")
        try night.change {
            $0.replacing("\"adjustPoints\": 0", with: "\"bridgePoints\": 5, \"adjustPoints\": 0")
        }
        let found = try night.drift(to)
        #expect(found.status == 2 && found.output.contains("bridgePoints"), "\(found.output)")
    }

    @Test func aRunWithoutMatchesFails() throws {
        let night = try Night()
        let noKey = try night.drift([], ["TBA_AUTH_KEY": ""])
        #expect(noKey.status == 1)
        #expect(noKey.messages.contains("https://www.thebluealliance.com/account"))
        #expect(noKey.messages.split(separator: "\n").count == 1, "one sentence: \(noKey.messages)")
        night.server.stop()
        let unreachable = try night.drift([], ["XDG_CACHE_HOME": night.folder["other"]])
        #expect(unreachable.status == 1)
    }

    @Test func aSeasonStartsFromAnEvent() throws {
        let night = try Night()
        let made = try night.run(
            ["new", "2026", "--event", "2026aaa", "--bundles", night.folder["new"]])
        #expect(made.status == 0, "\(made.messages)")
        let checked = try night.run(
            ["check", "2026", "--event", "2026aaa", "2026bbb", "--bundles", night.folder["new"]])
        #expect(
            checked.output.contains("5 matches shown (2 more without a breakdown): no mistakes"),
            "\(checked.output)\(checked.messages)")
        let nothing = try night.run(["new", "2026", "--bundles", night.folder["empty"]])
        #expect(nothing.status == 64 && nothing.messages.contains("--event"))
    }

    @Test func oneIssueIsOpenedUpdatedAndClosed() throws {
        let night = try Night()
        // Nothing to do, and no issue: nothing is asked for but that.
        #expect(try night.script().status == 0)
        #expect(try night.calls() == ["issue list"])

        try night.change {
            $0.replacing("\"adjustPoints\": 0", with: "\"bridgePoints\": 5, \"adjustPoints\": 0")
        }
        #expect(try night.script().status == 0)
        #expect(try night.calls() == ["issue list", "label create", "issue create"])
        #expect(try night.folder.read("gh/issue").contains("bridgePoints"))

        // The same findings are no news.
        #expect(try night.script().status == 0)
        #expect(try night.calls() == ["issue list", "issue view", "issue edit"])

        try night.change { $0.replacing("\"bridgePoints\"", with: "\"tunnelRunPoints\"") }
        #expect(try night.script().status == 0)
        #expect(try night.calls() == ["issue list", "issue view", "issue edit", "issue comment"])
        #expect(try night.folder.read("gh/issue").contains("tunnelRunPoints"))

        // A run that fails leaves the issue as it is.
        let failed = try night.script(["TBA_AUTH_KEY": ""])
        #expect(failed.status == 1)
        #expect(try night.calls() == [])

        try night.change { $0.replacing("\"tunnelRunPoints\": 5, ", with: "") }
        #expect(try night.script().status == 0)
        #expect(try night.calls() == ["issue list", "issue close"])
        #expect(try night.script().status == 0)
        #expect(try night.calls() == ["issue list"])
    }
}

/// A season with two events, whose matches are the season's own samples, and the server that has them.
private struct Night {
    let folder: TemporaryDirectory
    let server: Nginx

    init() throws {
        folder = try TemporaryDirectory()
        for path in ["bundles", "bin", "gh", "work"] {
            try FileManager.default.createDirectory(
                atPath: folder[path], withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: Checkout.path("bundles/2026"), toPath: folder["bundles/2026"])
        try folder.write(
            "[\"2026aaa\", \"2026bbb\", \"2026ccc\", \"2026gone\"]", to: "api/events/2026/keys")
        try folder.write("{\"down_events\": [\"2026bbb\"]}", to: "api/status")
        let samples = try FileManager.default
            .contentsOfDirectory(atPath: Checkout.path("bundles/2026/samples"))
            .filter { $0.hasSuffix(".json") && !$0.contains("insights") }.sorted()
            .map {
                try String(
                    contentsOfFile: Checkout.path("bundles/2026/samples/\($0)"), encoding: .utf8)
            }
        let blank = """
            {"key": "2026bbb_qm9", "event_key": "2026bbb", "comp_level": "qm", "set_number": 1,
             "match_number": 9, "score_breakdown": null, "alliances": {}}
            """
        try folder.write(
            "[\(samples.prefix(3).joined(separator: ","))]", to: "api/event/2026aaa/matches")
        let rest = samples.dropFirst(3) + [blank]
        try folder.write("[\(rest.joined(separator: ","))]", to: "api/event/2026bbb/matches")
        try folder.write("[]", to: "api/event/2026ccc/matches")
        // The API says in its own words what it does not have.
        try folder.write("{\"Error\": \"event key: 2026gone does not exist\"}", to: "api/absent")
        server = try Nginx(
            serving: folder["api"],
            directives: "error_page 404 /absent; add_header Cache-Control max-age=0;")
        try folder.write(Self.gh, to: "bin/gh")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder["bin/gh"])
    }

    /// Records each call and keeps one issue, as gh does on GitHub.
    private static let gh = """
        #!/bin/sh
        cd "$GH_STAND_IN" || exit 9
        echo "$1 $2" >>calls
        what="$1 $2"
        while [ $# -gt 0 ]; do
            [ "$1" != --body-file ] || body=$2
            shift
        done
        case "$what" in
            'issue list') [ ! -f issue ] || echo 7 ;;
            'issue view') cat issue ;;
            'issue create' | 'issue edit') cat "$body" >issue ;;
            'issue close') rm issue ;;
        esac
        """

    func change(_ edit: (String) -> String) throws {
        for event in ["2026aaa", "2026bbb"] {
            let path = "api/event/\(event)/matches"
            try folder.write(edit(folder.read(path)), to: path)
        }
    }

    func drift(_ more: [String] = [], _ variables: [String: String] = [:]) throws -> Program.Result
    {
        try run(["drift", "2026", "--bundles", folder["bundles"]] + more, variables)
    }

    func run(_ arguments: [String], _ variables: [String: String] = [:]) throws -> Program.Result {
        try Program.run(
            "bundle-publish", arguments, environment: environment.merging(variables) { $1 })
    }

    func script(_ variables: [String: String] = [:]) throws -> Program.Result {
        _ = try? FileManager.default.removeItem(atPath: folder["gh/calls"])
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let own = [
            "BUNDLE_PUBLISH": Program.path(of: "bundle-publish"),
            "PUBLISH_BUNDLES": folder["bundles"], "PATH": "\(folder["bin"]):\(path)",
            "GH_STAND_IN": folder["gh"], "DRIFT_TEXT": folder["work/drift.md"],
        ]
        return try Program.run(
            Checkout.path("scripts/ci-drift"), ["2026"],
            environment: environment.merging(own) { $1 }.merging(variables) { $1 })
    }

    /// What gh was called for in the last run of the script.
    func calls() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder["gh/calls"]) else { return [] }
        return try folder.read("gh/calls").split(separator: "\n").map(String.init)
    }

    private var environment: [String: String] {
        [
            "TBA_API_URL": server.address, "TBA_AUTH_KEY": "key",
            "XDG_CACHE_HOME": folder["cache"], "XDG_CONFIG_HOME": folder["config"],
        ]
    }
}
