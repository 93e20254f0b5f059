import Foundation
import TestSupport
import Testing

/// `docs/PROMISES.md` is compared with the documents that promise, and with the tests.
@Suite struct PromiseTests {
    private struct Row: Hashable {
        let document: String
        let words: String
        /// `Suite: name`; nil for what is no promise.
        var test: String?
    }

    private let rows: [Row]

    init() throws {
        let text = try String(contentsOfFile: Checkout.path("docs/PROMISES.md"), encoding: .utf8)
        rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 1, cells[0] == cells[0].uppercased() else { return nil }
            return Row(
                document: cells[0], words: Self.plain(cells[1]),
                test: cells.count > 2 ? cells[2] : nil)
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

    @Test("Every promise has a test of the name that stands beside it") func promisesAreTested()
        throws
    {
        let sources = try Self.testSources()
        for row in rows {
            guard let test = row.test else { continue }
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

    @Test("Every sentence that promises has a row") func everySentenceHasARow() throws {
        for document in ["SECURITY", "OPERATIONS", "PUBLISHING"] {
            let known = rows.filter { $0.document == document }.map(\.words)
            for sentence in try Self.sentences(document) {
                #expect(
                    known.contains { sentence.contains($0) || $0.contains(sentence) },
                    "\(document).md: no row in PROMISES.md for: \(sentence)")
            }
        }
    }

    /// The sections of which a test goes through all rows of their tables.
    private static let rowsThatAreTests = [
        "You lost …", "What a self-test is denied", "When the network misbehaves", "Messages",
    ]

    /// The sentences with a word that promises, one for each cell of a table.
    private static func sentences(_ document: String) throws -> [String] {
        var found: [String] = []
        var section = ""
        var paragraph: [String] = []
        func flush() {
            var sentence: [Substring] = []
            let text = plain(paragraph.joined(separator: " "))
            for word in text.split(separator: " ") {
                sentence.append(word)
                guard let last = word.last, ".;:".contains(last) else { continue }
                found.append(sentence.joined(separator: " "))
                sentence = []
            }
            found.append(sentence.joined(separator: " "))
            paragraph = []
        }
        for line in try text(document) {
            if line.hasPrefix("#") {
                flush()
                section = line.drop { "# ".contains($0) }.description
            } else if line.hasPrefix("|") {
                flush()
                guard !rowsThatAreTests.contains(section) else { continue }
                for cell in line.split(separator: "|") {
                    paragraph = [String(cell)]
                    flush()
                }
            } else {
                if line.isEmpty || line.drop(while: { $0 == " " }).hasPrefix("- ") { flush() }
                paragraph.append(line)
            }
        }
        flush()
        let promising = #/\b([Nn]ever|[Nn]othing|[Nn]obody|[Aa]lways|[Rr]efuse[sd]?|[Ww]hatever)\b/#
        return found.filter { $0.contains(promising) }
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
