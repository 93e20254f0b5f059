import BreakdownRenderer
import Foundation
import JSON
import Testing
import TestSupport

@testable import BundlePublisher
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
        #expect(diagnostics.map(\.message) == ["expected UTF-8, found a byte that is none"])
    }

    @Test func valuesWithoutEndAreCounted() {
        let yaml = "[" + String(repeating: "1,", count: 60_000) + "1]"
        #expect(
            Self.diagnostics(Array(yaml.utf8)).map(\.message) == ["expected at most 50000 values"])
    }

    /// What `match.yaml` with this content is told.
    static func diagnostics(_ bytes: [UInt8]) -> [Diagnostic] {
        do {
            let file = SourceFile(path: "match.yaml", bytes: bytes)
            _ = try DescriptionCompiler.compile(
                DescriptionSource(file, of: .match, in: "."))
            return []
        } catch {
            return error.diagnostics
        }
    }
}
