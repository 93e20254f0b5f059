import Foundation
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

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

    struct Talk: CustomTestStringConvertible {
        let testDescription: String
        let answers: [String]
        /// Nil where it ends in a refusal.
        let chosen: [String]?
    }

    static let talks = [
        Talk(
            testDescription: "one for each",
            answers: ["first of all", "first of all", "second of all", "second of all"],
            chosen: ["first of all", "second of all"]),
        Talk(
            testDescription: "the same for both", answers: ["first of all", "first of all", ""],
            chosen: ["first of all", "first of all"]),
        Talk(testDescription: "a slip", answers: ["first of all", "first of al"], chosen: nil),
        Talk(testDescription: "too short", answers: ["secret"], chosen: nil),
        Talk(testDescription: "nothing", answers: [""], chosen: nil),
    ]

    @Test(arguments: talks) func newOnesAreTypedTwice(_ talk: Talk) throws {
        let person = Person(talk.answers)
        let passphrases = try Passphrases(files: [], environment: nil, prompt: person.prompt)
        if let chosen = talk.chosen {
            #expect(try passphrases.choose(for: ["a", "b"]) == chosen.map { Array($0.utf8) })
            #expect(person.answers.isEmpty)
        } else {
            #expect(trouble { _ = try passphrases.choose(for: ["a", "b"]) } != nil)
        }
    }

    @Test func aPersonMayTryThreeTimes() throws {
        let person = Person(["wrong", "wrong again", "right"])
        var passphrases = try Passphrases(files: [], environment: "given", prompt: person.prompt)
        let opened = try passphrases.first(for: "a.key") {
            $0 == Array("right".utf8) ? "open" : nil
        }
        #expect(opened == "open")
        #expect(
            trouble {
                _ = try passphrases.first(for: "b.key") { _ in String?.none }
            } != nil, "the person has gone")
    }

    @Test func withNobodyThereTheRemedyIsNamed() throws {
        var passphrases = try Passphrases(files: [], environment: nil, prompt: nil)
        guard
            let refusal = trouble({
                _ = try passphrases.first(for: "a.key") { _ in String?.none }
            }), let remedy = refusal.remedy
        else {
            Issue.record("expected a refusal")
            return
        }
        #expect(refusal.message == "a.key: expected the passphrase it is sealed with, found none")
        #expect(remedy.contains("--passphrase-file"))
    }

    @Test(arguments: [
        ("a line", "staple\r", "staple"), ("backspace", "stapx\u{7F}le\n", "staple"),
        ("backspace over two bytes", "staé\u{7F}ple\n", "staple"),
        ("backspace at the start", "\u{7F}\u{8}staple\n", "staple"),
        ("start over", "wrong\u{15}staple\n", "staple"),
        ("an arrow key leaves its letters", "\u{1B}[Astaple\n", "[Astaple"),
        ("end of input", "staple\u{4}", "staple"),
    ])
    func theTerminalsKeysWork(_ name: String, _ typed: String, _ expected: String) {
        var line = HiddenLine()
        var event = HiddenLine.Event.more
        for byte in typed.utf8 { event = line.add(byte) }
        #expect(event == .done, "\(name)")
        #expect(String(decoding: line.bytes, as: UTF8.self) == expected, "\(name)")
    }

    @Test(arguments: ["stap\u{3}", "\u{4}"]) func thePersonMayGiveUp(_ typed: String) {
        var line = HiddenLine()
        var event = HiddenLine.Event.more
        for byte in typed.utf8 { event = line.add(byte) }
        #expect(event == .cancelled)
    }

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func file(_ content: String) throws -> SecretFile {
        let path = try folder.write(content, to: UUID().uuidString)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return SecretFile(path: path)
    }

    /// Types answers one after the other, then goes away.
    private final class Person {
        var answers: [String]

        init(_ answers: [String]) { self.answers = answers }

        var prompt: PassphrasePrompt { PassphrasePrompt(ask: answer) { _ in } }

        private func answer(_ question: PassphrasePrompt.Question) throws(PublishError) -> [UInt8] {
            guard !answers.isEmpty else { throw .key(.cancelled) }
            return Array(answers.removeFirst().utf8)
        }
    }
}
