import Foundation
import TestSupport
import Testing

/// `docs/PROMISES.md` is compared with the documents that promise, and with the tests.
@Suite struct PromiseTests {
    private struct Row: Hashable {
        let document: String
        let words: String
        /// `Suite: name`.
        let test: String
    }

    private let rows: [Row]

    init() throws {
        let text = try String(contentsOfFile: Checkout.path("docs/PROMISES.md"), encoding: .utf8)
        rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 2, cells[0] == cells[0].uppercased() else { return nil }
            return Row(document: cells[0], words: Self.plain(cells[1]), test: cells[2])
        }
    }

    @Test("Every promise stands in its document in these words") func promisesStand() throws {
        #expect(rows.count > 60)
        #expect(Set(rows).count == rows.count, "a row stands there twice")
        for row in rows {
            let text = try Self.text(row.document).map(Self.plain).joined(separator: " ")
            #expect(text.contains(row.words), "\(row.document).md does not say: \(row.words)")
        }
    }

    @Test("Every promise has a test of that name") func promisesAreTested()
        throws
    {
        let sources = try Self.testSources()
        for row in rows {
            let test = row.test
            let parts = test.split(separator: ":", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(parts.count == 2, "\(test): expected 'Suite: name'")
            let found = sources[parts[0]] ?? []
            #expect(!found.isEmpty, "\(test): no such file")
            #expect(
                found.contains { $0.contains("\"\(parts[1])") || $0.contains("func \(parts[1])(") },
                "\(test): no such test")
        }
    }

    /// A document's lines, without its code.
    private static func text(_ document: String) throws -> [String] {
        let text = try String(
            contentsOfFile: Checkout.path("docs/\(document).md"), encoding: .utf8)
        var lines: [String] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode.toggle()
                lines.append("")
            } else if !isCode, !line.hasPrefix("    ") {
                lines.append(String(line))
            }
        }
        return lines
    }

    /// Without marks, and with one space wherever there is any.
    private static func plain(_ text: String) -> String {
        text.filter { $0 != "`" && $0 != "*" }.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    /// The tests' files by name: two modules may have a suite of the same name.
    private static func testSources() throws -> [String: [String]] {
        var sources: [String: [String]] = [:]
        for folder in ["Tests", "packaging"] {
            let names = FileManager.default.enumerator(atPath: Checkout.path(folder))
            for case let name as String in names ?? .init() {
                let file = (name as NSString).lastPathComponent
                let isScript = folder == "packaging" && file.hasSuffix("-test")
                guard file.hasSuffix("Tests.swift") || isScript else { continue }
                let text = try String(
                    contentsOfFile: Checkout.path("\(folder)/\(name)"), encoding: .utf8)
                sources[file.replacing(".swift", with: ""), default: []].append(text)
            }
        }
        return sources
    }
}
