import Foundation
import TestSupport
import Testing

/// No part of a proxy's address is ever printed but scheme, host and port; no other secret either.
@Suite struct SecretTests {
    /// What must appear nowhere.
    static let secret = "S3cretPw"

    /// Spellings of a proxy with a password: two good ones, and bad ones that shells and files cut in different ways.
    ///
    /// ProxyAddressTests has all the others.
    static let proxies = [
        "http://bob:S3cretPw@127.0.0.1:1", "socks5h://bob:S3cretPw@127.0.0.1:1",
        "http://bob:a/S3cretPw@127.0.0.1:1", "http://bob:a#\u{1B}S3cretPw@no such host:1",
    ]

    @Test(arguments: proxies)
    func noPartOfAProxysAddressIsPrintedButSchemeHostAndPort(_ proxy: String) throws {
        let venue = try Venue()
        let folder = venue.folder
        try folder.write("proxy = \(proxy)\n", to: "agent.conf")
        try folder.write("proxy \(proxy)=x\n\(proxy) = 1\n", to: "wrong.conf")
        let root = ["--root", folder["home/metadata/1.root.json"]]
        let repository = ["--repository", "http://localhost:9/site"] + root
        let state = ["--state", venue.state, "--metrics-file", folder["agent.prom"]]
        for name in ["http_proxy", "ALL_PROXY", "BUNDLE_AGENT_PROXY"] {
            try requireNoSecret(
                "bundle-agent", ["poll"] + state + repository,
                [name: proxy, "BUNDLE_AGENT_LOG_FORMAT": "json"])
            try requireNoSecret(
                "bundle-agent", ["doctor", "--state", venue.state] + repository,
                [name: proxy])
            // The next poll replaces its files.
            try requireNoSecret(in: folder)
        }
        for command in ["status", "why", "history"] {
            try requireNoSecret("bundle-agent", [command, "--state", venue.state])
        }
        for command in [
            ["poll", "--proxy", proxy] + repository, ["config", "show", "--proxy", proxy],
            ["config", "show", "--json", "--proxy=\(proxy)"],
            ["config", "show", "--config", folder["agent.conf"]],
            ["config", "show", "--json", "--config", folder["agent.conf"]],
            ["config", "show", "--config", folder["wrong.conf"]],
            ["doctor", "--config", folder["agent.conf"]],
            ["doctor", "--config", folder["wrong.conf"]],
            ["poll", "--proxi", proxy], ["status", proxy], [proxy], ["--\(proxy)"],
        ] { try requireNoSecret("bundle-agent", command) }
        for (name, scheme) in [("http_proxy", "http"), ("HTTPS_PROXY", "https")] {
            try requireNoSecret(
                "bundle-publish",
                ["verify", "--in", "\(scheme)://localhost:9/", "--home", folder["home"]],
                [name: proxy])
            try requireNoSecret(
                "bundle-publish",
                ["refresh", "--in", "s3://bucket/x", "--home", folder["home"]],
                [
                    name: proxy, "AWS_ENDPOINT_URL": "\(scheme)://localhost:9",
                    "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": Self.secret,
                    "AWS_SESSION_TOKEN": Self.secret,
                ])
        }
        try requireNoSecret(in: folder)
    }

    @Test(arguments: [
        "http://bob:S3cretPw@localhost:9/site", "http://localhost:9/site?token=S3cretPw",
        "ftp://bob:S3cretPw@localhost/", "s3://bob:S3cretPw@bucket", "bob:a/S3cretPw@localhost",
    ])
    func noMessageShowsTheSecretInAnAddress(_ address: String) throws {
        let folder = try TemporaryDirectory()
        for command in [
            ["poll", "--state", folder["state"], "--repository", address],
            ["config", "show", "--repository", address],
            ["doctor", "--state", folder["state"], "--repository", address],
        ] { try requireNoSecret("bundle-agent", command) }
        for command in [
            ["verify", "--in", address], ["status", "--in", address], ["publish", "--in", address],
            ["plan", "--in", address], ["log", "--in", address], ["prune", address],
        ] {
            try requireNoSecret(
                "bundle-publish", command + ["--home", folder["home"]],
                ["AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "id"]
                    .merging(["AWS_SECRET_ACCESS_KEY": Self.secret]) { $1 })
        }
        try requireNoSecret(in: folder)
    }

    @Test(arguments: [
        "http://bob:S3cretPw@127.0.0.1:1/", "ftp://bob:S3cretPw@127.0.0.1/",
        "https://127.0.0.1:1/login?token=S3cretPw", "ftp://127.0.0.1/?a=S3cretPw#S3cretPw",
    ])
    func noMessageShowsTheSecretOfARedirect(_ location: String) throws {
        let venue = try Venue()
        let server = try AnswerServer(
            "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        let agent = ["--state", venue.state, "--root", venue.folder["home/metadata/1.root.json"]]
        try requireNoSecret(
            "bundle-agent", ["poll", "--repository", server.address] + agent)
        try requireNoSecret(
            "bundle-publish", ["verify", "--in", server.address, "--home", venue.folder["home"]])
        try requireNoSecret(in: venue.folder)
    }

    /// What an agent is configured with reaches no process that it starts.
    @Test func aSelfTestIsToldNoSecret() throws {
        let venue = try Venue()
        try venue.edit("2024", "Auto Amp Note Count", "Amp Notes in Auto")
        try venue.publish()
        let script = venue.folder["self-test"]
        try venue.folder.write(
            "#!/bin/sh\ntr '\\0\\n' '  ' < /proc/self/environ\ntr '\\0' ' ' < /proc/self/cmdline\nexit 2\n",
            to: "self-test")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        try requireNoSecret(
            "bundle-agent",
            venue.agentArguments("poll")
                + ["--self-test", script, "--proxy", "http://bob:S3cretPw@127.0.0.1:1"],
            ["https_proxy": "http://bob:S3cretPw@127.0.0.1:1"])
        try requireNoSecret(in: venue.folder)
    }

    /// Runs a program and fails if it prints the secret.
    private func requireNoSecret(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws {
        let result = try Program.run(
            program, arguments, environment: environment.merging(["NO_PROXY": ""]) { $1 })
        let words = "\(program) \(arguments.first ?? "")"
        #expect(!result.output.contains(Self.secret), "\(words): \(result.output)")
        #expect(!result.messages.contains(Self.secret), "\(words): \(result.messages)")
        #expect(result.status < 128, "\(words) ended with \(result.status)")
    }

    /// Fails if a program has written the secret into a file.
    private func requireNoSecret(in folder: TemporaryDirectory) throws {
        let own: Set = ["agent.conf", "wrong.conf"]
        for (file, bytes) in try folder.contents()
        where !own.contains(file) && bytes.range(of: Data(Self.secret.utf8)) != nil {
            Issue.record("the secret is in \(file)")
        }
    }
}
