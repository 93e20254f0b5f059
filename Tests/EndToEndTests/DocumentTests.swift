import Foundation
import TestSupport
import Testing

/// Compares the documents with the programs: each command line in them uses a subcommand and options that
/// exist, and each picture is up to date.
@Suite struct DocumentTests {
    private static let documents = ["README.md", "CONTRIBUTING.md", "Benchmarks/README.md"] + docs

    private static let docs =
        ((try? FileManager.default.contentsOfDirectory(
            atPath: Checkout.path("docs"))) ?? []).filter { $0.hasSuffix(".md") }.map {
            "docs/\($0)"
        }

    @Test func commandsAreTheProgramsOwn() throws {
        var helps: [[String]: String] = [:]
        var count = 0
        for document in Self.documents {
            let text = try String(contentsOfFile: Checkout.path(document), encoding: .utf8)
            for words in Self.commands(in: text) {
                count += 1
                var path = [words[0]]
                for word in words.dropFirst().prefix(while: { !$0.hasPrefix("-") }) {
                    let help = try help(path, &helps)
                    guard help.contains("\n  \(word) ") || word == "self-test" else { break }
                    path.append(word)
                }
                let help = try help(path, &helps)
                let line = "\(document): \(words.joined(separator: " "))"
                for word in words.dropFirst() where word.hasPrefix("--") {
                    let option = word.prefix { $0 != "=" }
                    #expect(help.contains(option), "\(line): no \(option)")
                }
                // Only `breakdown` takes a file's name where others have a subcommand.
                let isCommand = path.count > 1 || words.count == 1 || !words[1].isName
                #expect(isCommand || words[0] == "breakdown", "\(line): no such command")
            }
        }
        #expect(count > 80)
    }

    /// Needs no Graphviz: each picture carries the hash of its source.
    @Test(.needs(programs: "python3"))
    func picturesAreAsNewAsTheirSources() throws {
        let programs = (Program.path(of: "breakdown") as NSString).deletingLastPathComponent
        let check = try Program.run(Checkout.path("scripts/pictures"), ["--check", programs])
        #expect(check.status == 0, "\(check.messages)")
    }

    private func help(_ path: [String], _ known: inout [[String]: String]) throws -> String {
        if let help = known[path] { return help }
        let result = try Program.run(path[0], path.dropFirst() + ["--help-hidden"])
        let help = result.output + " --help --version"
        known[path] = help
        return help
    }

    /// The command lines of ours: lines of code, with or without a prompt, and names in running text.
    private static func commands(in text: String) -> [[String]] {
        var found: [String] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode || line.hasPrefix("    ") {
                found.append(
                    line.trimmingCharacters(in: .whitespaces)
                        .replacing(
                            /^(\$ )?(sudo (-u [a-z-]+ )?)?(\.build\/(debug|release)\/)?/, with: ""))
            } else {
                found += line.matches(of: /`([^`]+)`/).map { String($0.1) }
            }
        }
        // What follows a space or two is another command, or a remark.
        return found.flatMap { $0.split(separator: #/\s&&\s|\s\|\s|\s#\s|\s{2,}|;\s/#) }
            .map { $0.split(separator: " ").map(String.init) }
            .filter { ["breakdown", "bundle-agent", "bundle-publish"].contains($0.first) }
    }
}

extension String {
    fileprivate var isName: Bool { wholeMatch(of: /[a-z][a-z-]*/) != nil }
}
