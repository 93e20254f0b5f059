import ArgumentParser
@testable import bundle_publish
import BundleFormat
@testable import BundlePublisher
import Foundation
import Platform
@testable import SeasonAuthoring
import Testing
import TestSupport
import Text
import TUF

/// A command that a message prints can be pasted: it names the home, the repository and all that it needs.
@Suite struct PrintedCommandTests {
    private static let place = "/srv/my site"
    private static let commands = PrintedCommands(
        home: "my home", place: place, bundles: "my seasons")
    private static let year = SeasonFixture.year

    private static func version() throws -> ContentVersion {
        try #require(ContentVersion(String(repeating: "a", count: 64)))
    }

    @Test func everyCommandCanBePasted() throws {
        let named: [NamedCommand] = [
            .publish, .anew, .over(try Self.version()), .makeHome, .refresh(), .refresh("--force"),
            .keys("list"), .log(Self.year), .plan(), .plan(Self.year), .again(Self.year),
            .rollback(Self.year, to: nil), .rollback(Self.year, to: try Self.version()),
            .lift(Self.year, try Self.version()), .lift(nil), .waves(nil, "WAVES"),
            .verify("https://bundles.example.org"), .author("preview", "2024"),
        ]
        var atStore = Self.commands
        atStore.place = "s3://frc-bundles/my place"
        for command in named {
            try Self.expectCommands(in: Self.commands.text("first \(command), then the next"))
            try Self.expectCommands(
                in: atStore.text("first \(command), then the next"), at: "s3://frc-bundles/my place"
            )
        }
    }

    @Test func everyWordComesThroughTheShellAsItIs() throws {
        for word in [
            "", "a", "my home", "it's", "a\nb", "tab\there", "\u{1B}[31m", "a\u{202E}b",
            "\\'\u{7F}",
            "\u{E0041}", "$HOME`id`\"!",
        ] {
            let quoted = ShellWord.quoted(word)
            #expect(PlainText.line(quoted) == quoted)
            let result = try Program.run(
                "/bin/bash", ["-c", "LC_ALL=C.UTF-8; printf %s \(quoted)"])
            #expect(result.output == word, "\(quoted)")
        }
    }

    @Test func aCommandNamesTheKeyThatWasNamed() throws {
        let commands = PrintedCommands(home: "-h", place: "-p", key: "my key")
        #expect(
            commands.text(.refresh())
                == "bundle-publish refresh --in ./-p --key 'my key' --home ./-h")
        #expect(commands.text(.keys("list")) == "bundle-publish keys list --home ./-h")
        #expect(commands.signing(with: SecretFile("fd:3")).key == nil)
        let year = Self.year
        #expect(
            PrintedCommands().text(.again(year)) == "bundle-publish again 2024",
            "the configuration names the repository")
    }

    /// Without this rule a message could name a command without its home again.
    @Test func onlyOneFileWritesCommands() throws {
        let folder = Checkout.path("Sources/bundle-publish/Words")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        for name in names ?? [] where name.hasSuffix(".swift") {
            guard name != "PrintedCommands.swift" else { continue }
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("bundle-publish ") {
                #expect(line.contains("///"), "\(name): \(line)")
            }
        }
    }

    /// A remedy is run as it is printed, from another folder than the home's.
    @Test func remediesWorkWherePeopleAre() throws {
        let fixture = try SeasonFixture.publishedNow()
        let version = try fixture.entry(after: SeasonFixture.soon).version.hex
        try fixture.expect(of: "recall 2024 \(version) --to embedded --in SITE")
        let refused = try fixture.expect(1, of: "rollback 2024 --to \(version) --in SITE")
        let lift = try #require(Self.commands(in: refused.messages).first)
        let lifted = try fixture.run(lift)
        #expect(lifted.status == 0, "\(lift): \(lifted.messages)")
    }

    // MARK: - Reading commands

    /// Every command in a text is whole.
    private static func expectCommands(in text: String, at place: String = place) throws {
        let found = commands(in: text)
        let named = text.components(separatedBy: "bundle-publish ").count - 1
        #expect(!found.isEmpty && found.count == named, "\(text): \(found)")
        for words in found {
            switch words[0] {
            case "check", "new", "preview":
                #expect(value(of: "--bundles", in: words) == "my seasons", "\(text)")
                continue
            case "publish":
                #expect(value(of: "--bundles", in: words) == "my seasons", "\(text)")
                fallthrough
            case "refresh", "rollback", "again", "recall", "lift", "waves", "log":
                #expect(value(of: "--in", in: words) == place, "\(text)")
            default: break
            }
            #expect(value(of: "--home", in: words) == "my home", "\(text)")
        }
    }

    private static func value(of option: String, in words: [String]) -> String? {
        words.firstIndex(of: option).map { words[$0 + 1] }
    }

    /// The commands in a text, each to its last option, that the program reads as commands.
    private static func commands(in text: String) -> [[String]] {
        text.components(separatedBy: "bundle-publish ").dropFirst().compactMap { part in
            let words = shellWords(part)
            guard let last = words.firstIndex(of: "--home") ?? words.firstIndex(of: "--bundles")
            else { return nil }
            let command = Array(words.prefix(last + 2))
            return (try? BundlePublish.parseAsRoot(command)) is any Subcommand ? command : nil
        }
    }

    /// What a shell makes of a text, without the punctuation of the sentence around it.
    private static func shellWords(_ text: String) -> [String] {
        let blanks = ["VERSION": "aaaaaaaa", "YEAR": "2024", "WAVES": "all", "FILE": "fd:3"]
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in text + " " {
            if character == "'" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                while let last = word.last, ",;:.)".contains(last) { word.removeLast() }
                if !word.isEmpty { words.append(blanks[word] ?? word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return words
    }
}
