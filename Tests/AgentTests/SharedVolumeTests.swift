@testable import BundleUpdater
import Files
import Glibc
import JSON
@testable import SeasonClient
import Testing
import TestSupport

/// A state folder that is root's with a group and whose files are the agent's, as volumes of containers are.
@Suite(.needs(.otherUsers))
struct SharedVolumeTests {
    private static let agent: UInt32 = 65_534
    private static let group: UInt32 = 12_345

    /// A machine that polls in such a volume.
    private final class Machine {
        let world: World
        let root: String

        init(mode: String = "2777", hasPolled: Bool = true) throws {
            world = try World(now: SystemClock.unixSeconds())
            try world.publish([2024: "a"])
            root = try world.folder.write(world.packagedRoot, to: "root.json")
            try Files.createDirectoriesAndSync(world.state.path)
            _ = try Program.run("/bin/chmod", ["755", world.folder.path])
            _ = try Program.run("/bin/chown", ["0:\(group)", world.state.path])
            _ = try Program.run("/bin/chmod", [mode, world.state.path])
            // As a new file system has it.
            _ = try Program.run("/bin/mkdir", ["-m", "700", "\(world.state.path)/lost+found"])
            if hasPolled { #expect(try run("poll").status == 0) }
        }

        /// Runs a command, as the agent's user with the group unless told otherwise.
        func run(_ command: String, as user: UInt32 = agent) throws -> Program.Result {
            let words =
                [Program.path(of: "bundle-agent")]
                + [
                    command, "--config", "none", "--state", world.state.path, "--repository",
                    world.site, "--root", root,
                ] + (command == "poll" ? ["--self-test", "none"] : [])
                + (command == "doctor" ? ["--json"] : [])
            guard user != 0 else { return try Program.run(words[0], Array(words.dropFirst())) }
            return try Program.run(
                "/usr/bin/setpriv",
                ["--reuid=\(user)", "--regid=\(user)", "--groups=\(group)"] + words)
        }

        /// The findings about the state folder that have a remedy.
        func findings(as user: UInt32 = agent) throws -> [JSON] {
            let report = try JSON.parse(Array(run("doctor", as: user).output.utf8))
            return try #require(report["checks"]?.arrayValue).filter {
                // The folder above is the test's own.
                $0["remedy"] != .null && $0["check"]?.stringValue?.hasPrefix("state.") == true
            }
        }

        func remedy(as user: UInt32 = agent) throws -> String {
            try findings(as: user).first?["remedy"]?.stringValue ?? ""
        }
    }

    @Test("Doctor finds nothing where polls work", arguments: ["2777", "2775", "2770", "3777"])
    func healthy(_ mode: String) throws {
        let machine = try Machine(mode: mode)
        for user in [Self.agent, 0] {
            #expect(try machine.findings(as: user).isEmpty, "\(user)")
            #expect(try machine.run("status", as: user).status == 0)
        }
        #expect(try machine.run("poll").status == 0)
    }

    @Test("What keeps the agent out is found, and its remedy helps")
    func remedies() throws {
        for script in ["chown -R 0:0 .", "chown 0:0 lock", "chown 0:0 . && chmod 755 ."] {
            let machine = try Machine()
            _ = try Program.run("/bin/sh", ["-ec", "cd '\(machine.world.state.path)'; \(script)"])
            #expect(try machine.run("poll").status == 1, "\(script)")
            let remedy = try machine.remedy()
            #expect(remedy.contains("chown -R \(Self.agent) "), "\(script): \(remedy)")
            _ = try Program.run(
                "/bin/sh",
                [
                    "-ec",
                    remedy.replacing(
                        "run this as the user who polls; if this user is to poll: ", with: ""),
                ])
            #expect(try machine.run("poll").status == 0, "\(script): \(remedy)")
            #expect(try machine.findings().isEmpty, "\(script)")
        }
    }

    @Test("A visit by root is told to everybody, and root's remedy keeps the agent")
    func visit() throws {
        let machine = try Machine()
        let lock = machine.world.state.lock
        _ = try Program.run("/bin/rm", [lock])
        #expect(try machine.run("poll", as: 0).status == 0)
        _ = try Program.run("/bin/chmod", ["644", lock])
        for user in [Self.agent, 0] {
            #expect(
                try machine.remedy(as: user) == "chown -R \(Self.agent) \(machine.world.state.path)"
            )
        }
    }

    @Test("A guest in the volume is no agent") func guest() throws {
        let machine = try Machine()
        #expect(try machine.findings(as: 54_321).isEmpty)
        #expect(try machine.run("status", as: 54_321).status == 0)
    }

    @Test("No chown is printed for a read-only mount", .needs(.mounting))
    func readOnly() throws {
        let machine = try Machine()
        _ = try Program.run("/bin/chown", ["-R", "0:0", machine.world.state.path])
        let state = machine.world.state.path
        let doctor = try Program.run(
            "/usr/bin/unshare",
            [
                "--mount", "/bin/sh", "-ec",
                "mount --bind \(state) \(state); mount -o remount,bind,ro \(state); exec \"$@\"",
                "x",
                "/usr/bin/setpriv", "--reuid=\(Self.agent)", "--clear-groups",
                Program.path(of: "bundle-agent"), "doctor", "--config", "none", "--state", state,
                "--repository", "none",
            ])
        #expect(doctor.output.contains("mounted read-only"), "\(doctor.output)")
        #expect(!doctor.output.contains("chown") && !doctor.output.contains("chmod"))
    }
}
