import Foundation
import TestSupport
import Testing

/// docs/TUF.md names files, functions and tests: all of them are there.
@Suite struct SpecificationTableTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let clause: String
        let code: String
        let tests: String
        var testDescription: String { clause }
    }

    static let rows: [Row] = {
        let text = try? String(contentsOfFile: Checkout.path("docs/TUF.md"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap {
            line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0] != "clause" else { return nil }
            return Row(clause: cells[0], code: cells[1], tests: cells[2])
        }
    }()

    @Test("the table is there") func hasRows() {
        #expect(Self.rows.count > 55)
    }

    @Test("the code that a clause names exists", arguments: rows) func code(row: Row) throws {
        var source = ""
        let names = Self.quoted(row.code)
        #expect(names.first?.hasSuffix(".swift") == true, "\(row.code)")
        for name in names {
            if name.hasSuffix(".swift") {
                source = try String(
                    contentsOfFile: Checkout.path("Sources/TUF/\(name)"), encoding: .utf8)
            } else {
                #expect(source.contains(name), "\(row.code): \(name)")
            }
        }
    }

    @Test("the tests that a clause names exist", arguments: rows) func tests(row: Row) throws {
        let names = Self.quoted(row.tests)
        #expect(!names.isEmpty)
        for name in names {
            if name.hasPrefix("Attacks/") {
                let path = Checkout.path("Tests/TUFTests/\(name).swift")
                #expect(FileManager.default.fileExists(atPath: path), "\(name)")
                continue
            }
            let parts = name.split(separator: ".").map(String.init)
            try #require(parts.count == 2, "\(name)")
            let isCase = name.hasPrefix("cases_")
            let file = isCase ? "../Conformance/\(parts[0]).py" : "\(parts[0]).swift"
            let text = try String(
                contentsOfFile: Checkout.path("Tests/TUFTests/\(file)"), encoding: .utf8)
            #expect(text.contains(isCase ? "def \(parts[1])(" : "func \(parts[1])("), "\(name)")
        }
    }

    /// The texts between grave accents.
    private static func quoted(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
