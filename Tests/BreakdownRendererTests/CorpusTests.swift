import BreakdownRenderer
import Foundation
import JSON
import Testing

/// Every real match at hand, where the collection beside the checkout is there.
@Suite struct CorpusTests {
    private static let folder: URL = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url.appendingPathComponent("shared/matches")
    }()

    static let files: [String] = {
        let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        return (found ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }()

    @Test(
        .enabled(if: !files.isEmpty, "needs the collection of matches beside the checkout"),
        arguments: files)
    func rendersWithoutADescription(_ file: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(file)))
        for (at, json) in try #require(JSON.parse(bytes).arrayValue).enumerated() {
            let match = try Match.decode(json)
            let rendered = Renderer().render(match, with: nil)
            #expect(rendered.tables.isEmpty == (match.breakdown == nil), "\(match.key)")
            #expect(
                rendered.tables.isEmpty == (rendered.notes.count == 1 && match.breakdown == nil))
            #expect(rendered.problems.isEmpty)
            let text = TextFormatter(width: [20, 45, 80][at % 3]).format(rendered)
            #expect(!text.isEmpty)
        }
    }
}
