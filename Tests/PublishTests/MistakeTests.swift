import BreakdownRenderer
import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// Descriptions that are refused, and what their author reads: `Mistakes/<name>.yaml` and `<name>.txt`.
///
/// `UPDATE_EXPECTED=1 swift test --filter MistakeTests` writes the texts anew, for review.
@Suite struct MistakeTests {
    static let folder = Checkout.path("Tests/PublishTests/Mistakes")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
            .sorted()
    }()

    @Test(arguments: names) func isRefusedWithItsPlace(_ name: String) throws {
        let yaml = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name).yaml"))
        let expected = URL(filePath: "\(Self.folder)/\(name).txt")
        let text = DiagnosticPrinter(colour: false).text(Self.diagnostics(Array(yaml)))
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
            try Data(text.utf8).write(to: expected)
        }
        #expect(!text.isEmpty)
        #expect(text == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
    }

    @Test func levelsWithoutEndDoNotOverflowTheStack() {
        let diagnostics = Self.diagnostics(Array(repeating: UInt8(ascii: "["), count: 200_000))
        #expect(diagnostics.map(\.message) == ["expected at most 32 levels"])
    }

    @Test func invalidUTF8IsLocated() {
        let diagnostics = Self.diagnostics(Array("a: 1\nb: é".utf8) + [0xFF])
        #expect(diagnostics.first?.place?.position == TextPosition(line: 2, column: 5))
        #expect(diagnostics.map(\.message) == ["expected UTF-8, found another byte"])
    }

    @Test func valuesWithoutEndAreCounted() {
        let yaml = "[" + String(repeating: "1,", count: 60_000) + "1]"
        #expect(
            Self.diagnostics(Array(yaml.utf8)).map(\.message) == ["expected at most 50000 values"])
    }

    /// What `match.yaml` with this content is told.
    static func diagnostics(_ bytes: [UInt8], in folder: String = ".") -> [Diagnostic] {
        do {
            let file = SourceFile(path: "match.yaml", bytes: bytes)
            _ = try DescriptionCompiler.compile(DescriptionSource(file, of: .match, in: folder))
            return []
        } catch {
            return error.diagnostics
        }
    }
}

/// Real descriptions with random mistakes in them: nothing traps, and every message has its place.
///
/// `MUTATIONS=100000 swift test --filter DescriptionMutationTests` tries that many of each season.
@Suite struct DescriptionMutationTests {
    private static let count =
        ProcessInfo.processInfo.environment["MUTATIONS"].flatMap { Int($0) } ?? 40

    static let years: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: Checkout.path("bundles"))
        return (names ?? []).filter { Int($0) != nil }.sorted()
    }()

    @Test(arguments: years) func everyMistakeHasAPlace(_ year: String) throws {
        let text = try String(
            contentsOfFile: Checkout.path("bundles/\(year)/match.yaml"), encoding: .utf8)
        var dice = Dice(seed: UInt64(year) ?? 1)
        for _ in 0..<Self.count {
            var mutated = text
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                mutated = Self.mutation(of: mutated, &dice)
            }
            let lines = mutated.components(separatedBy: "\n")
            for diagnostic in MistakeTests.diagnostics(
                Array(mutated.utf8), in: Checkout.path("bundles"))
            {
                let place = try #require(diagnostic.place, "\(diagnostic)\n\(mutated)")
                let line = place.position.line
                try #require((1...lines.count).contains(line), "\(diagnostic)\n\(mutated)")
                let columnMax = lines[line - 1].unicodeScalars.count + 1
                try #require(
                    (1...columnMax).contains(place.position.column), "\(diagnostic)\n\(mutated)")
                try #require(!diagnostic.message.isEmpty)
            }
        }
    }

    /// A text with one small mistake more, as authors and editors make them.
    private static func mutation(of text: String, _ dice: inout Dice) -> String {
        var lines = text.components(separatedBy: "\n")
        let at = Int.random(in: 0..<lines.count, using: &dice)
        var line = Array(lines[at].unicodeScalars)
        let column = Int.random(in: 0...line.count, using: &dice)
        switch Int.random(in: 0..<7, using: &dice) {
        case 0: lines.remove(at: at)
        case 1: lines.insert(lines[at], at: at)
        case 2: lines[at] = " " + lines[at]
        case 3: lines[at] = String(lines[at].drop { $0 == " " })
        case 4: lines.removeLast(lines.count - at)
        case 5:
            if column < line.count { line.remove(at: column) }
            lines[at] = line.text
        default:
            line.insert(oddScalars.randomElement(using: &dice) ?? ":", at: column)
            lines[at] = line.text
        }
        return lines.joined(separator: "\n")
    }

    private static let oddScalars = Array(
        ":-?{}[],#&*!|>'\"%@`\\ \t\u{85}\u{2028}\u{FFFF}\u{7}é🤖0~<".unicodeScalars)
}

extension [Unicode.Scalar] {
    fileprivate var text: String { String(String.UnicodeScalarView(self)) }
}
