import ArgumentParser
@testable import bundle_agent
@testable import BundleUpdater
import Files
import Glibc
import HTTPRules
import JSON
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import WebTransport

/// File, environment and flags, and what is said of mistakes in them.
@Suite struct ConfigurationTests {
    private func configuration(
        _ arguments: [String] = [], file: String = "", environment: [String: String] = [:]
    ) throws -> AgentConfiguration {
        let folder = try TemporaryDirectory()
        try folder.write("root", to: "root.json")
        let path = try folder.write(file, to: "agent.conf")
        let show = try ConfigCommand.Show.parse(
            ["--config", path, "--root", folder["root.json"]] + arguments)
        return try AgentConfiguration(
            show.common, show.polling, show.service, forPolling: true, environment: environment)
    }

    /// The sentences about a configuration that is none.
    private func problems(
        _ arguments: [String] = [], file: String = "", environment: [String: String] = [:]
    ) -> String {
        do {
            _ = try configuration(arguments, file: file, environment: environment)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func theLaterWins() throws {
        let file =
            "interval = 1h\nstate = /file\nrepository = /a\nrepository = https://b.example/ \n"
        let environment = ["BUNDLE_AGENT_STATE": "/environment", "BUNDLE_AGENT_INTERVAL": "2h"]
        let all = try configuration(["--interval", "90s"], file: file, environment: environment)
        #expect(all.interval == .seconds(90))
        #expect(all.texts[.interval].place == "--interval")
        #expect(all.state.path == "/environment")
        #expect(all.texts[.state].place == "$BUNDLE_AGENT_STATE")
        #expect(all.repository?.addresses.map(\.description) == ["file:///a", "https://b.example"])
        let file3 = try #require(all.files.paths.first) + ":3"
        #expect(all.texts[.repository].place == file3)
        #expect(all.texts[.repository].source == .file)
        #expect(all.texts[.logFormat].source == .standard)
    }

    @Test func withoutAWordEverythingHasItsStandard() throws {
        let plain = try configuration(environment: ["BUNDLE_AGENT_STATE": ""])
        #expect(plain.state.path == "/var/lib/bundle-agent")
        #expect(plain.repository == nil)
        #expect(plain.interval == .seconds(900))
        #expect(plain.wave == nil)
        #expect(plain.selfTest == .standard)
        #expect(plain.staleAfter == .seconds(2 * 86_400))
        #expect(plain.metricsFile == nil)
        #expect(plain.logFormat == .text)
    }

    @Test(
        "A configuration file that others can write is refused", arguments: [0o666, 0o664, 0o646])
    func aFileThatOthersCanWrite(_ mode: mode_t) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("interval = 1h\n", to: "my etc/agent.conf")
        try #require(chmod(folder["my etc"], 0o755) == 0)
        func read() throws(ConfigurationError) -> [String] {
            try ConfigurationFiles.read(flag: file, environment: [:]).found.paths
        }
        #expect(try read() == [file])
        try #require(chmod(file, mode) == 0)
        let octal = String(mode, radix: 8)
        #expect {
            try read()
        } throws: { error in
            "\(error)".hasPrefix("\(file): others can write there (mode \(octal)); it can name")
                && "\(error)".hasSuffix("; chmod go-w '\(file)'")
        }
        let status = try Program.run(
            "bundle-agent", ["status", "--config", file, "--state", folder["state"]])
        #expect(status.status == 64)
        #expect(status.messages.contains("chmod go-w '\(file)'"), "\(status.messages)")
    }

