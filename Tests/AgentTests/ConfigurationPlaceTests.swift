import Glibc
import TestSupport
import Testing

/// Where a configuration file may lie, and what it may be.
@Suite struct ConfigurationPlaceTests {
    @Test(
        "A link on the way to a configuration file counts as much as the file",
        arguments: [
            ("ln -s ../open/next etc/agent.conf; ln -s ../good/agent.conf open/next", false),
            ("ln -s ../good/next etc/agent.conf; ln -s agent.conf good/next", true),
            ("rmdir etc; ln -s open/folder etc; ln -s ../good open/folder", false),
            ("rmdir etc; ln -s good/. etc", true),
            ("mkdir good/d; rmdir etc; ln -s good/d/.. etc", true),
        ])
    func theWay(_ script: String, _ isFine: Bool) throws {
        let folder = try TemporaryDirectory()
        try folder.write("interval = 1h\n", to: "good/agent.conf")
        let made = try Program.run(
            "/bin/sh",
            ["-ec", "cd '\(folder.path)'; umask 022; mkdir etc open; chmod 777 open; \(script)"])
        try #require(made.status == 0, "\(made.messages)")
        _ = try Program.run("/bin/chmod", ["755", folder.path, folder["good"]])
        _ = try Program.run("/bin/chmod", ["644", folder["good/agent.conf"]])
        let status = try Program.run(
            "bundle-agent",
            ["status", "--config", folder["etc/agent.conf"], "--state", folder["state"]])
        #expect((status.status != 64) == isFine, "\(status.messages)")
        if !isFine { #expect(status.messages.contains("write there"), "\(status.messages)") }
    }

    @Test("A pipe in the place of the configuration is refused and not waited for")
    func aPipe() throws {
        let folder = try TemporaryDirectory()
        try #require(mkfifo(folder["agent.conf"], 0o600) == 0)
        for command in ["status", "poll"] {
            let result = try Program.run(
                "/usr/bin/timeout",
                [
                    "20", Program.path(of: "bundle-agent"), command, "--config",
                    folder["agent.conf"], "--state", folder["state"],
                ])
            #expect(result.status == 64, "\(result.messages)")
            #expect(result.messages.contains("agent.conf"), "\(result.messages)")
        }
        // What a shell gives for <(…) is one, too, and has no name in a folder.
        let result = try Program.run(
            "/bin/bash",
            [
                "-c", "\"$0\" config show --config <(echo 'interval = 47m')",
                Program.path(of: "bundle-agent"),
            ])
        #expect(result.status == 0 && result.output.contains("47m"), "\(result.messages)")
    }
}
