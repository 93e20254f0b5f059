import Foundation
import TestSupport
import Testing

/// Archives and streams between two machines, with the programs as people run them.
@Suite(.needs(.libarchive))
struct ContainerTests {
    @Test("export - on one machine feeds poll --from - on another")
    func aStreamFeedsAnotherMachine() throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        let other = venue.folder["other"]
        let result = try Self.shell(
            """
            set -o pipefail
            "$AGENT" export - --state '\(venue.state)' --repository '\(venue.site)' --root '\(Self.root(venue))' \
            | "$AGENT" poll --from - --state '\(other)' --root '\(Self.root(venue))' --json
            """)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains(#""source": "standard input""#))
        #expect(result.messages.contains("wrote a tar to standard output"))
        #expect(try Self.served(other) == Self.served(venue.state))
        let status = try Program.run(
            "bundle-agent", ["status", "--state", other, "--root", Self.root(venue)])
        #expect(status.output.contains("standard input"))
    }

    @Test func everyFormOfExportIsTakenAndWrittenAgainWithTheSameBytes() throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        for name in ["out.zip", "out.tar.zst", "out.7z"] {
            for copy in ["a", "b"] {
                try venue.expect(
                    Program.run(
                        "bundle-agent",
                        ["export", venue.folder["\(copy)-\(name)"]]
                            + venue.agentArguments("export").dropFirst()))
            }
            let first = try Data(contentsOf: URL(fileURLWithPath: venue.folder["a-\(name)"]))
            let second = try Data(contentsOf: URL(fileURLWithPath: venue.folder["b-\(name)"]))
            #expect(first == second)
            // Over itself, as a person who brings a stick up to date.
            try venue.expect(
                Program.run(
                    "bundle-agent",
                    ["export", venue.folder["a-\(name)"]]
                        + venue.agentArguments("export").dropFirst()))
            let state = venue.folder["state-of-\(name)"]
            try venue.expect(
                Program.run(
                    "bundle-agent",
                    [
                        "poll", "--from", venue.folder["a-\(name)"], "--state", state, "--root",
                        Self.root(venue),
                    ]))
            #expect(try Self.served(state) > 0)
        }
    }

    @Test func aFileThatIsNoExportIsNotReplaced() throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        try venue.folder.write("mine", to: "x.tar.zst")
        let arguments = Array(venue.agentArguments("export").dropFirst())
        let result = try Program.run(
            "bundle-agent", ["export", venue.folder["x.tar.zst"]] + arguments)
        #expect(result.status == 1)
        #expect(result.messages.contains("expected a new file, or an export, found another file"))
        #expect(try venue.folder.read("x.tar.zst") == "mine")
        let json = try Program.run("bundle-agent", ["export", "-", "--json"] + arguments)
        #expect(json.status == 64)
        #expect(json.output == "")
    }

    @Test(.needs(.pseudoTerminal)) func aTerminalIsNoArchive() throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        for words in ["export -", "poll --from -"] {
            let arguments = venue.agentArguments("x").dropFirst().map { "'\($0)'" }
            let result = try Self.shell(
                "script -qec \"'$AGENT' \(words) \(arguments.joined(separator: " "))\" /dev/null")
            #expect(result.status == 64, "\(result.output)")
            #expect(result.output.contains("found a terminal"))
        }
    }

    @Test(.needs(programs: "pgrep")) func aKilledAgentLeavesNoReaderAndNothingOnTheDisk() throws {
        let venue = try Venue.published()
        let state = venue.folder["other"]
        // The stream stays open, so the reader waits until it is ended.
        let result = try Self.shell(
            """
            cd '\(venue.folder.path)'
            tar -C site -cf whole.tar metadata targets
            mkfifo stream
            "$AGENT" poll --from - --state '\(state)' --root '\(Self.root(venue))' < stream &
            agent=$!
            exec 9> stream
            head -c 20000 whole.tar >&9
            pause() { read -rt 0.05 <> <(:) || true; }
            reader=
            for turn in $(seq 400); do
                reader=$(pgrep -P $agent -f read-container) && break
                pause
            done
            echo "reader ${reader:+found}"
            kill -9 $agent
            wait $agent 2>/dev/null || true
            for turn in $(seq 400); do
                kill -0 $reader 2>/dev/null || { echo gone; break; }
                pause
            done
            find '\(state)' -type f 2>/dev/null | wc -l
            """)
        #expect(result.output == "reader found\ngone\n0\n", "\(result.messages)")
        try venue.expect(
            Program.run(
                "bundle-agent",
                [
                    "poll", "--from", venue.folder["whole.tar"], "--state", state, "--root",
                    Self.root(venue),
                ]))
    }

    @Test func withoutLibarchiveTheRemedyIsSaidAndOurOwnFormsWork() throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        try venue.folder.write("no library", to: "broken/libarchive.so.13")
        let environment = ["LD_LIBRARY_PATH": venue.folder["broken"]]
        let arguments = Array(venue.agentArguments("export").dropFirst())
        try Self.expect(
            Self.shell("tar -C '\(venue.site)' -cf '\(venue.folder["x.tar"])' metadata targets"))
        func poll(_ name: String) throws -> Program.Result {
            try Program.run(
                "bundle-agent",
                [
                    "poll", "--from", venue.folder[name], "--state", venue.folder["other"],
                    "--root", Self.root(venue),
                ], environment: environment)
        }
        let refused = try poll("x.tar")
        #expect(refused.status == 1)
        #expect(refused.messages.contains("apt-get install libarchive13"))
        let unwritten = try Program.run(
            "bundle-agent", ["export", venue.folder["x.tar.zst"]] + arguments,
            environment: environment)
        #expect(unwritten.status == 1)
        #expect(unwritten.messages.contains("apt-get install libarchive13"))
        #expect(!FileManager.default.fileExists(atPath: venue.folder["x.tar.zst"]))
        for name in ["x.zip", "folder"] {
            try venue.expect(
                Program.run(
                    "bundle-agent", ["export", venue.folder[name]] + arguments,
                    environment: environment))
            try venue.expect(poll(name))
        }
    }

    private static func root(_ venue: Venue) -> String { venue.folder["home/metadata/1.root.json"] }

    private static func served(_ state: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(
            atPath: URL(fileURLWithPath: "\(state)/current").resolvingSymlinksInPath().path
        ).count
    }

    private static func shell(_ script: String) throws -> Program.Result {
        try Program.run(
            "/bin/bash", ["-c", script], environment: ["AGENT": Program.path(of: "bundle-agent")])
    }

    private static func expect(_ result: Program.Result) throws {
        guard result.status == 0 else { throw Unexpected(result.messages) }
    }
}
