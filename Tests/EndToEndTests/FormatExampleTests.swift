import Foundation
import TestSupport
import Testing

/// The worked example of docs/FORMAT.md: each command prints what the page shows, after a real publish.
@Suite struct FormatExampleTests {
    private let section: String

    init() throws {
        let page = try String(contentsOfFile: Checkout.path("docs/FORMAT.md"), encoding: .utf8)
        let start = try #require(page.range(of: "## A worked example\n"))
        section = page[start.upperBound...].components(separatedBy: "\n## ")[0]
    }

    @Test(.needs(programs: "jq", "unzip")) func theExampleIsWhatTheProgramsMake() throws {
        let folder = try TemporaryDirectory()
        try folder.write(try #require(blocks("yaml").first), to: "bundles/2031/match.yaml")
        try folder.write(
            try #require(blocks("json").first), to: "bundles/2031/samples/qm1.json")
        for command in [
            "check --update", "init --home home --no-passphrase --in site", "publish --home home",
        ] {
            try expectSuccess(command.split(separator: " ").map(String.init), in: folder)
        }
        let version = try version(in: folder["site"])
        let shown = try #require(section.firstMatch(of: /\n([0-9]{10})\n/)?.1)
        for (command, output) in commands {
            let result = try Program.run(
                "/usr/bin/env",
                ["-C", folder["site"], "sh", "-c", command.replacing(shown, with: version)])
            #expect(
                normal(result.output.replacing(version, with: shown)) == normal(output),
                "\(command)\(result.messages)")
        }
        #expect(commands.count == 8)
    }

    private func expectSuccess(_ arguments: [String], in folder: TemporaryDirectory) throws {
        let program = Program.path(of: "bundle-publish")
        let result = try Program.run(
            "/usr/bin/env", ["-C", folder.path, program] + arguments)
        #expect(result.status == 0, "\(result.messages)")
    }

    private func version(in site: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(site)/metadata")
        let name = try #require(names.first { $0.hasSuffix(".snapshot.json") })
        return String(name.prefix { $0 != "." })
    }

    /// Without what a publish at another time makes differ.
    private func normal(_ output: String) -> String {
        output.replacing(/"published":"[^"]+"/, with: "").trimmingCharacters(in: .newlines)
    }

    private func blocks(_ language: String) -> [String] {
        section.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    /// Each command with what it prints.
    private var commands: [(command: String, output: String)] {
        blocks("console").flatMap { block in
            "\n\(block)".components(separatedBy: "\n$ ").dropFirst().map { text in
                let lines = text.components(separatedBy: "\n")
                return (lines[0], lines.dropFirst().joined(separator: "\n"))
            }
        }
    }
}
