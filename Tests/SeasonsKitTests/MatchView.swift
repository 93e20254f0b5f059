import Foundation
import SeasonsKit
import TestSupport
import Testing

// docs/APPS.md shows this type.
struct MatchView: Decodable {
    struct Column: Decodable {
        let key: String  // red and blue, or qual and playoff
        let name: String
    }

    struct Cell: Decodable {
        let text: String
        let number: Double?
    }

    struct Row: Decodable {
        let kind: String  // plain, subtotal or total
        let label: String
        let cells: [Cell]  // one for each column
    }

    struct Table: Decodable {
        let title: String?
        let rows: [Row]
    }

    let title: String
    let name: String
    let columns: [Column]
    let tables: [Table]
    let notes: [String]

    init(of match: Data, from seasons: Seasons) async throws {
        let json = try await seasons.render(match, as: .view)
        self = try JSONDecoder().decode(MatchView.self, from: Data(json.utf8))
    }
}

@Suite struct MatchViewTests {
    @Test func theDocumentsViewLeadsFromBytesToRows() async throws {
        let code = try String(contentsOfFile: #filePath, encoding: .utf8)
        let begin = "// docs/APPS.md shows this type.\n"
        let rest = try #require(code.components(separatedBy: begin).last)
        let type = try #require(rest.components(separatedBy: "\n@Suite").first)
        let document = try String(contentsOfFile: Checkout.path("docs/APPS.md"), encoding: .utf8)
        #expect(document.contains(type), "docs/APPS.md shows another type")

        let site = try Site()
        let sample = Checkout.path("bundles/2024/samples/2024nytr_qm68.json")
        let match = try Data(contentsOf: URL(fileURLWithPath: sample))
        let view = try await MatchView(
            of: match, from: site.app("http://127.0.0.1:1/", embedded: [Site.bundle(2024)]))
        #expect(view.columns.map(\.key) == ["red", "blue"])
        let total = try #require(view.tables.flatMap(\.rows).last { $0.kind == "total" })
        #expect(total.cells.count == 2)
        #expect(total.cells.allSatisfy { $0.number != nil })
    }
}
