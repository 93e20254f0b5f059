import Foundation
import TestSupport
import Testing

/// No terminal or log obeys text from outside: one hostile text through the messages of every program.
@Suite struct HostileTextTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    // MARK: - Servers

    static let answers: [String] = [
        "HTTP/1.1 200 \(HostileText.line)\r\nContent-Encoding: \(HostileText.line)\r\n"
            + "Content-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\(HostileText.line)\r\n"
            + "ETag: \"\(HostileText.line)\"\r\nContent-Length: 9\r\n\r\n<html>\u{202E}",
        "HTTP/1.1 302 \(HostileText.line)\r\nLocation: ftp://\(HostileText.line)/\r\n"
            + "Server: \(HostileText.line)\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: \(HostileText.line)\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 503 \(HostileText.line)\r\nRetry-After: \(HostileText.line)\r\n"
            + "Content-Length: 0\r\n\r\n",
        "\(HostileText.line) 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n"
            + "{\"signed\":{\"_type\":\"\(HostileText.line)\",\"version\":\"\(HostileText.line)\"},"
            + "\"\(HostileText.line)\":[],\"signatures\":[]}",
        "HTTP/1.1 403 Forbidden\r\nContent-Length: 400\r\n\r\n<Error><Code>\(HostileText.line)</Code>"
            + "<Message>\(HostileText.lines)</Message></Error>",
    ]

    @Test(arguments: answers.indices) func noMessageObeysAServer(_ at: Int) throws {
        var venue = try Venue()
        let server = try AnswerServer(Self.answers[at])
        venue.repository = server.address
        let state = folder.path
        let metrics = "\(state)/agent.prom"
        // The clients read answers with the same code; what they print of them is tried with two.
        let isForEveryCommand = at == 1 || at == 6
        for command in [
            ["poll", "--metrics-file", metrics], ["poll", "--json"], ["poll", "--dry-run"],
        ].prefix(isForEveryCommand ? 3 : 1) {
            let result = try Program.run(
                "bundle-agent", venue.agentArguments(command[0]) + command.dropFirst())
            HostileText.requireHarmless(result, "\(command)")
        }
        for command in [
            ["status"], ["status", "--json"], ["why"], ["why", "--json"], ["history"],
        ].prefix(isForEveryCommand ? 5 : 1) {
            let result = try Program.run("bundle-agent", command + ["--state", venue.state])
            HostileText.requireHarmless(result, "\(command)")
        }
        try HostileText.requireHarmless(filesIn: venue.state)
        try HostileText.requireHarmless(filesIn: state)
        guard isForEveryCommand else { return }
        HostileText.requireHarmless(
            try Program.run("bundle-agent", venue.agentArguments("doctor")), "doctor")

        for command in [
            ["verify", "--in", server.address], ["verify", "--in", server.address, "--json"],
            ["status", "--in", server.address], ["log", "--in", server.address],
            ["plan", "--bundles", venue.seasons, "--in", server.address],
        ] {
            let result = try Program.run(
                "bundle-publish", command + ["--home", venue.folder["home"]])
            HostileText.requireHarmless(result, "\(command)")
        }
        let store = try Program.run(
            "bundle-publish",
            ["publish", "--bundles", venue.seasons, "--home", venue.folder["home"]]
                + ["--in", "s3://bucket"],
            environment: [
                "AWS_ENDPOINT_URL": server.address, "AWS_ACCESS_KEY_ID": "id",
                "AWS_SECRET_ACCESS_KEY": "secret",
            ])
        HostileText.requireHarmless(store, "publish to an object store")
    }

    // MARK: - Authors' files

    @Test(arguments: [[], ["--github"], ["--json"]])
    func noMessageObeysAnAuthorsFile(_ options: [String]) throws {
        try FileManager.default.copyItem(
            atPath: Checkout.path("bundles/2024"), toPath: folder["seasons/2024"].made)
        let description = try folder.read("seasons/2024/match.yaml")
        let quoted = "\"\(HostileText.lines.yaml)\""
        for text in [
            "\(quoted): 1\n\(description)", description + "\n\(HostileText.lines): [\n",
            description.replacing("title:", with: "title: \(quoted) #"),
            description.replacing("title:", with: "title: \(HostileText.line) #"),
        ] {
            try folder.write(text, to: "seasons/2024/match.yaml")
            let result = try Program.run(
                "bundle-publish", ["check", "--bundles", folder["seasons"]] + options)
            HostileText.requireHarmless(result, "check \(options)")
            #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("::FORGED") })
        }
        try folder.write(description, to: "seasons/2024/match.yaml")
        try folder.write(
            "{\"key\": \"\(HostileText.line)\"}",
            to: "seasons/2024/samples/\(HostileText.name).json")
        try folder.write("x", to: "seasons/2024/\(HostileText.name)")
        for command in [["check"], ["build", "--output", folder["compiled"]], ["plan"]] {
            let result = try Program.run(
                "bundle-publish",
                command + ["--bundles", folder["seasons"]] + (command == ["check"] ? options : []))
            HostileText.requireHarmless(result, "\(command) \(options)")
        }
    }

    // MARK: - Matches

    @Test(arguments: ["text", "markdown", "html", "json", "csv", "svg", "summary"])
    func noTableObeysAMatch(_ format: String) throws {
        let match = """
            {"key": "2024\(HostileText.line.json)_qm1", "comp_level": "\(HostileText.lines.json)",
             "event_key": "\(HostileText.lines.json)", "match_number": 1, "set_number": 1,
             "alliances": {"red": {"score": 1, "team_keys": ["frc1\(HostileText.lines.json)"]},
                           "blue": {"score": 2, "team_keys": []}},
             "score_breakdown": {"red": {"\(HostileText.lines.json)": "\(HostileText.lines.json)"},
                                 "blue": {}}}
            """
        let file = "\(HostileText.name).json"
        try folder.write(match, to: file)
        let options = [["--strict"], [], ["--year", "2096"], ["--match", HostileText.lines]]
        for more in options.prefix(format == "text" ? 4 : 1) {
            let result = try Program.run(
                "breakdown", [folder[file], "--format", format, "--color", "never"] + more)
            HostileText.requireHarmless(result, "breakdown \(format) \(more)")
        }
        guard ["text", "json"].contains(format) else { return }
        for text in [HostileText.lines, "{\"\(HostileText.line)\": }", "[1, \"\(HostileText.line)"]
        {
            let result = try Program.run("breakdown", ["--format", format], input: text)
            HostileText.requireHarmless(result, "breakdown of no match")
        }
    }

    // MARK: - Arguments, environment, configuration

    @Test(arguments: ["breakdown", "bundle-publish", "bundle-agent"])
    func noMessageObeysAnArgument(_ program: String) throws {
        for arguments in [
            [HostileText.lines], ["--\(HostileText.lines)"], ["--format", HostileText.lines],
            ["--format=\(HostileText.lines)"], ["poll", HostileText.lines],
            ["poll", "--interval", HostileText.lines], ["pin", HostileText.lines],
            ["status", "--state", folder[HostileText.name]], ["check", HostileText.lines],
            ["check", "--bundles", folder[HostileText.name]], ["self-test", HostileText.lines],
            ["publish", "--in", HostileText.lines], ["status", "--in", HostileText.lines],
            ["verify", "--in", "http://\(HostileText.lines)/"], ["new", HostileText.lines],
            ["keys", "new", folder[HostileText.name], "--no-passphrase"],
            ["--bundles", HostileText.lines, "-"], ["--list", "--bundles", HostileText.lines],
        ] {
            HostileText.requireHarmless(
                try Program.run(program, arguments),
                "\(program) \(arguments.map(\.debugDescription))")
        }
    }

    @Test func noMessageObeysTheConfiguration() throws {
        let file = "agent\(HostileText.name).conf"
        // All commands read the file with the same code; each text meets one of them.
        let lines: [(String, [String])] = [
            ("\(HostileText.line) = 1", ["poll"]), ("interval = \(HostileText.line)", ["status"]),
            ("repository = \(HostileText.line)", ["poll"]),
            ("self-test = \(HostileText.line)", ["config", "show"]),
            ("wave = \(HostileText.line)", ["doctor"]), (HostileText.lines, ["doctor"]),
            ("state = \(HostileText.line)", ["status"]),
        ]
        for (text, command) in lines {
            try folder.write(text, to: file)
            let result = try Program.run("bundle-agent", command + ["--config", folder[file]])
            HostileText.requireHarmless(result, "\(command) with \(text.debugDescription)")
        }
        let poll = ("bundle-agent", ["poll", "--state", folder["state"]])
        let refresh = (
            "bundle-publish", ["refresh", "--in", "s3://bucket", "--home", folder["none"]]
        )
        let verify = ("bundle-publish", ["verify", "--in", "http://127.0.0.1:1"])
        let variables: [(String, [(String, [String])])] = [
            ("BUNDLE_AGENT_INTERVAL", [poll]), ("BUNDLE_AGENT_REPOSITORY", [poll]),
            ("BUNDLE_AGENT_STATE", [("bundle-agent", ["status"]), ("breakdown", ["--list"])]),
            ("BUNDLE_AGENT_CONFIG", [("bundle-agent", ["doctor"])]),
            ("http_proxy", [poll, verify]), ("LANG", [poll, ("breakdown", ["--list"])]),
            ("BUNDLE_PUBLISH_ONLINE_KEY", [refresh]), ("AWS_ENDPOINT_URL", [refresh]),
            ("AWS_REGION", [refresh]),
        ]
        for (name, readers) in variables {
            for (program, arguments) in readers {
                let result = try Program.run(
                    program, arguments, environment: [name: HostileText.lines])
                HostileText.requireHarmless(result, "\(program) \(arguments) with \(name)")
            }
        }
    }

    // MARK: - Self-tests

    @Test func noReportObeysASelfTest() throws {
        let venue = try Venue()
        try venue.edit("2024", "Auto Amp Note Count", "Amp Notes in Auto")
        try venue.publish()
        let script = folder["self-test"]
        try folder.write("#!/bin/sh\nprintf '%s' '\(HostileText.lines)'\nexit 2\n", to: "self-test")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let poll = try Program.run(
            "bundle-agent", venue.agentArguments("poll") + ["--self-test", script])
        HostileText.requireHarmless(poll, "poll")
        #expect(poll.output.contains("2024  held back"), "\(poll.output)\(poll.messages)")
        for command in [["status"], ["why", "2024"], ["status", "--json"], ["why", "--json"]] {
            let result = try Program.run("bundle-agent", command + ["--state", venue.state])
            HostileText.requireHarmless(result, "\(command)")
        }
        try HostileText.requireHarmless(filesIn: venue.state)
    }

    // MARK: - Plans

    @Test func noPlanHidesWhatATitleSays() throws {
        let venue = try Venue()
        let hidden = "S\u{202E}eas\u{200B}on\u{E0041}"
        let description = try venue.folder.read("seasons/2024/match.yaml")
        let title = try #require(
            description.split(separator: "\n").first { $0.hasPrefix("title:") })
        try venue.folder.write(
            description.replacing(String(title), with: "title: \"\(hidden)\""),
            to: "seasons/2024/match.yaml")
        try venue.expect(
            Program.run(
                "bundle-publish", ["check", "2024", "--update", "--bundles", venue.seasons]))
        try venue.publish()
        try HostileText.requireHarmless(filesIn: venue.site)
        for option in ["--markdown", "--html", "--json"] {
            let plan = try Program.run(
                "bundle-publish",
                ["plan", option, "--bundles", venue.seasons, "--home", venue.folder["home"]]
                    + ["--in", venue.folder["empty"]])
            HostileText.requireHarmless(plan, "plan \(option)")
        }
    }
}

extension String {
    /// As it stands between double quotes in YAML.
    fileprivate var yaml: String { json.replacing("\u{E0041}", with: "\\U000E0041") }

    /// As it stands between quotes in JSON, with what JSON does not allow escaped.
    fileprivate var json: String {
        unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x85
                ? "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2)
                    + String(scalar.value, radix: 16)
                : String(scalar)
        }.joined()
    }

    /// The path, once the folder that it lies in exists.
    fileprivate var made: String {
        get throws {
            try FileManager.default.createDirectory(
                atPath: (self as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            return self
        }
    }
}
