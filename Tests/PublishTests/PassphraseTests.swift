import Foundation
import TestSupport
import Testing

@testable import BundlePublisher

/// Where passphrases come from, and what a person can do at the terminal.
@Suite struct PassphraseTests {
    @Test(arguments: [
        ("a line with its end", "battery staple\n", "battery staple"),
        ("a line of Windows", "battery staple\r\n", "battery staple"),
        ("no line end", "battery staple", "battery staple"),
        ("spaces belong to it", " battery staple \n", " battery staple "),
    ])
    func aFileIsOneLine(_ name: String, _ content: String, _ expected: String) throws {
        let chosen = try Passphrases(files: [file(content)], environment: nil, prompt: nil)
            .choose(for: ["a", "b"])
        #expect(chosen == [Array(expected.utf8), Array(expected.utf8)], "\(name)")
    }

    @Test(arguments: ["", "\n", "two lines\nof words\n", "short\n"])
    func aFileThatIsNoneIsRefused(_ content: String) throws {
        #expect(
            trouble {
                _ = try Passphrases(files: [try file(content)], environment: nil, prompt: nil)
                    .choose(for: ["a"])
            } != nil)
    }

    @Test func twoFilesAreOneForEach() throws {
        let files = [try file("the first one"), try file("the second one")]
        let chosen = try Passphrases(files: files, environment: "not looked at", prompt: nil)
            .choose(for: ["a", "b"])
        #expect(chosen == [Array("the first one".utf8), Array("the second one".utf8)])
    }

    /// One for each key, the same for both, a slip, too short, and nothing; the last three are refused.
    @Test(
        arguments: [
            (
                ["first of all", "first of all", "second of all", "second of all"],
                ["first of all", "second of all"]
            ),
            (["first of all", "first of all", ""], ["first of all", "first of all"]),
            (["first of all", "first of al"], nil), (["secret"], nil), ([""], nil),
        ] as [([String], [String]?)])
    func newOnesAreTypedTwice(_ answers: [String], _ expected: [String]?) throws {
        let person = Person(answers)
        let passphrases = try Passphrases(files: [], environment: nil, prompt: person.answer)
        if let chosen = expected {
            #expect(try passphrases.choose(for: ["a", "b"]) == chosen.map { Array($0.utf8) })
            #expect(person.answers.isEmpty)
        } else {
            #expect(trouble { _ = try passphrases.choose(for: ["a", "b"]) } != nil)
        }
    }

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func file(_ content: String) throws -> SecretFile {
        SecretFile(path: try folder.writeSecret(content, to: UUID().uuidString))
    }

    /// Types answers one after the other, then goes away.
    private final class Person {
        var answers: [String]

        init(_ answers: [String]) { self.answers = answers }

        func answer(_ question: String) throws(PublishError) -> [UInt8] {
            guard !answers.isEmpty else { throw PublishError("cancelled") }
            return Array(answers.removeFirst().utf8)
        }
    }
}

/// A person at a real terminal, played by a script: `Python/terminal.py`.
@Suite(.needs(programs: "python3"), .needs(.pseudoTerminal))
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

    @Test(arguments: [
        (
            "start over, then backspaces, one over two bytes",
            "wrong\u{15}\u{7F}a long stax\u{7F}é\u{7F}ple", "a long staple"
        ),
        (
            "an arrow key leaves its letters, then the end of input", "a long\u{1B}[A staple\u{4}",
            "a long[A staple"
        ),
    ])
    func theTerminalsKeysWork(_ name: String, _ typed: String, _ again: String) throws {
        let made = try talk(try SeasonFixture(), "init", [typed, again, ""])
        #expect(made.status == 0, "\(name): \(made.output)")
    }

    @Test(arguments: ["half a wo\u{3}", "\u{4}"])
    func givingUpWritesNothing(_ typed: String) throws {
        let fixture = try SeasonFixture()
        let result = try talk(fixture, "init", [typed])
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
