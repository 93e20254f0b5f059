import ArgumentParser
@testable import breakdown
import BreakdownRenderer
import Foundation
import Testing
import TestSupport

/// Each option does something in a mode, or is refused there.
@Suite struct OptionTableTests {
    /// The options that the program really has.
    private static func options() throws -> [String] {
        let dump = try Program.run("breakdown", ["--experimental-dump-help"])
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any])
        let command = try #require(json["command"] as? [String: Any])
        let arguments = try #require(command["arguments"] as? [[String: Any]])
        return arguments.compactMap { argument in
            guard argument["kind"] as? String != "positional" else { return "file or key" }
            let names = argument["names"] as? [[String: Any]] ?? []
            return names.first { $0["kind"] as? String == "long" }
                .flatMap { $0["name"] as? String }.map { "--\($0)" }
        }
    }

    @Test func eachOptionOfTheProgramHasALine() throws {
        let real = Set(try Self.options()).subtracting(["--help", "--version"])
        #expect(real.count > 20)
        #expect(Set(OptionTable.lines.map(\.name)) == real)
        #expect(OptionTable.lines.count == real.count)
        for line in OptionTable.lines { #expect(line.effects.count == Mode.allCases.count) }
    }

    /// The words that ask for a mode.
    private static func words(_ mode: Mode) -> [String] {
        switch mode {
        case .files: ["a.json"]
        case .match: ["2024necmp_qm1"]
        case .event: ["2024necmp"]
        case .watch: ["2024necmp", "--watch"]
        case .kiosk: ["2024necmp", "--kiosk"]
        case .seasons: ["--list"]
        case .login: ["--login"]
        }
    }

    private static func words(_ option: String) -> [String] {
        switch option {
        case "file or key": ["2024necmp"]
        case "--bundles": [option, "b"]
        case "--year": [option, "2024"]
        case "--format": [option, "json"]
        case "--color": [option, "never"]
        case "--theme": [option, "quiet"]
        case "--width": [option, "90"]
        case "--match": [option, "2024necmp_qm1"]
        case "--compare": [option, "2024necmp_qm1", "2024necmp_qm2"]
        case "--wide": [option, "--format", "csv"]
        case "--last": ["--last=3"]
        case "--team": [option, "254"]
        case "--level": [option, "qm"]
        default: [option]
        }
    }

    @Test(arguments: OptionTable.lines.map(\.name), Mode.allCases)
    func anOptionThatWouldDoNothingIsRefused(_ name: String, _ mode: Mode) throws {
        let line = try #require(OptionTable.lines.first { $0.name == name })
        let effect = try #require(line.effects[mode])
        // Words and flags that are the mode themselves, or ask for another one.
        let flags = Mode.allCases.compactMap(\.flag)
        guard !flags.contains(name), name != "file or key" || effect == .refused else { return }
        do {
            // Wide is a word about a form, which may be refused, too.
            let option = effect == .refused && name == "--wide" ? [name] : Self.words(name)
            _ = try Breakdown.parseAsRoot(Self.words(mode) + option)
            #expect(effect != .refused)
        } catch {
            let message = Breakdown.message(for: error)
            #expect(effect == .refused, "\(message)")
            #expect(message.contains(": expected "), "\(message)")
            #expect(message.contains(name), "\(message)")
        }
    }

    @Test(arguments: OptionTable.pairs.map { [$0.0, $0.1] })
    func oneOptionDoesNotTakeTheEffectFromAnother(_ pair: [String]) {
        let words = ["2024necmp"] + Self.words(pair[1]) + Self.words(pair[0])
        #expect(throws: (any Error).self, "\(words)") { try Breakdown.parseAsRoot(words) }
    }

    @Test(arguments: [
        ["--watch", "--kiosk"], ["--watch", "--list"], ["--kiosk", "--login"],
        ["--watch", "--format", "csv"], ["--watch", "--format", "html"],
        ["--watch", "--format", "svg"], ["--watch", "--format", "png"], ["--kiosk", "--summary"],
        ["--theme", "dark"], ["--theme", "quiet", "--format", "svg"],
        ["--kiosk", "--theme", "light"],
    ])
    func modesThatExcludeEachOtherAreRefused(_ options: [String]) {
        #expect(throws: (any Error).self) { try Breakdown.parseAsRoot(["2024necmp"] + options) }
    }

    @Test(arguments: [
        ["--watch", "--team", "254"], ["--watch", "--level", "qm"], ["--watch", "--summary"],
        ["--watch", "--format", "markdown"], ["--kiosk", "--team", "254"],
        ["--kiosk", "--theme", "quiet"], ["--theme", "dark", "--format", "svg"],
        ["--theme", "auto", "--format", "json"], ["a.json", "--team", "254"],
        ["a.json", "--offline"],
    ])
    func anOptionWorksIfOneOfTheWordsHasUseForIt(_ options: [String]) throws {
        #expect(throws: Never.self) { try Breakdown.parseAsRoot(["2024necmp"] + options) }
    }
}
