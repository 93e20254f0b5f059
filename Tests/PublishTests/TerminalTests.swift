import Foundation
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A person at a real terminal, played by a script: `Python/terminal.py`.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
struct TerminalTests {
    @Test func passphrasesAreTypedTwiceAndNeverShown() throws {
        let fixture = try SeasonFixture()
        let made = try talk(
            fixture, "init",
            [
                "first person's words", "first person's words", "second one's words",
                "second one's words",
            ])
        #expect(made.status == 0, "\(made.output)")
        #expect(made.output.contains("New passphrase for root-a.key: \r\nThe same again: \r\n"))
        #expect(made.output.contains("Three things to do next"))
        #expect(!made.output.contains("words"))

        let renewed = try talk(fixture, "keys renew-root", ["a wrong one", "first person's words"])
        #expect(renewed.status == 0, "\(renewed.output)")
        #expect(renewed.output.contains("this passphrase does not open it"))
        #expect(!renewed.output.contains("words"))
        #expect(try fixture.home.roots().files.count == 2)
    }

    @Test func givingUpWritesNothing() throws {
        let fixture = try SeasonFixture()
        let result = try talk(fixture, "init", ["half a wo\u{3}"])
        #expect(result.status == 1)
        #expect(result.output.contains("passphrase: cancelled"))
        #expect(!FileManager.default.fileExists(atPath: fixture.home.path))
    }

    private func talk(
        _ fixture: SeasonFixture, _ command: String, _ answers: [String]
    ) throws -> Program.Result {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Python/terminal.py").path
        return try Program.run(
            "/usr/bin/python3",
            [script, Program.path(of: "bundle-publish")]
                + command.split(separator: " ").map(String.init) + ["--home", fixture.home.path],
            input: answers.joined(separator: "\n"))
    }
}
