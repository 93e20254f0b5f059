import BreakdownRenderer
import Foundation
import JSON
import Testing
import TestSupport

@testable import SeasonAuthoring

/// Real descriptions with random mistakes in them: nothing traps, and every message has its place.
///
/// `MUTATIONS=100000 swift test --filter DescriptionMutationTests` tries that many of each season.
@Suite struct DescriptionMutationTests {
    private static let count =
        ProcessInfo.processInfo.environment["MUTATIONS"].flatMap { Int($0) } ?? 40

    static let years: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: Checkout.path("bundles"))
        return (names ?? []).filter { Int($0) != nil }.sorted()
    }()

    @Test(arguments: years) func everyMistakeHasAPlace(_ year: String) throws {
        let text = try String(
            contentsOfFile: Checkout.path("bundles/\(year)/match.yaml"), encoding: .utf8)
        var dice = Dice(state: UInt64(year) ?? 1)
        for _ in 0..<Self.count {
            var mutated = text
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                mutated = Self.mutation(of: mutated, &dice)
            }
            let lines = mutated.components(separatedBy: "\n")
            for diagnostic in Self.diagnostics(mutated) {
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

    private static func diagnostics(_ text: String) -> [Diagnostic] {
        do {
            let file = SourceFile(path: "match.yaml", bytes: Array(text.utf8))
            let folder = Checkout.path("bundles")
            _ = try DescriptionCompiler.compile(
                DescriptionSource(file, of: .match, in: folder))
            return []
        } catch {
            return error.diagnostics
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

    /// The same numbers for the same seed, on every machine (SplitMix64).
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension [Unicode.Scalar] {
    fileprivate var text: String { String(String.UnicodeScalarView(self)) }
}