    @Test(
        "A configuration file in a folder that others can write is refused",
        arguments: [
            "chmod 777 etc", "chmod 775 etc", "chmod 777 .",
            "mkdir x; chmod 777 x; mv etc/agent.conf x; ln -s ../x/agent.conf etc/",
            "chmod 777 etc; chmod +t etc; mkdir etc/y; chmod 777 etc/y; mv etc/agent.conf etc/y; ln -s y/agent.conf etc/agent.conf",
        ])
    func aFolderThatOthersCanWrite(_ script: String) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("interval = 1h\n", to: "etc/agent.conf")
        _ = try Program.run("/bin/chmod", ["755", folder.path, folder["etc"]])
        let done = try Program.run("/bin/sh", ["-ec", "cd '\(folder.path)'; \(script)"])
        try #require(done.status == 0, "\(done.messages)")
        #expect(throws: ConfigurationError.self) {
            try ConfigurationFiles.read(flag: file, environment: [:])
        }
    }

    @Test func whoCanWriteAConfiguration() {
        func facts(_ owner: UInt32, _ mode: UInt32, isFolder: Bool = false) -> FileFacts {
            FileFacts(path: isFolder ? "/d" : "/d/f", owner: owner, mode: mode, isFolder: isFolder)
        }
        let rows: [(FileFacts, FileFacts, user: UInt32, isFine: Bool)] = [
            (facts(0, 0o644), facts(0, 0o755, isFolder: true), 7, true),
            (facts(7, 0o600), facts(7, 0o700, isFolder: true), 7, true),
            (facts(7, 0o600), facts(0, 0o1777, isFolder: true), 7, true),
            (facts(7, 0o600), facts(0, 0o777, isFolder: true), 7, false),
            (facts(8, 0o644), facts(0, 0o755, isFolder: true), 7, false),
            (facts(0, 0o644), facts(8, 0o755, isFolder: true), 7, false),
            (facts(7, 0o644), facts(0, 0o755, isFolder: true), 0, false),
            (facts(0, 0o664), facts(0, 0o755, isFolder: true), 0, false),
            (facts(0, 0o644), facts(0, 0o775, isFolder: true), 0, false),
        ]
        for (file, folder, user, isFine) in rows {
            let problem = FileOwnership.problem(file, folders: [folder], user: user)
            #expect((problem == nil) == isFine, "\(file) \(folder) \(user) \(problem ?? "")")
        }
    }

    @Test func credentialsAreReadFromAFileThatNobodyElseCanRead() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("https://a.example bearer secret\n", to: "credentials")
        let arguments = ["--repository", "https://a.example", "--credentials-file", file]
        try #require(chmod(file, 0o640) == 0)
        #expect(try configuration(arguments).repository?.web.credentials != nil)
        try #require(chmod(file, 0o644) == 0)
        #expect(problems(arguments).contains("found mode 644"))
        try folder.write("https://a.example secret\n", to: "credentials")
        try #require(chmod(file, 0o600) == 0)
        #expect(problems(arguments).contains("credentials:1: expected"))
        #expect(!problems(arguments).contains("secret"))
    }

    @Test func eachSettingIsRead() throws {
        let all = try configuration(
            file: """
                # mirrors
                repository = https://a.example/
                  connect-timeout=3s
                idle-timeout = 4s
                total-timeout = 1h
                bandwidth-limit = 500k
                proxy = http://me:secret@proxy.example:3128
                wave = canary
                self-test = /usr/bin/check --quiet
                self-test-time-limit = 5s
                metrics-file = /var/lib/prometheus/agent.prom
                log-format = json
                stale-after = 3d
                """)
        let repository = try #require(all.repository)
        #expect(repository.web.limits.connect == .seconds(3))
        #expect(repository.web.limits.stall == .seconds(4))
        #expect(repository.web.limits.total == .seconds(3_600))
        #expect(repository.web.bytesPerSecondMax == 500_000)
        #expect(
            try repository.web.proxy
                == .address(ProxyAddress("http://me:secret@proxy.example:3128")))
        #expect(all.wave == 1)
        #expect(all.selfTest == .command(["/usr/bin/check", "--quiet"]))
        #expect(all.selfTestTimeLimit == .seconds(5))
        #expect(all.metricsFile == "/var/lib/prometheus/agent.prom")
        #expect(all.logFormat == .json)
        #expect(all.staleAfter == .seconds(3 * 86_400))
        let none = try configuration(
            ["--repository", "none", "--self-test", "none", "--proxy", "none"],
            file: "repository = https://a.example/\nproxy = http://p:1\n")
        #expect(none.repository == nil)
        #expect(none.selfTest == .none)
    }

    @Test func aPasswordIsNeverShown() throws {
        let all = try configuration(file: "proxy = http://me:secret@proxy.example:3128")
        let shown = SettingsText.lines(all).joined() + SettingsText.json(all).text(.indented)
        #expect(!shown.contains("secret"))
        #expect(shown.contains("http://***@proxy.example:3128"))
        #expect(!problems(file: "proxy = ftp://me:secret@x").contains("secret"))
        #expect(!problems(file: "proxy: http://me:secret@x").contains("secret"))
        #expect(!problems(file: "repository = http://me:secret@x").contains("secret"))
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var arguments: [String] = []
        var file = ""
        var environment: [String: String] = [:]
        let words: String
    }

    @Test(arguments: [
        Mistake(
            testDescription: "an unknown key", file: "\nintervall = 15m",
            words: "agent.conf:2: no such setting: 'intervall'; did you mean interval?"),
        Mistake(
            testDescription: "a key like none", file: "colour = blue",
            words: "agent.conf:1: no such setting: 'colour'"),
        Mistake(
            testDescription: "a bad value", file: "# c\n\ninterval = soon",
            words:
                "agent.conf:3: interval: expected a time such as 90s, 15m, 2h or 3d, from 1s to 1d, found 'soon'"
        ),
        Mistake(
            testDescription: "a path in the working folder", file: "state = seasons",
            words: "agent.conf:1: state: expected a path that begins with /"),
        Mistake(
            testDescription: "a repository in the working folder", file: "repository = ./site",
            words: "agent.conf:1: repository: expected a path that begins with /"),
        Mistake(
            testDescription: "no sign", file: "interval 15m", words: "agent.conf:1: expected 'key"),
        Mistake(
            testDescription: "quotes", file: "\u{FEFF}state = \"/srv/state\"",
            words: "agent.conf:1: state: expected the value without quotes"),
        Mistake(
            testDescription: "a comment behind a value", file: "state = /srv/state # the disk",
            words: "agent.conf:1: state: expected the comment on a line of its own"),
        Mistake(
            testDescription: "no value", file: "interval =",
            words: "agent.conf:1: interval: expected a value"),
        Mistake(
            testDescription: "said twice", file: "interval = 1m\ninterval = 2m",
            words: "agent.conf:2: interval: set before, at"),
        Mistake(
            testDescription: "an unknown variable",
            environment: ["BUNDLE_AGENT_REPOSITORYS": "x"],
            words:
                "$BUNDLE_AGENT_REPOSITORYS: no such setting; did you mean $BUNDLE_AGENT_REPOSITORY?"
        ),
        Mistake(
            testDescription: "a bad variable", environment: ["BUNDLE_AGENT_WAVE": "first"],
            words: "$BUNDLE_AGENT_WAVE: expected a number from 1 to 32, or canary, found 'first'"),
        Mistake(
            testDescription: "a bad flag", arguments: ["--bandwidth-limit", "1"],
            words: "--bandwidth-limit: expected bytes a second"),
        Mistake(
            testDescription: "a bad word", file: "log-format = xml",
            words: "log-format: expected text or json, found 'xml'"),
        Mistake(
            testDescription: "no configuration", arguments: ["--config", "/nonexistent/a.conf"],
            words: "/nonexistent/a.conf: expected a configuration file, found nothing; name it with"
        ),
    ])
    func mistakesAreLocated(_ row: Mistake) {
        let problems = problems(row.arguments, file: row.file, environment: row.environment)
        #expect(problems.contains(row.words))
    }

    @Test func everyMistakeOfAFileIsSaid() {
        let problems = problems(file: "a = 1\nb = 2\n")
        #expect(problems.contains("agent.conf:1:") && problems.contains("agent.conf:2:"))
    }

    @Test func aRelativeFolderOfAFlagIsNamedFromTheRoot() throws {
        let all = try configuration(["--state", "seasons", "--repository", "site"])
        #expect(all.state.path == Paths.absolute("seasons"))
        // The service hands its settings on as a file.
        let file = String(decoding: all.texts.file, as: UTF8.self)
        #expect(file.contains("state = \(Paths.absolute("seasons"))\n"), "\(file)")
        #expect(file.contains("repository = \(Paths.absolute("site"))\n"), "\(file)")
    }

    @Test func aMistakeInAFileShowsNoUsage() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("intervall = 3m\nstate = x\n", to: "agent.conf")
        let result = try Program.run("bundle-agent", ["poll", "--config", path])
        #expect(result.status == 64)
        #expect(
            result.messages == """
                bundle-agent: \(path):1: no such setting: 'intervall'; did you mean interval?

                """)
    }

    @Test(arguments: Setting.all) func everySettingHasItsThreeNames(_ setting: Setting) throws {
        #expect(setting.flag == "--\(setting.key)")
        let show = try ConfigCommand.Show.parse([setting.flag, "x"])
        let groups: [any SettingFlags] = [
            show.common.state, show.polling, show.service, show.freshness,
        ]
        let given = groups.map(\.given).filter { $0.given == [setting] }
        #expect(given.count == 1)
        #expect(given.first?[setting].texts == ["x"])
        let environment = try SettingTexts(environment: [setting.variable: "x"])
        #expect(environment.given == [setting])
        // The example is a file that can be read once its values stand there.
        let line = try #require(
            SettingsText.example.split(separator: "\n").first { $0.hasPrefix("#\(setting.key) =") })
        let file = try ConfigurationFile.parse(Array(line.dropFirst().utf8), path: "x")
        #expect(file.given == [setting])
    }

    @Test(arguments: [
        ("1s", 1), ("90s", 90), ("15m", 900), ("60m", 3_600), ("24h", 86_400), ("3d", 259_200),
        ("0s", nil), ("15", nil), ("m", nil), ("", nil), ("-1m", nil), ("1.5h", nil),
        ("99999999999999999999h", nil), ("9223372036854775807h", nil), ("15 m", nil),
    ])
    func times(_ text: String, _ seconds: Int?) {
        #expect(UnitText.seconds.parse(text) == seconds)
        if let seconds {
            #expect(UnitText.seconds.parse(UnitText.seconds.text(seconds)) == seconds)
        }
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
            words: "get root.json from the person who publishes, and name it with --root FILE"),
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

    @Test func theProgramShowsWhatItReads() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("interval = 1h\n", to: "agent.conf")
        let result = try Program.run(
            "bundle-agent", ["config", "show", "--json", "--log-format", "json"],
            environment: ["BUNDLE_AGENT_CONFIG": path, "BUNDLE_AGENT_WAVE": "3"])
        #expect(result.status == 0)
        let json = try JSON.parse(Array(result.output.utf8))
        #expect(json["schema"] == 1)
        #expect(json["files"] == [.string(path)])
        let settings = try #require(json["settings"]?.arrayValue)
        #expect(settings.map { $0["key"]?.stringValue } == Setting.all.map(\.key))
        func entry(_ setting: Setting) -> JSON? {
            settings.first { $0["key"]?.stringValue == setting.key }
        }
        #expect(
            entry(.interval) == [
                "key": "interval", "value": "1h", "source": "file", "place": .string("\(path):1"),
            ])
        #expect(entry(.wave)?["source"] == "environment")
        #expect(entry(.logFormat)?["source"] == "flag")
        #expect(entry(.proxy) == ["key": "proxy", "value": nil, "source": "default", "place": nil])
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
