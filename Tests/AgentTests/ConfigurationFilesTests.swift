import Glibc
import TestSupport
import Testing

@testable import bundle_agent

/// The package's file, then a person's files.
@Suite struct ConfigurationFilesTests {
    /// Reads `agent.conf` and `conf.d/` of a folder with these files.
    private func read(
        _ files: [String: String], flag: String? = nil, script: String = "true"
    ) throws -> (folder: String, read: (found: ConfigurationFiles.Found, values: SettingTexts)) {
        let folder = try TemporaryDirectory()
        for (name, text) in files { try folder.write(text, to: name) }
        let made = try Program.run(
            "/bin/sh", ["-ec", "cd '\(folder.path)'; chmod 755 .; \(script)"])
        try #require(made.status == 0, "\(made.messages)")
        let read = try ConfigurationFiles.read(
            flag: flag, environment: [:], package: folder["agent.conf"], folder: folder["conf.d"])
        return (folder.path, read)
    }

    @Test func laterNamesWinAndEachValueKnowsItsFile() throws {
        let (folder, all) = try read([
            "agent.conf": "interval = 1h\nwave = 3\nrepository = /a\nrepository = /b\n",
            "conf.d/20-venue.conf": "repository = /c\n",
            "conf.d/10-all.conf": "interval = 2h\nrepository = /d\n",
        ])
        #expect(
            all.found.paths == [
                "\(folder)/agent.conf", "\(folder)/conf.d/10-all.conf",
                "\(folder)/conf.d/20-venue.conf",
            ])
        #expect(all.values[.interval].place == "\(folder)/conf.d/10-all.conf:1")
        #expect(all.values[.wave].place == "\(folder)/agent.conf:2")
        // A list is replaced as a whole: what a user takes off it is off it.
        #expect(all.values[.repository].texts == ["/c"])
    }

    @Test func withoutFilesNothingIsSet() throws {
        let none = try read([:]).read
        #expect(none.found.paths.isEmpty && none.values.given.isEmpty)
    }

    @Test func aNamedFileIsTheOnlyOne() throws {
        let other = try TemporaryDirectory()
        _ = try Program.run("/bin/chmod", ["755", other.path])
        let named = try other.write("interval = 3h\n", to: "mine")
        let files = ["agent.conf": "wave = 3\n", "conf.d/a.conf": "wave = 4\n"]
        let all = try read(files, flag: named).read
        #expect(all.found.paths == [named] && all.values.given == [.interval])
        #expect(try read(files, flag: "none").read.found.paths.isEmpty)
    }

    @Test func otherNamesAreLeftOut() throws {
        let (folder, all) = try read([
            "conf.d/a.conf.dpkg-old": "x", "conf.d/b.conf~": "x", "conf.d/.c.conf": "x",
            "conf.d/repository": "repository = /a",
        ])
        #expect(all.found.paths.isEmpty)
        #expect(all.found.leftOut.contains("\(folder)/conf.d/repository"))
        #expect(all.found.leftOut.count == 4)
    }

    @Test("A link to /dev/null switches a file off") func switchedOff() throws {
        let all = try read(["conf.d/a.conf": "wave = 3"], script: "ln -sf /dev/null conf.d/a.conf")
        #expect(all.read.values.given.isEmpty && all.read.found.paths.count == 1)
    }

    @Test func theMistakesOfAllFilesAreSaid() {
        #expect {
            try read([
                "agent.conf": "x = 1", "conf.d/a.conf": "interval = 1h",
                "conf.d/b.conf": "intervall = 1h",
            ])
        } throws: { error in
            "\(error)".contains("agent.conf:1: no such setting: 'x'")
                && "\(error)".contains("conf.d/b.conf:1: no such setting: 'intervall'")
        }
    }

    @Test(
        "What is no file, or others can write, is refused",
        arguments: [
            ("chmod 666 conf.d/a.conf", "others can write there"),
            ("chmod 777 conf.d", "others can write there"),
            ("ln -s nowhere conf.d/b.conf", "leads to nothing"),
            ("mkdir conf.d/b.conf", "cannot read"), ("rm -r conf.d; echo > conf.d", "cannot"),
        ])
    func refused(_ script: String, _ words: String) {
        #expect {
            try read(["conf.d/a.conf": "wave = 3"], script: script)
        } throws: {
            "\($0)".contains(words)
        }
    }

    @Test("Files that a user may not read are named with the folder that is closed")
    func closedFiles() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("wave = 3", to: "etc/a.conf")
        _ = try Program.run("/bin/chmod", ["-R", "755", folder.path])
        try #require(chmod(folder["etc"], 0o700) == 0)
        let words = [Program.path(of: "bundle-agent"), "config", "show", "--config", file]
        let result =
            geteuid() == 0
            ? try Program.run(
                "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups"] + words)
            : try Program.run(
                "/bin/sh", ["-c", "chmod 000 \(folder["etc"]); exec \"$@\"", "x"] + words)
        #expect(result.status == 64)
        #expect(result.messages.contains("chmod a+rX \(folder["etc"])"), "\(result.messages)")
    }

    @Test(
        "A read-only mount takes no writes, whatever the modes say",
        .needs(.mounting), arguments: [true, false])
    func readOnlyMount(isReadOnly: Bool) throws {
        let folder = try TemporaryDirectory()
        _ = try Program.run("/bin/chmod", ["755", folder.path])
        try folder.write("wave = 3\n", to: "etc/agent.conf")
        let script = """
            chown -R 12345 etc && chmod 777 etc && mount --bind etc etc \
            && mount -o remount,bind,\(isReadOnly ? "ro" : "rw") etc && exec "$@"
            """
        let result = try Program.run(
            "/usr/bin/unshare",
            [
                "--mount", "/bin/sh", "-c", "cd '\(folder.path)'; \(script)", "x",
                Program.path(of: "bundle-agent"), "config", "show", "--config",
                folder["etc/agent.conf"],
            ])
        #expect(result.status == (isReadOnly ? 0 : 64), "\(result.messages)")
        #expect(!isReadOnly || !result.messages.contains("chown"), "\(result.messages)")
    }
}
